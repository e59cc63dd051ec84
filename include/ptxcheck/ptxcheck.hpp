/* ptxcheck: the whole library for C++17, header only, over the functions of the C headers.
 *
 *     const ptxcheck::result<ptxcheck::report> report = ptxcheck::check(source);
 *     if (!report)
 *         return failure(report.reason());
 *     for (const ptxcheck::diagnostic diagnostic : *report)
 *         use(diagnostic.message(), diagnostic->span.offset);
 *
 * Nothing here throws; neither exceptions nor RTTI are needed. What may fail returns a status, or a result: a status
 * with a value. It is that of the function of C, or PTXC_OUT_OF_MEMORY where a text found no memory. Memory comes from
 * the allocator of the options. The value of a result that failed is empty, and harms nobody: a report without
 * findings, a text of no bytes.
 *
 * An owner, such as a report, frees what it owns; get() gives it to the functions of C. What an owner gives lives as
 * long as it, and so do texts that the functions of C do not copy. A diagnostic and its like are structures of C:
 * `->` gives their members, functions give their strings as std::string_view and their arrays as ranges.
 *
 * Functions do what those of C do that have the same name; the C headers say what that is. docs/api.md has an example.
 */
#ifndef PTXCHECK_PTXCHECK_HPP
#define PTXCHECK_PTXCHECK_HPP

#include <initializer_list>

#include "descriptor.h"
#include "document.h"
#include "edit.h"
#include "instruction.h"
#include "names.hpp"
#include "pipeline.h"
#include "plan.h"
#include "ptxcheck.h"
#include "render.h"
#include "result.hpp"
#include "session.h"
#include "swizzle.h"
#include "tensormap.h"

namespace ptxcheck {

using options = sized<ptxc_options>;
using format_options = sized<ptxc_format_options>;
using rule = sized<ptxc_rule>;
using requirement = sized<ptxc_requirement>;
using place = sized<ptxc_place>;
using asm_argument = sized<ptxc_asm_argument>;
using tensormap = sized<ptxc_tensormap>;
using copy = sized<ptxc_copy>;
using plan = sized<ptxc_plan>;
using descriptor_field = sized<ptxc_descriptor_field>;

inline std::string_view name(ptxc_status status) { return view(ptxc_status_name(status)); }
inline std::string_view name(ptxc_class rule_class) { return view(ptxc_class_name(rule_class)); }
inline std::string_view name(ptxc_severity severity) { return view(ptxc_severity_name(severity)); }
inline std::string_view name(ptxc_level level) { return view(ptxc_level_name(level)); }
inline std::string_view name(ptxc_launch_source source) { return view(ptxc_launch_source_name(source)); }
inline std::string_view name(ptxc_event_kind kind) { return view(ptxc_event_kind_name(kind)); }
inline std::string_view name(ptxc_event_completion completion) { return view(ptxc_event_completion_name(completion)); }
inline std::string_view name(ptxc_plan_kind kind) { return view(ptxc_plan_kind_name(kind)); }

namespace detail {

/* Returns where a text begins, which is no NULL even where the text is empty. */
inline const char *start(std::string_view text) { return text.data() ? text.data() : ""; }

/* The functions that sequences are made of. The library is the source of what belongs to nobody else. */
struct library {};
inline rule rule_at(library, size_t index) { return filled<rule>(ptxc_rule_get, index).value_or(rule()); }
inline const ptxc_note *note_at(const ptxc_diagnostic *of, size_t index) { return of->notes + index; }
inline const ptxc_fix *fix_at(const ptxc_diagnostic *of, size_t index) { return of->fixes + index; }
inline tensormap map_at(const ptxc_tensormaps *maps, size_t index) {
    return filled<tensormap>(ptxc_tensormaps_get, maps, index).value_or(tensormap());
}
struct pipeline_place {
    const ptxc_pipeline *pipeline;
    size_t kernel;
};
inline const ptxc_pipeline_event *event_at(pipeline_place of, size_t index) {
    return ptxc_pipeline_event_get(of.pipeline, of.kernel, index);
}
inline pipeline_place kernel_at(const ptxc_pipeline *pipeline, size_t index) { return {pipeline, index}; }
inline void close_module(ptxc_module *module_handle) { ptxc_module_close(module_handle, nullptr); }

} // namespace detail

/* ---- reports ---- */

/* A note, a fix or a remark. */
template <class Struct> struct worded : borrowed<Struct> {
    using borrowed<Struct>::borrowed;
    std::string_view text() const { return this->get()->text; }
};
using note = worded<ptxc_note>;
using fix = worded<ptxc_fix>;
using remark = worded<ptxc_remark>;

struct diagnostic : borrowed<ptxc_diagnostic> {
    using borrowed::borrowed;
    using note_range = sequence<note, const ptxc_diagnostic *, detail::note_at>;
    using fix_range = sequence<fix, const ptxc_diagnostic *, detail::fix_at>;
    std::string_view rule() const { return get()->rule; }
    std::string_view section() const { return get()->section; }
    std::string_view message() const { return get()->message; }
    note_range notes() const { return {get(), get()->note_count}; }
    fix_range fixes() const { return {get(), get()->fix_count}; }
};

struct kernel : borrowed<ptxc_kernel> {
    using borrowed::borrowed;
    std::string_view name() const { return get()->name; }
    std::string_view incomplete() const { return view(get()->incomplete); }
};

/* A range of diagnostics. */
class report : public range_owner<ptxc_report, ptxc_report_free, diagnostic, ptxc_report_get, ptxc_report_count> {
  public:
    using range_owner::range_owner;
    using kernel_range = sequence<kernel, const ptxc_report *, ptxc_report_kernel>;
    size_t total(ptxc_severity severity) const { return ptxc_report_total(get(), severity); }
    size_t suppressed() const { return ptxc_report_suppressed(get()); }
    size_t instructions() const { return ptxc_report_instructions(get()); }
    size_t statements() const { return ptxc_report_statements(get()); }
    kernel_range kernels() const { return {get(), ptxc_report_kernels(get())}; }
    size_t unfinished() const { return ptxc_report_unfinished(get()); }
    std::string_view text() const { return view(ptxc_report_text(get())); }
    bounded<ptxc_location, PTXC_MAX_LOCATIONS> locate(size_t offset) const {
        return bounded<ptxc_location, PTXC_MAX_LOCATIONS>::fill(ptxc_report_locate, get(), offset);
    }
};

inline result<report> check(std::string_view source, const ptxc_options &wanted = options()) {
    return make<report>(ptxc_check, detail::start(source), source.size(), &wanted);
}

inline result<report> check_host(std::string_view path, std::string_view source,
                                 const ptxc_options &wanted = options()) {
    const result<owned_text> closed = owned_text::copy(wanted.allocator, path);
    return closed ? make<report>(ptxc_check_host, closed->c_str(), detail::start(source), source.size(), &wanted)
                  : closed.code();
}

/* Without constraints, std::nullopt, neither the operands nor the clobbers are known. */
inline result<report> check_inline_asm(std::string_view text, char sign, std::optional<std::string_view> constraints,
                                       const ptxc_options &wanted = options()) {
    const result<owned_text> closed = owned_text::copy(wanted.allocator, constraints.value_or(""));
    return closed ? make<report>(ptxc_check_inline_asm, detail::start(text), text.size(), sign,
                                 constraints ? closed->c_str() : nullptr, &wanted)
                  : closed.code();
}

/* Returns why these options are a PTXC_BAD_ARGUMENT; an empty text where they are none. */
inline result<owned_text> explain(const ptxc_options &wanted) {
    return owned_text::write(nullptr, ptxc_options_explain, &wanted);
}

/* ---- what the library knows ---- */

using rule_range = sequence<rule, detail::library, detail::rule_at>;
inline rule_range rules() { return {{}, ptxc_rule_count()}; }

inline std::optional<rule> find_rule(std::string_view id) {
    for (const rule each : rules())
        if (each.id == id)
            return each;
    return std::nullopt;
}

/* ---- values ---- */

/* These make values as value.h does; the name needs no NUL. ptxc_offset and ptxc_not serve as they are. */
constexpr ptxc_value named_value(ptxc_value_kind kind, std::string_view name, ptxc_type type) {
    const size_t length = name.size();
    ptxc_value value{};
    value.kind = kind;
    value.type = type;
    value.name = name.data();
    value.name_length = static_cast<uint32_t>(length);
    value.flags = length > 2 && name[length - 2] == '.' ? uint32_t{PTXC_FLAG_COMPONENT} : 0;
    return value;
}

constexpr ptxc_value register_value(std::string_view name, ptxc_type type) {
    return named_value(type == PTXC_TYPE_NONE ? PTXC_VALUE_UNKNOWN : PTXC_VALUE_REGISTER, name, type);
}

constexpr ptxc_value symbol_value(std::string_view name, ptxc_space space, ptxc_type type, uint32_t alignment) {
    ptxc_value value = named_value(space == PTXC_SPACE_NONE ? PTXC_VALUE_UNKNOWN : PTXC_VALUE_VARIABLE, name, type);
    value.space = space;
    value.alignment = alignment;
    return value;
}

constexpr ptxc_value integer_value(int64_t integer) {
    ptxc_value value{};
    value.kind = PTXC_VALUE_INTEGER;
    value.integer = integer;
    return value;
}

constexpr std::string_view name(const ptxc_value &value) { return {value.name, value.name_length}; }

/* ---- instructions ---- */

/* An instruction, which is a plain value. */
class instruction {
  public:
    explicit instruction(ptxc_opcode opcode = PTXC_OP_NONE) { ptxc_instruction_init(&c_, opcode); }
    explicit instruction(const ptxc_instruction &copied) : c_(copied) {}
    ptxc_instruction *get() { return &c_; }
    const ptxc_instruction *get() const { return &c_; }
    const ptxc_instruction *operator->() const { return &c_; }

    /* Adds qualifiers up to the first that cannot be added. */
    status add(std::initializer_list<ptxc_qualifier> added) {
        ptxc_status code = PTXC_OK;
        for (const ptxc_qualifier qualifier : added)
            code = code == PTXC_OK ? ptxc_instruction_add(&c_, qualifier) : code;
        return code;
    }
    status set(ptxc_slot slot, ptxc_qualifier qualifier) { return ptxc_instruction_set(&c_, slot, qualifier); }
    ptxc_qualifier get(ptxc_slot slot) const { return ptxc_instruction_get(&c_, slot); }
    void guard(const ptxc_value &predicate) { ptxc_instruction_guard(&c_, predicate); }
    status push(const ptxc_value &value) { return ptxc_instruction_push(&c_, value); }
    status push_address(const ptxc_value &base) { return ptxc_instruction_push_address(&c_, base); }
    status push_vector(std::initializer_list<ptxc_value> elements) {
        return ptxc_instruction_push_vector(&c_, elements.begin(), elements.size());
    }
    status push_tensor(const ptxc_value &map, std::initializer_list<ptxc_value> coordinates) {
        return ptxc_instruction_push_tensor(&c_, map, coordinates.begin(), coordinates.size());
    }
    status push_pair(const ptxc_value &first, const ptxc_value &second) {
        return ptxc_instruction_push_pair(&c_, first, second);
    }

    array_view<ptxc_qualifier_use> qualifiers() const { return {c_.qualifiers, c_.qualifier_count}; }
    array_view<ptxc_operand> operands() const { return {c_.operands, c_.operand_count}; }
    array_view<ptxc_value> values() const { return {c_.values, c_.value_count}; }
    array_view<ptxc_value> values(const ptxc_operand &of) const { return {c_.values + of.first, of.count}; }

    /* Returns the canonical text; PTXC_UNREADABLE where there is none. */
    result<owned_text> emit(const ptxc_allocator *allocator = nullptr) const {
        if (ptxc_instruction_emit(&c_, nullptr, 0) == 0)
            return PTXC_UNREADABLE;
        return owned_text::write(allocator, ptxc_instruction_emit, &c_);
    }
    result<report> check(const ptxc_options &wanted = options(), const ptxc_module *within = nullptr) const {
        return make<report>(ptxc_instruction_check, &c_, &wanted, within);
    }

    /* Returns where it is legal, by one assembler, such as 1206, or by those that are followed. */
    requirement required(uint32_t assembler = 0) const {
        requirement needed;
        ptxc_instruction_requirement_by(&c_, assembler, &needed);
        return needed;
    }
    bounded<ptxc_reason, PTXC_MAX_REASONS> reasons() const {
        return bounded<ptxc_reason, PTXC_MAX_REASONS>::fill(ptxc_instruction_reasons, &c_);
    }
    bounded<ptxc_qualifier, PTXC_MAX_CHOICES> choices(ptxc_slot slot, const ptxc_options &wanted = options()) const {
        return bounded<ptxc_qualifier, PTXC_MAX_CHOICES>::fill(ptxc_instruction_choices, &c_, slot, &wanted);
    }
    result<instruction> without(ptxc_slot slot) const {
        instruction reduced;
        const ptxc_status code = ptxc_instruction_without(&c_, slot, &reduced.c_);
        return code == PTXC_OK ? result<instruction>(reduced) : code;
    }
    result<instruction> replace(ptxc_slot slot, size_t index, const char **why = nullptr) const {
        instruction replaced;
        const ptxc_status code = ptxc_instruction_replace(&c_, slot, index, &replaced.c_, why);
        return code == PTXC_OK ? result<instruction>(replaced) : code;
    }
    friend bool operator==(const instruction &a, const instruction &b) { return ptxc_instruction_equal(&a.c_, &b.c_); }
    friend bool operator!=(const instruction &a, const instruction &b) { return !(a == b); }

  private:
    ptxc_instruction c_{};
};

/* What was read, and what is wrong with it. With PTXC_UNREADABLE there is no instruction, and the report says why. */
struct parsed {
    ptxcheck::instruction instruction;
    ptxcheck::report report;
};

namespace detail {
template <class Function, class... Arguments> result<parsed> parse(Function function, Arguments... arguments) {
    parsed made;
    ptxc_report *report = nullptr;
    const ptxc_status code = function(arguments..., made.instruction.get(), &report);
    made.report = ptxcheck::report(report);
    return {code, std::move(made)};
}
} // namespace detail

inline result<parsed> parse(std::string_view text, const ptxc_options &wanted = options()) {
    return detail::parse(ptxc_instruction_parse_with, detail::start(text), text.size(), &wanted);
}

/* Parses and checks many instructions with the same options. Reports are empty where nothing is found. */
class session : public owner<ptxc_session, ptxc_session_close> {
  public:
    using owner::owner;
    static result<session> open(const ptxc_options &wanted = options()) {
        return make<session>(ptxc_session_open, &wanted);
    }
    result<parsed> parse(std::string_view text) {
        return detail::parse(ptxc_session_parse, get(), detail::start(text), text.size());
    }
    result<report> check(const instruction &checked) { return make<report>(ptxc_session_check, get(), checked.get()); }
};

/* A walk through the instructions of a source, a range that can be gone through once. After it, close() says whether
 * it ended for want of memory. */
class walk : public owner<ptxc_module, detail::close_module> {
  public:
    using owner::owner;
    static result<walk> open(std::string_view source, const ptxc_options &wanted = options()) {
        return make<walk>(ptxc_module_open, detail::start(source), source.size(), &wanted);
    }
    static result<walk> open_host(std::string_view path, std::string_view source,
                                  const ptxc_options &wanted = options()) {
        const result<owned_text> closed = owned_text::copy(wanted.allocator, path);
        return closed
                   ? make<walk>(ptxc_module_open_host, closed->c_str(), detail::start(source), source.size(), &wanted)
                   : closed.code();
    }

    struct end_type {};
    class iterator {
      public:
        explicit iterator(walk *of) : of_(of), more_(of->next()) {}
        const instruction &operator*() const { return of_->last_; }
        iterator &operator++() {
            more_ = of_->next();
            return *this;
        }
        bool operator!=(end_type) const { return more_; }

      private:
        walk *of_;
        bool more_;
    };
    iterator begin() { return iterator(this); }
    end_type end() const { return {}; }

    /* Goes to the next instruction, which is last() then; false after the last one, or without memory. */
    bool next() { return ptxc_module_next(get(), last_.get()) != 0; }
    const instruction &last() const { return last_; }

    /* These are about the instruction that was given last. */
    result<report> check(const ptxc_options &wanted = options()) const { return last_.check(wanted, get()); }
    ptxcheck::place place() const {
        ptxcheck::place here;
        ptxc_module_place(get(), &here);
        return here;
    }
    std::optional<asm_argument> argument(size_t index) const {
        return filled<asm_argument>(ptxc_module_operand, get(), index);
    }
    std::optional<ptxc_span> hidden(size_t index) const { return filled<ptxc_span>(ptxc_module_hidden, get(), index); }
    std::optional<ptxc_value> find(std::string_view name) const {
        return filled<ptxc_value>(ptxc_module_find, get(), name.data(), name.size());
    }
    std::optional<ptxc_value> symbol(uint32_t id) const { return filled<ptxc_value>(ptxc_module_symbol, get(), id); }
    result<report> close() { return make<report>(ptxc_module_close, take()); }

  private:
    instruction last_;
};

/* ---- changes ---- */

/* A text that changes while it is checked. */
class document : public owner<ptxc_document, ptxc_document_close> {
  public:
    using owner::owner;
    static result<document> open(std::string_view source, const ptxc_options &wanted = options()) {
        return make<document>(ptxc_document_open, detail::start(source), source.size(), &wanted);
    }
    status edit(size_t offset, size_t removed, std::string_view inserted) {
        return ptxc_document_edit(get(), offset, removed, inserted.data(), inserted.size());
    }
    std::string_view text() const {
        size_t length = 0;
        const char *bytes = ptxc_document_text(get(), &length);
        return {bytes, length};
    }
    result<report> check() { return make<report>(ptxc_document_check, get()); }
};

/* A range of edits of one source, in its order. */
class edits : public range_owner<ptxc_edits, ptxc_edits_free, fix, ptxc_edits_get, ptxc_edits_count> {
  public:
    using range_owner::range_owner;
    using remark_range = sequence<remark, const ptxc_edits *, ptxc_edits_remark>;
    static result<edits> of(std::string_view source, const ptxc_allocator *allocator = nullptr) {
        return make<edits>(ptxc_edits_make, detail::start(source), source.size(), allocator);
    }
    status replace(ptxc_span span, std::string_view text) {
        return ptxc_edits_replace(get(), span, detail::start(text), text.size());
    }
    status remove(ptxc_span span) { return ptxc_edits_remove(get(), span); }
    status insert(uint32_t offset, std::string_view text) {
        return ptxc_edits_insert(get(), offset, detail::start(text), text.size());
    }
    status add_fixes(const diagnostic &found) { return ptxc_edits_fix(get(), found.get()); }
    status replace(const instruction &read, const instruction &instead) {
        return ptxc_edits_instruction(get(), read.get(), instead.get());
    }
    remark_range remarks() const { return {get(), ptxc_edits_remarks(get())}; }
    result<owned_text> apply(const ptxc_allocator *allocator = nullptr) const {
        return owned_text::write(allocator, ptxc_edits_apply, get());
    }
};

inline result<edits> format(std::string_view source, const ptxc_format_options &wanted = format_options()) {
    return make<edits>(ptxc_format, detail::start(source), source.size(), &wanted);
}

/* ---- findings for people ---- */

/* Returns a diagnostic as the command prints it, with flags of ptxc_render. The map is that of ptxc_lines_init. */
inline result<owned_text> render(const diagnostic &found, std::string_view file, ptxc_lines &map, uint32_t flags = 0,
                                 const ptxc_allocator *allocator = nullptr) {
    const result<owned_text> closed = owned_text::copy(allocator, file);
    return closed ? owned_text::write(allocator, ptxc_diagnostic_render, found.get(), PTXC_SEVERITY_OFF,
                                      closed->c_str(), &map, flags)
                  : closed.code();
}

/* ---- pipelines ---- */

struct event : borrowed<ptxc_pipeline_event> {
    using borrowed::borrowed;
    std::string_view message() const { return view(get()->message); }
};

/* A kernel of a pipeline, a range of events. */
class pipeline_kernel : public borrowed<ptxc_pipeline_kernel> {
  public:
    using range = sequence<event, detail::pipeline_place, detail::event_at>;
    explicit pipeline_kernel(detail::pipeline_place of)
        : borrowed(ptxc_pipeline_get(of.pipeline, of.kernel)), of_(of) {}
    range events() const { return {of_, get()->event_count}; }

  private:
    detail::pipeline_place of_;
};

/* A range of kernels. */
class pipeline
    : public range_owner<ptxc_pipeline, ptxc_pipeline_free, pipeline_kernel, detail::kernel_at, ptxc_pipeline_count> {
  public:
    using range_owner::range_owner;
    /* Without a name all kernels with asynchronous copies are executed. */
    static result<pipeline> read(std::string_view source, const ptxc_options &wanted = options(),
                                 std::optional<std::string_view> kernel = std::nullopt) {
        const result<owned_text> closed = owned_text::copy(wanted.allocator, kernel.value_or(""));
        return closed ? make<pipeline>(ptxc_pipeline_read, detail::start(source), source.size(), &wanted,
                                       kernel ? closed->c_str() : nullptr)
                      : closed.code();
    }
    report::range findings() const {
        return {ptxc_pipeline_report(get()), ptxc_report_count(ptxc_pipeline_report(get()))};
    }
};

/* ---- tensor maps, descriptors, plans ---- */

/* A range of tensor maps, whose get() is for the `maps` of options. */
class tensormaps
    : public range_owner<ptxc_tensormaps, ptxc_tensormaps_free, tensormap, detail::map_at, ptxc_tensormaps_count> {
  public:
    using range_owner::range_owner;
    static result<tensormaps> none(const ptxc_allocator *allocator = nullptr) {
        return make<tensormaps>(ptxc_tensormaps_make, allocator);
    }
    status add(const ptxc_tensormap &map) { return ptxc_tensormaps_add(get(), &map); }
};

inline result<report> check(const ptxc_tensormap &map, const ptxc_options &wanted = options()) {
    return make<report>(ptxc_tensormap_check, &map, &wanted);
}

/* Plans a copy: for each kind of plan one, those that move it first. */
using plans = bounded<plan, 8>;
inline result<plans> plan_copy(const ptxc_copy &copied, const ptxc_allocator *allocator = nullptr) {
    ptxc_status code = PTXC_OK;
    const auto fill = [&](plan *items, size_t room) {
        size_t count = 0;
        code = ptxc_plan_copy(&copied, allocator, items, room, &count);
        return count;
    };
    plans made = plans::fill(fill);
    return {code, made};
}

} // namespace ptxcheck

#endif
