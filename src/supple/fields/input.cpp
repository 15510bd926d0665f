#include <supple/fields/input.hpp>
#include <supple/fields/model_table.hpp>
#include <supple/text/sentence.hpp>
#include <supple/text/words.hpp>

#include <algorithm>
#include <cmath>

namespace supple {
namespace {

std::string unit_of(const Numbers& form)
{
    if (form.angle) return "deg";
    const std::string shown = example(form.dimension);
    const std::size_t blank = shown.find(' ');
    return blank == std::string::npos ? "" : shown.substr(blank + 1);
}

const Field* field_of(const Table& table, std::string_view key)
{
    const auto found = std::find_if(table.fields.begin(), table.fields.end(),
                                    [&](const Field& field) { return field.key == key; });
    return found == table.fields.end() ? nullptr : &*found;
}

/// The table of an item of a list: below its kind key where it has one.
struct ItemTable {
    Table table;
    std::string kind;  ///< "" where there is none
    std::string name;  ///< "" where it has none
};

std::optional<ItemTable> item_table(const std::vector<Form>& forms)
{
    const auto* object = forms.empty() ? nullptr : std::get_if<Object>(&forms[0]);
    if (!object) return std::nullopt;
    ItemTable item{*object->there(), "", ""};
    for (const Field& field : item.table.fields) {
        const auto* kind = field.need == Need::one_of ? std::get_if<Object>(&field.forms[0]) : nullptr;
        if (!kind) continue;
        if (std::optional<Table> there = kind->there()) {
            item.kind = field.key;
            item.table = std::move(*there);
            break;
        }
    }
    if (const Field* name = field_of(item.table, "name")) item.name = std::get<Text>(name->forms[0]).get();
    return item;
}

/// The steps of a path as they are taken.
struct Steps {
    std::vector<std::string> all;
    std::size_t next = 0;
    std::string walked{};  ///< as it was given

    bool done() const { return next == all.size(); }
    /// Whether a key follows the next step, and not just a component of it.
    bool goes_on() const { return next + 1 < all.size() && !component_of(all[next + 1]); }
    const std::string& peek() const { return all[next]; }
    void take()
    {
        walked = joined_path(walked, all[next]);
        ++next;
    }
};

bool is_axis(std::string_view step)
{
    return step == "x" || step == "y" || step == "z";
}

std::string component_name(const Numbers& form, std::size_t count, std::size_t i)
{
    const bool three = form.count.least == 3 && count == 3;
    return three ? std::string(1, "xyz"[i]) : std::to_string(i);
}

}  // namespace

/// Walks the table of a description: down one path, or through all of it.
class InputWalk {
 public:
    explicit InputWalk(Manipulator& m) : manipulator_(m), table_(manipulator_table(m, context_))
    {
        // Places along the rod get a range without an end: the rod may be set longer after the place was
        // found.
        context_.rod = &endless_;
    }

    FoundInputs find(std::string_view path)
    {
        Steps steps{steps_of(path)};
        return in_table(table_, steps, "");
    }

    std::vector<Input> all()
    {
        for (const Field& field : table_.fields) {
            if (field.key != "supple" && field.key != "fit" && field.key != "uncertain")
                list(field.forms, field.key, field.help);
        }
        return std::move(all_);
    }

 private:
    static FoundInputs fail(std::string why) { return {{}, std::move(why), false}; }

    Input handle(const Numbers& form, const Slot& slot, std::string path, const std::string& help) const
    {
        Input input;
        input.path_ = std::move(path);
        input.unit_ = unit_of(form);
        input.help_ = help;
        input.slot_ = slot;
        input.form_ = form;
        input.form_.set = {};
        input.form_.slots = {};
        input.manipulator_ = &manipulator_;
        return input;
    }

    FoundInputs in_table(const Table& table, Steps& steps, const std::string& path)
    {
        const std::string here = steps.walked;
        if (steps.done()) return fail(filled("{} is a map of keys; expected a path to a number", here));
        const Field* field = field_of(table, steps.peek());
        if (!field) {
            std::vector<std::string> keys;
            for (const Field& known : table.fields)
                keys.push_back(known.key);
            return misnamed(steps.peek(), here, keys);
        }
        steps.take();
        return in_forms(field->forms, steps, joined_path(path, field->key), field->help, here);
    }

    static FoundInputs misnamed(const std::string& step, const std::string& where,
                                const std::vector<std::string>& there)
    {
        const std::string nearest = nearest_word(step, there);
        FoundInputs found =
            fail(missing(step, where, nearest.empty() ? nearest : joined_path(where, nearest)));
        found.misnamed = true;
        return found;
    }

    static std::string missing(const std::string& step, const std::string& where, const std::string& nearest)
    {
        return filled("{}; expected the path of a value that stands there",
                      no_such_path(step, where.empty() ? "the file" : where, nearest));
    }

    FoundInputs in_forms(const std::vector<Form>& forms, Steps& steps, const std::string& path,
                         const std::string& help, const std::string& above)
    {
        const bool component = steps.next + 1 == steps.all.size() && component_of(steps.peek());
        for (const Form& form : forms) {
            if (const auto* object = std::get_if<Object>(&form)) {
                if (const auto there = object->there()) return in_table(*there, steps, path);
            } else if (const auto* tagged = std::get_if<Tagged>(&form)) {
                for (const auto& alternative : tagged->alternatives) {
                    const auto there = alternative.there();
                    if (!there) continue;
                    if (!steps.done() && steps.peek() == "type")
                        return fail(filled("{}; expected a number at {}.type",
                                           parse_quantity(alternative.type).error, steps.walked));
                    return in_table(*there, steps, path);
                }
            } else if (const auto* list = std::get_if<List>(&form)) {
                const bool numbers_instead = std::holds_alternative<Numbers>(forms[0]);
                if (!numbers_instead) return in_list(*list, steps, path, help);
            } else if (const auto* named = std::get_if<NamedMap>(&form)) {
                return in_names(*named, steps, path, help);
            } else if (const auto* numbers = std::get_if<Numbers>(&form)) {
                const std::vector<Slot> slots = numbers->slots();
                if (!slots.empty() && (steps.done() || component))
                    return in_numbers(*numbers, slots, steps, path, help);
            }
        }
        // Numbers may stand there as a word, or not yet.
        for (const Form& form : forms) {
            if (const auto* numbers = std::get_if<Numbers>(&form)) {
                if (!steps.done() && !numbers->slots().empty())
                    return fail(
                        filled("{} has nothing below it; expected a path that ends there", steps.walked));
            }
            const auto* text = std::get_if<Text>(&form);
            const auto* word = std::get_if<Word>(&form);
            const std::string found = text ? text->get() : word && word->is() ? word->word : "";
            if (found.empty()) continue;
            if (!steps.done())
                return fail(filled("{} has nothing below it; expected a path that ends there", steps.walked));
            return fail(filled("{}; expected a number at {}", parse_quantity(found).error, steps.walked));
        }
        return fail(missing(steps_of(path).back(), above, ""));
    }

    FoundInputs in_list(const List& list, Steps& steps, const std::string& path, const std::string& help)
    {
        if (steps.done()) return fail(filled("{} is a list; expected a path to a number", steps.walked));
        const std::string& step = steps.peek();
        const std::size_t size = list.size();
        if (size == 0) return fail(filled("the file has no {}", steps.walked));
        std::size_t i = size;
        if (const auto index = index_of(step)) {
            if (*index >= size)
                return fail(
                    filled("{} has no item {}; expected an index below {}", steps.walked, *index, size));
            i = *index;
        } else {
            std::vector<std::string> names;
            for (i = 0; i < size; ++i) {
                const auto item = item_table(list.item(i));
                if (item && item->name == step) break;
                if (item && !item->name.empty()) names.push_back(item->name);
            }
            if (i == size) return misnamed(step, steps.walked, names);
        }
        const std::string above = steps.walked;
        steps.take();
        const std::vector<Form> forms = list.item(i);
        const auto item = item_table(forms);
        if (!item) return in_forms(forms, steps, joined_path(path, std::to_string(i)), help, above);
        // The kind key may stand in the path. The mass of a mass is a key below itself: the step is the kind
        // then, where another key follows.
        if (!steps.done() && steps.peek() == item->kind &&
            (!field_of(item->table, item->kind) || steps.goes_on()))
            steps.take();
        return in_table(item->table, steps,
                        joined_path(path, item->name.empty() ? std::to_string(i) : item->name));
    }

    FoundInputs in_names(const NamedMap& named, Steps& steps, const std::string& path,
                         const std::string& help)
    {
        if (steps.done())
            return fail(filled("{} is a map of keys; expected a path to a number", steps.walked));
        const std::vector<std::string> names = named.names();
        const auto found = std::find(names.begin(), names.end(), steps.peek());
        if (found == names.end()) return misnamed(steps.peek(), steps.walked, names);
        const std::string above = steps.walked;
        steps.take();
        return in_forms(named.item(static_cast<std::size_t>(found - names.begin())), steps,
                        joined_path(path, *found), help, above);
    }

    FoundInputs in_numbers(const Numbers& form, const std::vector<Slot>& slots, const Steps& steps,
                           const std::string& path, const std::string& help)
    {
        const std::size_t count = slots.size();
        const auto one = [&](std::size_t i) {
            return handle(form, slots[i],
                          count == 1 ? path : joined_path(path, component_name(form, count, i)), help);
        };
        FoundInputs found;
        if (steps.done()) {
            for (std::size_t i = 0; i < count; ++i)
                found.inputs.push_back(one(i));
            return found;
        }
        const std::size_t i = *component_of(steps.peek());
        const bool list_of_one = count == 1 && form.count.most == several.most && !is_axis(steps.peek());
        const bool there = is_axis(steps.peek()) ? count == 3 : i < count;
        if (there && (count > 1 || list_of_one)) {
            found.inputs.push_back(one(i));
            return found;
        }
        const std::string& value = steps.walked;
        return fail(count == 1 ? filled("{} is one number; expected the path {}", value, value)
                               : filled("{} has {} values; expected {}.0 to {}.{}", value, count, value,
                                        value, count - 1));
    }

    /// Lists what stands there in the first form that gives something.
    void list(const std::vector<Form>& forms, const std::string& path, const std::string& help)
    {
        for (const Form& form : forms) {
            if (const auto* numbers = std::get_if<Numbers>(&form)) {
                const std::vector<Slot> slots = numbers->slots();
                const bool written = std::all_of(slots.begin(), slots.end(), [&](const Slot& slot) {
                    const double value = slot.get();
                    return std::isfinite(value) && numbers->range.holds(value);
                });
                if (slots.empty() || !written) continue;
                Steps here{{}, 0, path};
                for (Input& input : in_numbers(*numbers, slots, here, path, help).inputs)
                    all_.push_back(std::move(input));
                return;
            }
            if (const auto* object = std::get_if<Object>(&form)) {
                const auto there = object->there();
                if (there) return list(*there, path);
            } else if (const auto* tagged = std::get_if<Tagged>(&form)) {
                for (const auto& alternative : tagged->alternatives) {
                    if (const auto there = alternative.there()) return list(*there, path);
                }
            } else if (const auto* items = std::get_if<List>(&form)) {
                for (std::size_t i = 0; i < items->size(); ++i) {
                    const auto item = item_table(items->item(i));
                    const std::string step = !item || item->name.empty() ? std::to_string(i) : item->name;
                    if (item)
                        list(item->table, joined_path(path, step));
                    else
                        list(items->item(i), joined_path(path, step), help);
                }
            } else if (const auto* named = std::get_if<NamedMap>(&form)) {
                const std::vector<std::string> names = named->names();
                for (std::size_t i = 0; i < names.size(); ++i)
                    list(named->item(i), joined_path(path, names[i]), help);
            }
        }
    }

    void list(const Table& table, const std::string& path)
    {
        for (const Field& field : table.fields)
            list(field.forms, joined_path(path, field.key), field.help);
    }

    Manipulator& manipulator_;
    const Rod endless_{};
    TableContext context_;
    Table table_;
    std::vector<Input> all_;
};

bool Input::present() const
{
    return std::isfinite(get());
}

void Input::clear() const
{
    if (const auto* maybe = std::get_if<std::optional<double>*>(&slot_.place)) (*maybe)->reset();
}

bool Input::allows(double value) const
{
    return std::isfinite(value) && (!form_.whole || value == std::round(value)) && form_.range.holds(value);
}

std::string Input::verify() const
{
    const double value = get();
    if (!std::isfinite(value)) return filled("{}: is not a finite number", path_);
    if (form_.whole && value != std::round(value))
        return filled("{}: {} is not whole; expected {}", path_, text(value), supple::allowed(form_));
    if (!form_.range.holds(value))
        return filled("{}: {} is out of range; expected {}", path_, text(value), supple::allowed(form_));
    if (form_.free) return {};
    if (const MaybeMistake mistake = mistake_in(*manipulator_))
        return filled("{}: {}: {}", path_, mistake->key, mistake->message);
    return {};
}

FoundInputs find_inputs(Manipulator& manipulator, std::string_view path)
{
    return InputWalk(manipulator).find(path);
}

FoundInput find_input(Manipulator& manipulator, std::string_view path)
{
    FoundInputs found = find_inputs(manipulator, path);
    if (!found) return {{}, std::move(found.error)};
    if (found.inputs.size() == 1) return {std::move(found.inputs[0]), {}};
    return {{}, filled("{} has {} values; expected one, such as {}.0", path, found.inputs.size(), path)};
}

std::vector<Input> inputs(Manipulator& manipulator)
{
    return InputWalk(manipulator).all();
}

}  // namespace supple
