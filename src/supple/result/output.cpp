#include <supple/result/describe.hpp>
#include <supple/result/output.hpp>
#include <supple/rod/completed.hpp>
#include <supple/text/path.hpp>
#include <supple/text/words.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace supple {
namespace {

using Words = std::vector<std::string>;

/// A whole number from 0, or -1.
int whole_number(std::string_view text)
{
    const auto index = index_of(text);
    return index && *index <= static_cast<std::size_t>(std::numeric_limits<int>::max())
               ? static_cast<int>(*index)
               : -1;
}

std::string listed(const Words& words)
{
    constexpr std::size_t most = 12;
    std::string text;
    for (std::size_t i = 0; i < words.size() && i < most; ++i)
        text += (i > 0 ? ", " : "") + words[i];
    return words.size() > most ? text + ", ..." : text;
}

/// How an item of a list is written: by its name, or by its place where it has none.
std::string item_word(const Items& items, std::size_t i)
{
    const std::string_view name = items.name(i);
    return name.empty() ? std::to_string(i) : std::string(name);
}

/// Names along the last axis of an array, or none.
Words components_of(const ResultField& field)
{
    Words words;
    for (const std::string_view word : split_at_blanks(field.components))
        words.emplace_back(word);
    return words;
}

/// What E = "tip", "stations", ... and its quantity are, from the names of the fields on the way.
void classify(Output& o, std::string_view thing, std::string_view quantity)
{
    const bool pose = quantity == "position" || quantity == "quaternion";
    const bool wrench = quantity == "force" || quantity == "moment";
    if (thing == "tip" || thing == "stations" || (thing == "shape" && pose)) {
        o.of = thing == "tip" ? OutputOf::tip : thing == "stations" ? OutputOf::station : OutputOf::frame;
        o.part = quantity.empty()         ? OutputPart::pose
                 : !pose                  ? OutputPart::other
                 : quantity == "position" ? OutputPart::position
                                          : OutputPart::quaternion;
    } else if (thing == "reactions" || thing == "base_reaction") {
        o.of = thing == "reactions" ? OutputOf::reaction : OutputOf::base_reaction;
        o.part = quantity.empty()      ? OutputPart::wrench
                 : !wrench             ? OutputPart::other
                 : quantity == "force" ? OutputPart::force
                                       : OutputPart::moment;
    }
}

/// Looks for the words of a path, one level of the description after the other. Where an item or a group is
/// not there, the names below it are looked at all the same.
class Search final : public Describer {
 public:
    Search(const Words& words, bool through_time) : words_(words), through_time_(through_time) {}

    bool found() const { return named_ && !lacking_; }
    /// Whether all names on the path are right, whatever this result lacks.
    bool named() const { return named_; }
    bool misnamed() const { return misnamed_; }
    Output output() const { return output_; }
    std::size_t missed_word() const { return missed_word_; }
    const Words& there() const { return there_; }
    const std::string& why() const { return why_; }

    void run(Description result)
    {
        result(*this);
        if (!met_) miss_name(at_, siblings_);
    }

    void outcome(Status, std::string_view) override
    {
        if (meet({.name = "status"})) leaf_text({.name = "status", .help = "how it ended"});
        if (meet({.name = "message"})) leaf_text({.name = "message", .help = "one sentence"});
    }
    void text(const ResultField& field, std::optional<std::string_view>) override
    {
        if (meet(field)) leaf_text(field);
    }
    void texts(const ResultField& field, const std::vector<std::string>&) override
    {
        if (meet(field)) summary(field, InTable::count, "count");
    }
    void flag(const ResultField& field, std::optional<bool>) override
    {
        if (meet(field)) leaf(field);
    }
    void whole(const ResultField& field, std::optional<long>) override
    {
        if (meet(field)) leaf(field);
    }
    void numbers(const ResultField& field, const ResultNumbers& values) override
    {
        if (!meet(field)) return;
        if (!values.present && values.rank > 0) refuse(field);
        entries(field, values);
    }
    void ragged(const ResultField& field, const std::vector<std::vector<double>>& lists) override
    {
        if (!meet(field)) return;
        const int i = next() < words_.size() ? whole_number(words_[next()]) : -1;
        if (i < 0 || static_cast<std::size_t>(i) >= lists.size()) {
            Words all;
            for (std::size_t j = 0; j < lists.size(); ++j)
                all.push_back(std::to_string(j));
            return miss(next(), all);
        }
        output_.entry = static_cast<std::size_t>(i);
        path_ += "." + words_[next()];
        ++at_;
        summary(field, InTable::largest, "largest");
    }
    void group(const ResultField& field, bool present, FunctionRef<void(Describer&)> fields) override
    {
        if (!meet(field)) return;
        if (!present) refuse(field);
        if (next() == words_.size() && (thing_ == "tip" || thing_ == "base_reaction"))
            return whole_thing(field);
        enter([&] { fields(*this); });
    }
    void list(const ResultField& field, const Items& items) override
    {
        if (!meet(field)) return;
        if (!items.present) refuse(field);
        Words all;
        for (std::size_t i = 0; i < items.count; ++i)
            all.push_back(item_word(items, i));
        if (next() >= words_.size()) return miss(next(), all);
        const std::string& word = words_[next()];
        auto item = static_cast<std::size_t>(std::find(all.begin(), all.end(), word) - all.begin());
        if (item == items.count && whole_number(word) >= 0)
            item = static_cast<std::size_t>(whole_number(word));
        const bool there = item < items.count;
        if (!there) miss(next(), all);
        step().item = static_cast<int>(item);
        output_.item = static_cast<int>(item);
        path_ += "." + (there ? all[item] : word);
        ++at_;
        if (next() == words_.size() && (thing_ == "stations" || thing_ == "reactions"))
            return whole_thing(field);
        enter([&] { items.describe(*this, there ? item : prototype); });
    }

 private:
    std::size_t next() const { return at_ + 1; }
    Output::Step& step() { return output_.steps[static_cast<std::size_t>(output_.depth - 1)]; }

    /// Whether the field is the one that the path names at this level.
    bool meet(const ResultField& field)
    {
        ++field_;
        if (met_) return false;
        siblings_.emplace_back(field.name);
        if (at_ >= words_.size() || words_[at_] != field.name) return false;
        met_ = true;
        output_.steps[static_cast<std::size_t>(output_.depth++)].field = field_;
        path_ += (path_.empty() ? "" : ".") + words_[at_];
        (output_.depth == 1 ? thing_ : quantity_) = field.name;
        return true;
    }
    void enter(FunctionRef<void()> body)
    {
        const int outer = field_;
        field_ = -1;
        siblings_.clear();
        met_ = false;
        ++at_;
        body();
        // Where nothing has a name here, as among no actuations, any might.
        if (!met_) siblings_.empty() ? miss(at_, {}) : miss_name(at_, siblings_);
        met_ = true;
        field_ = outer;
    }
    /// What is not there, of which the first counts.
    void miss(std::size_t word, Words there, std::string why = "")
    {
        if (lacking_) return;
        lacking_ = true;
        missed_word_ = word;
        there_ = std::move(there);
        why_ = std::move(why);
    }
    /// A name that nothing has there. It is told rather than that a list is empty or a group absent.
    void miss_name(std::size_t word, Words there)
    {
        misnamed_ = word < words_.size();
        if (misnamed_ && there_.empty()) lacking_ = false;
        miss(word, std::move(there));
    }
    void refuse(const ResultField& field)
    {
        miss(words_.size(), {}, std::string("is not in this result: ") + field.absent);
    }

    /// Nothing may follow; the output is complete.
    void leaf(const ResultField& field, int size = 1)
    {
        if (next() < words_.size()) return miss_name(next(), {});
        if (through_time_ && !field.rows) return miss(words_.size(), {}, "is not a number of each time");
        named_ = true;
        output_.path = path_;
        output_.help = field.help;
        output_.unit = field.unit;
        if (*field.unit.si != '\0') output_.dimension = parse_unit(field.unit.si).dimension;
        output_.size = size;
        output_.clock = field.clock;
        classify(output_, thing_, quantity_);
    }
    void leaf_text(const ResultField& field)
    {
        leaf(field);
        output_.is_text = true;
    }
    void summary(const ResultField& field, InTable in_table, const char* word)
    {
        if (next() >= words_.size() || words_[next()] != word) return miss_name(next(), {word});
        path_ += std::string(".") + word;
        ++at_;
        output_.in_table = in_table;
        leaf(field);
        if (in_table == InTable::count) output_.unit = {}, output_.dimension = {};
    }
    void whole_thing(const ResultField& field)
    {
        if (through_time_) return miss(next(), {"position", "quaternion"});
        const bool pose = thing_ == "tip" || thing_ == "stations";
        named_ = true;
        output_.path = path_;
        output_.help = field.help;
        output_.size = pose ? 7 : 6;
        classify(output_, thing_, "");
    }

    /// The words that choose among the entries of an array; trailing axes may be left open.
    void entries(const ResultField& field, const ResultNumbers& values)
    {
        const Words components = components_of(field);
        const bool implicit = through_time_ && field.rows;  // the axis of time has no word
        std::size_t entry = 0, open = 1;
        for (int axis = implicit ? 1 : 0; axis < values.rank; ++axis) {
            const std::size_t length = values.shape[static_cast<std::size_t>(axis)];
            const bool last = axis + 1 == values.rank;
            const std::size_t word_at = next();
            entry *= length;
            if (word_at >= words_.size()) {
                open *= length;
                continue;
            }
            const auto named = std::find(components.begin(), components.end(), words_[word_at]);
            const int index = last && named != components.end() ? static_cast<int>(named - components.begin())
                                                                : whole_number(words_[word_at]);
            if (index < 0 || static_cast<std::size_t>(index) >= length) {
                Words all = last ? components : Words{};
                for (std::size_t i = 0; all.empty() && i < length; ++i)
                    all.push_back(std::to_string(i));
                if (index < 0) return miss_name(word_at, all);
                miss(word_at, all);
            }
            entry += static_cast<std::size_t>(index);
            const bool letter = last && static_cast<std::size_t>(index) < components.size();
            path_ += "." + (letter ? components[static_cast<std::size_t>(index)] : std::to_string(index));
            if (letter) output_.component = index;
            if (thing_ == "shape" && !letter) output_.item = index;
            ++at_;
        }
        output_.entry = entry;
        leaf(field, static_cast<int>(open));
    }

    const Words& words_;
    bool through_time_;
    std::size_t at_ = 0;
    int field_ = -1;
    bool met_ = false, named_ = false, lacking_ = false, misnamed_ = false;
    Words siblings_;
    std::string path_, thing_, quantity_;
    Output output_;
    std::size_t missed_word_ = 0;
    Words there_;
    std::string why_;
};

/// "shape.3.position.x" as the description has it: "shape.position.3.x"; and "contacts.vessel.count", where
/// the list of summaries has it.
Words in_order(Words words)
{
    const bool summary = words.size() == 3 && (words[2] == "count" || words[2] == "largest_normal_force");
    if (summary && words[0] == "contacts") words[0] = "contact_summaries";
    if (words.size() > 2 && words[0] == "shape" && whole_number(words[1]) >= 0) std::swap(words[1], words[2]);
    return words;
}

/// The path with the point of the shape first, as people write it.
std::string point_first(const std::string& path)
{
    Words words = steps_of(path);
    if (words.size() == 3 && words[0] == "contact_summaries") words[0] = "contacts";
    if (words.size() > 2 && words[0] == "shape" && whole_number(words[2]) >= 0) std::swap(words[1], words[2]);
    return path_of(words);
}

/// "disks.8" becomes the point of the shape at that disk; empty where that was done.
std::string place_disk(Words& words, const std::vector<double>& arclength, std::span<const double> disks)
{
    if (disks.empty()) return "there are no disks";
    const int disk = words.size() > 1 ? whole_number(words[1]) : -1;
    if (disk < 1 || static_cast<std::size_t>(disk) > disks.size())
        return "there are disks 1 to " + std::to_string(disks.size());
    const double length = arclength.empty() ? 0.0 : arclength.back();
    for (std::size_t i = 0; i < arclength.size(); ++i) {
        if (std::abs(arclength[i] - disks[static_cast<std::size_t>(disk) - 1]) > 1e-9 * length) continue;
        words[0] = "shape";
        words[1] = std::to_string(i);
        return "";
    }
    return "the model places no frame at that disk; name a station there";
}

/// What was missed, and the nearest path that exists.
std::string explain(const Search& first, Words words, Description like, bool through_time)
{
    if (!first.why().empty()) return first.why();
    const std::size_t at = first.missed_word();
    const Words known(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(std::min(at, words.size())));
    const std::string parent = known.empty() ? "the result" : point_first(path_of(known));
    std::string nearest_path;
    // Each round mends one word; a path has few of them.
    std::size_t missed = at;
    Words there = first.there();
    const std::string wrong = at < words.size() ? words[at] : "";
    for (std::size_t round = 0; round < words.size() && missed < words.size(); ++round) {
        const std::string nearest = nearest_word(words[missed], there);
        if (nearest.empty()) break;
        words[missed] = nearest;
        Search again(words, through_time);
        again.run(like);
        if (again.named()) {
            nearest_path = point_first(again.output().path);
            break;
        }
        missed = again.missed_word();
        there = again.there();
    }
    std::string text = at < words.size() ? no_such_path(wrong, parent, nearest_path) : "is not a number";
    if (!first.there().empty()) text += "; " + parent + " has " + listed(first.there());
    return text;
}

OutputSearch find(std::string_view path, Description like, const std::vector<double>& arclength,
                  std::span<const double> disks, bool through_time)
{
    Words words = steps_of(path);
    const bool disk = words[0] == "disks";
    if (disk) {
        if (std::string problem = place_disk(words, arclength, disks); !problem.empty())
            return {{}, std::move(problem)};
    }
    // The pose of a point of the shape as a whole.
    const bool pose =
        !through_time && words.size() == 2 && words[0] == "shape" && whole_number(words[1]) >= 0;
    if (pose) words.emplace_back("position");
    words = in_order(std::move(words));
    Search search(words, through_time);
    search.run(like);
    if (!search.found()) return {{}, explain(search, words, like, through_time), search.misnamed()};
    Output output = search.output();
    output.path = disk ? std::string(path) : point_first(output.path);
    if (pose) {
        output.part = OutputPart::pose;
        output.size = 7;
        output.path = disk ? std::string(path) : "shape." + std::to_string(output.item);
    }
    return {std::move(output), ""};
}

}  // namespace

OutputSearch find_output(std::string_view path, const Equilibrium& like, std::span<const double> disks)
{
    return find(
        path, [&](Describer& to) { describe(to, like); }, like.shape.arclength, disks, false);
}

OutputSearch find_output(std::string_view path, const Trajectory& like, std::span<const double> disks)
{
    return find(
        path, [&](Describer& to) { describe(to, like); }, like.arclength, disks, true);
}

OutputSearch find_output(std::string_view path, Description like)
{
    return find(path, like, {}, {}, false);
}

std::vector<double> disk_places(const Manipulator& manipulator)
{
    const Complete complete(manipulator);
    for (const Attachment& attachment : complete->attachments)
        if (const auto* disks = std::get_if<Disks>(&attachment)) return disks->positions;
    return {};
}

}  // namespace supple
