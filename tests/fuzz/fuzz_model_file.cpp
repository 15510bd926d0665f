// Any bytes are either a model or refused with an InputError: no crash, no hang, no other exception.

#include <supple/io/model_file.hpp>
#include <supple/io/summary.hpp>

#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    try {
        supple::summarize(supple::parse_model(text));
    } catch (const supple::InputError&) {
        // refused
    }
    // The same with a value set anew: the first line as the value of a component.
    try {
        supple::parse_model(text, "model",
                            {{"loads.0.force.y", std::string(text.substr(0, text.find('\n')))}});
    } catch (const supple::InputError&) {
        // refused
    }
    return 0;
}
