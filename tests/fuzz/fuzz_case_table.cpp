// Any bytes are either a table, which can then be written and read back as it is, or refused with an
// InputError.

#include <supple/io/case_table.hpp>
#include <supple/io/error.hpp>

#include <cstdint>
#include <cstdlib>
#include <sstream>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace supple;
    CaseTable table;
    try {
        table = parse_case_table({reinterpret_cast<const char*>(data), size}, "table.csv");
    } catch (const InputError&) {
        return 0;
    }
    std::ostringstream written;
    write_case_table(table, written);
    const CaseTable again = parse_case_table(written.str(), "again.csv");
    if (again.rows != table.rows || again.columns.size() != table.columns.size()) std::abort();
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        const CaseColumn &a = table.columns[i], &b = again.columns[i];
        if (a.path != b.path || a.texts != b.texts || a.missing != b.missing) std::abort();
    }
    return 0;
}
