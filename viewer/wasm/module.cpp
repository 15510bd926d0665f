// What the module exports. The page writes a text into the buffer of `request`, calls a function, and reads
// the answer: {address of the text, its size, address of the doubles, their number}, four words of 32 bits.
// It stays until the next call. `slot` is one of four files that are open at a time: the one that is edited,
// and its ghosts.

#include "session.hpp"

#include <array>
#include <cstdint>

#define SUPPLE_PAGE(name) extern "C" __attribute__((export_name(#name)))

namespace {

using supple::page::Answer;
using supple::page::Session;

std::string& request_text()
{
    static std::string text;
    return text;
}

std::array<std::unique_ptr<Session>, 4>& sessions()
{
    static std::array<std::unique_ptr<Session>, 4> all;
    return all;
}

Answer& answer()
{
    static Answer last;
    return last;
}

std::vector<double>& newest()
{
    static std::vector<double> frames;
    return frames;
}

const std::uint32_t* told()
{
    static std::array<std::uint32_t, 4> words;
    const Answer& a = answer();
    words = {static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(a.text.data())),
             static_cast<std::uint32_t>(a.text.size()),
             static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(a.numbers.data())),
             static_cast<std::uint32_t>(a.numbers.size())};
    return words.data();
}

Session* session(int slot)
{
    auto& all = sessions();
    const bool there = slot >= 0 && slot < static_cast<int>(all.size());
    Session* found = there ? all[static_cast<std::size_t>(slot)].get() : nullptr;
    answer().numbers.clear();
    if (found && found->good()) return found;
    answer().text = "{\"refused\":\"no file is open that could be read\"}";
    return nullptr;
}

/// The newest shape, position and quaternion of each frame, for who watches a motion.
void keep_newest(const supple::Trajectory& so_far)
{
    newest().clear();
    if (so_far.frames.empty()) return;
    for (const supple::SE3& X : so_far.frames.back()) {
        const Eigen::Quaterniond q(X.rotation());
        newest().insert(newest().end(), X.position().data(), X.position().data() + 3);
        newest().insert(newest().end(), {q.w(), q.x(), q.y(), q.z()});
    }
}

}  // namespace

/// Room for a text of that size.
SUPPLE_PAGE(request) char* request(int size)
{
    request_text().resize(static_cast<std::size_t>(size));
    return request_text().data();
}

/// Reads a file into a slot: its problems or, where there are none, its inputs and what there is to see.
SUPPLE_PAGE(read) const std::uint32_t* read(int slot)
{
    auto& place = sessions().at(static_cast<std::size_t>(slot));
    answer().numbers.clear();
    place = std::make_unique<Session>(supple::page::read_request(request_text()), answer());
    return told();
}

/// The file of one slot with the type of model that the text names, into another.
SUPPLE_PAGE(switch_model) const std::uint32_t* switch_model(int from, int slot)
{
    if (const Session* source = session(from)) {
        auto made = Session::with_model(*source, request_text(), answer());
        sessions().at(static_cast<std::size_t>(slot)) = std::move(made);
    }
    return told();
}

SUPPLE_PAGE(prepare) const std::uint32_t* prepare(int slot)
{
    if (Session* s = session(slot)) s->prepare(answer());
    return told();
}

SUPPLE_PAGE(solve) const std::uint32_t* solve(int slot, int cold)
{
    if (Session* s = session(slot)) s->solve(cold != 0, answer());
    return told();
}

/// Solves so many times from the unloaded shape and tells nothing: for measuring.
SUPPLE_PAGE(solve_often) void solve_often(int slot, int times)
{
    Session* s = session(slot);
    for (int i = 0; s && i < times; ++i)
        s->solve_cold();
}

/// Sets an input to the number that the text is.
SUPPLE_PAGE(put) const std::uint32_t* put(int slot, int input)
{
    if (Session* s = session(slot)) s->put(static_cast<std::size_t>(input), request_text(), answer());
    return told();
}

SUPPLE_PAGE(scene) const std::uint32_t* scene(int slot)
{
    if (const Session* s = session(slot)) s->scene(answer());
    return told();
}

SUPPLE_PAGE(steerable) const std::uint32_t* steerable(int slot)
{
    if (Session* s = session(slot)) s->steerable(answer());
    return told();
}

SUPPLE_PAGE(steer) const std::uint32_t* steer(int slot, double x, double y, double z, int warm)
{
    if (Session* s = session(slot)) s->steer({x, y, z}, warm != 0, answer());
    return told();
}

SUPPLE_PAGE(modes) const std::uint32_t* modes(int slot, int count)
{
    if (Session* s = session(slot)) s->find_modes(count, answer());
    return told();
}

/// `watch` is a place in the module's table of functions: (simulated time, how many shapes there are, address
/// of the newest, its number of doubles) -> whether to go on. 0: nobody watches.
SUPPLE_PAGE(simulate) const std::uint32_t* simulate(int slot, int watch)
{
    using Watch = int (*)(double, int, const double*, int);
    const auto call = reinterpret_cast<Watch>(static_cast<std::uintptr_t>(watch));
    const supple::Progress progress([call](double time, const supple::Trajectory& so_far) {
        if (!call) return true;
        keep_newest(so_far);
        return call(time, static_cast<int>(so_far.frames.size()), newest().data(),
                    static_cast<int>(newest().size())) != 0;
    });
    if (Session* s = session(slot)) s->simulate(progress, answer());
    return told();
}
