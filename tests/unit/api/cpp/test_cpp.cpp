/* ptxcheck.hpp as a program uses it. It is compiled with each compiler that is here, with and without exceptions and
 * RTTI (cpp.sh), so that it has no test library: each mistake is a line on stderr.
 */
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <type_traits>

#include <ptxcheck/ptxcheck.hpp>

#define CHECK(condition) check_that(condition, #condition, __LINE__)

static int mistakes;

static void check_that(bool holds, const char *what, int line) {
    if (holds)
        return;
    std::fprintf(stderr, "line %d: %s\n", line, what);
    mistakes++;
}

/* Fails request number `fail_at` and counts what is live, as an allocator of a program may. */
struct counting {
    long requests = 0;
    long fail_at = -1;
    long live = 0;
    ptxc_allocator allocator{resize, this};

    static void *resize(void *user, void *pointer, size_t, size_t size) {
        auto *self = static_cast<counting *>(user);
        if (size == 0) {
            self->live -= pointer != nullptr;
            std::free(pointer);
            return nullptr;
        }
        if (self->requests++ == self->fail_at)
            return nullptr;
        self->live += pointer == nullptr;
        return std::realloc(pointer, size);
    }
};

static constexpr std::string_view module_text = R"(.version 8.6
.target sm_90a
.address_size 64
.visible .entry load(.param .u64 source)
{
    .reg .b64 %rd<3>;
    .shared .align 128 .b8 tile[4096];
    ld.param.u64 %rd1, [source];
    cp.async.cg.shared.global [tile], [%rd1], 8;
    cp.async.bulk.global.bulk_group [%rd1], [tile], 4096;
    ret;
}
)";

/* ---- what holds at compile time ---- */

static_assert(ptxcheck::name(PTXC_OP_CP_ASYNC_BULK) == "cp.async.bulk");
static_assert(ptxcheck::from_name<ptxc_qualifier>(".shared::cta") == PTXC_Q_SHARED_CTA);
static_assert(!ptxcheck::from_name<ptxc_target>("sm_91"));
static_assert(ptxcheck::name(ptxcheck::register_value("%rd1", PTXC_TYPE_B64)) == "%rd1");
static_assert(!std::is_copy_constructible_v<ptxcheck::report> && std::is_move_constructible_v<ptxcheck::report>);
static_assert(std::is_trivially_copyable_v<ptxcheck::instruction>);
#if __cplusplus >= 202002L
static_assert(std::forward_iterator<ptxcheck::report::range::iterator>);
#endif

/* The tables of the header are those of the library. */
template <class Enum, class Name, class Back> static void compare_names(Name name, Back back) {
    size_t dense = 0;
    for (const ptxcheck::named<Enum> &each : ptxcheck::names<Enum>::all) {
        CHECK(ptxcheck::view(name(each.value)) == each.name);
        CHECK(back(std::string(each.name).c_str()) == each.value);
        dense = std::max(dense, static_cast<size_t>(each.value));
    }
    CHECK(name(static_cast<Enum>(dense + 1)) == nullptr);
    CHECK(ptxcheck::name(static_cast<Enum>(dense + 1)).empty());
}

static void test_names() {
    compare_names<ptxc_opcode>(ptxc_opcode_name, ptxc_opcode_from_name);
    compare_names<ptxc_qualifier>(ptxc_qualifier_name, ptxc_qualifier_from_name);
    compare_names<ptxc_slot>(ptxc_slot_name, ptxc_slot_from_name);
    compare_names<ptxc_type>(ptxc_type_name, ptxc_type_from_name);
    compare_names<ptxc_target>(ptxc_target_name, ptxc_target_from_name);
    compare_names<ptxc_space>(ptxc_space_name, ptxc_space_from_name);
    compare_names<ptxc_swizzle>(ptxc_swizzle_name, ptxc_swizzle_from_name);
    compare_names<ptxc_descriptor_kind>(ptxc_descriptor_name, ptxc_descriptor_from_name);
    CHECK(ptxcheck::name(PTXC_SEVERITY_WARNING) == "warning" && ptxcheck::name(PTXC_CLASS_HAZARD) == "hazard");
    CHECK(ptxcheck::name(static_cast<ptxc_level>(3)).empty());
}

/* ---- reports ---- */

static void test_check() {
    const ptxcheck::result<ptxcheck::report> report = ptxcheck::check(module_text);
    CHECK(report && report.code() == PTXC_OK);
    CHECK(report->size() == 2 && !report->empty() && report->instructions() == 2);
    CHECK(report->total(PTXC_SEVERITY_ERROR) == 2 && report->kernels().empty());
    std::string listed;
    for (const ptxcheck::diagnostic diagnostic : *report) {
        CHECK(diagnostic->severity == PTXC_SEVERITY_ERROR);
        listed += module_text.substr(diagnostic->span.offset, diagnostic->span.length);
        listed += ' ';
        for (const ptxcheck::note note : diagnostic.notes())
            CHECK(!note.text().empty());
    }
    CHECK(listed == "8 cp.async.bulk ");
    CHECK((*report)[0].rule() == "cp-size-cg" && !(*report)[0].message().empty() && !(*report)[0].section().empty());
    CHECK((*report)[0].notes().empty() && (*report)[1].notes().size() == 1);
    const auto certain = [](const ptxcheck::diagnostic &each) { return each->fix_use == PTXC_FIX_APPLIED; };
    CHECK(std::count_if(report->begin(), report->end(), certain) == 1);
    CHECK((*report)[1].fixes().size() == 1 && (*report)[1].fixes()[0].text() == ".global.shared::cta");
    for (const ptxcheck::diagnostic diagnostic : *ptxcheck::check(module_text)) /* the loop keeps the report */
        CHECK(!diagnostic.message().empty());
}

static void test_statuses() {
    ptxcheck::options options;
    options.target = "sm_91";
    const auto report = ptxcheck::check(module_text, options);
    CHECK(!report && report.code() == PTXC_BAD_ARGUMENT && report.reason() == "bad argument");
    CHECK(report->empty() && report->begin() == report->end() && report->text().empty());
    const auto why = ptxcheck::explain(options);
    CHECK(why && why->view().find("sm_90") != std::string_view::npos);
    CHECK(ptxcheck::check_host("a.txt", module_text).code() == PTXC_BAD_ARGUMENT);
    CHECK(ptxcheck::check_host(std::string_view("a\0.cu", 5), module_text).code() == PTXC_BAD_ARGUMENT);
    ptxcheck::status status;
    CHECK(bool(status));
    CHECK(!(status &= PTXC_OVERLAP) && !(status &= PTXC_OK) && status.code() == PTXC_OVERLAP);
}

static void test_sources() {
    ptxcheck::options options;
    options.target = "sm_90a";
    const auto host = ptxcheck::check_host("kernel.cu", "void f() { asm(\"cp.async.wait_grop 0;\"); }", options);
    CHECK(host && host->size() == 1 && host->statements() == 1);
    const std::string_view text = "cp.async.ca.shared.global [$0], [$1], 4;";
    CHECK(ptxcheck::check_inline_asm(text, '$', "r,l", options).code() == PTXC_OK);
    const auto wrong = ptxcheck::check_inline_asm(text, '$', "h,l", options);
    CHECK(wrong && wrong->size() == 1);
    const auto unknown = ptxcheck::check_inline_asm(text, '$', std::nullopt, options);
    CHECK(unknown && unknown->empty());
}

static void test_rules() {
    size_t count = 0;
    for (const ptxcheck::rule &rule : ptxcheck::rules())
        count += ptxcheck::find_rule(rule.id)->severity == rule.severity;
    CHECK(count == ptxc_rule_count() && !ptxcheck::find_rule("no-such-rule"));
}

/* ---- changes ---- */

static void test_fix() {
    const auto report = ptxcheck::check(module_text);
    auto edits = ptxcheck::edits::of(module_text);
    CHECK(report && edits);
    CHECK(bool(edits->add_fixes((*report)[1])));
    CHECK(edits->size() == 1 && (*edits)[0].text() == ".global.shared::cta");
    CHECK(edits->remove((*edits)[0]->span).code() == PTXC_OVERLAP);
    CHECK(bool(edits->replace((*report)[0]->span, "16")));
    CHECK(bool(edits->insert(0, "// fixed\n")));
    const auto text = edits->apply();
    CHECK(text && text->view().substr(0, 9) == "// fixed\n" && std::strlen(text->c_str()) == text->view().size());
    const auto again = ptxcheck::check(*text);
    CHECK(again && again->empty());
    const auto formatted = ptxcheck::format("cp.async.wait_grop 0; cp.async.wait_group   1;");
    CHECK(formatted && formatted->size() == 1 && formatted->remarks().size() == 1 &&
          !formatted->remarks()[0].text().empty());
}

static void test_document() {
    auto document = ptxcheck::document::open(module_text);
    CHECK(bool(document));
    CHECK(bool(document->edit(module_text.find(", 8;") + 2, 1, "16")));
    const auto report = document->check();
    CHECK(report && report->size() == 1 && document->text().size() == module_text.size() + 1);
}

/* ---- instructions ---- */

static ptxcheck::status build(ptxcheck::instruction &load) {
    load = ptxcheck::instruction(PTXC_OP_CP_ASYNC_BULK_TENSOR);
    load.guard(ptxc_not(ptxcheck::register_value("%p1", PTXC_TYPE_PRED)));
    ptxcheck::status built = load.add({PTXC_Q_2D, PTXC_Q_SHARED_CTA, PTXC_Q_GLOBAL, PTXC_Q_COMPLETE_TX});
    built &= load.push_address(ptxcheck::symbol_value("tile", PTXC_SPACE_SHARED, PTXC_TYPE_B8, 128));
    built &= load.push_tensor(ptxcheck::register_value("%map", PTXC_TYPE_B64),
                              {ptxcheck::register_value("%x", PTXC_TYPE_B32), ptxcheck::integer_value(0)});
    built &= load.push_address(ptxcheck::symbol_value("barrier", PTXC_SPACE_SHARED, PTXC_TYPE_B64, 8));
    return built;
}

static void test_build() {
    ptxcheck::instruction load;
    CHECK(load.emit().code() == PTXC_UNREADABLE);
    CHECK(bool(build(load)));
    CHECK(load.add({PTXC_Q_CACHE_HINT, PTXC_Q_3D, PTXC_Q_READ}).code() == PTXC_BAD_ARGUMENT);
    CHECK(bool(load.set(PTXC_SLOT_CACHE_HINT, PTXC_Q_NONE)) && load.get(PTXC_SLOT_DIM) == PTXC_Q_2D);
    const auto text = load.emit();
    CHECK(text && text->view() == "@!%p1 cp.async.bulk.tensor.2d.shared::cta.global.mbarrier::complete_tx::bytes "
                                  "[tile], [%map, {%x, 0}], [barrier];");
    const auto read = ptxcheck::parse(*text);
    CHECK(read && read->instruction == load && read->report.empty());
    CHECK(load.qualifiers().size() == 4 && load.operands().size() == 3);
    CHECK(ptxcheck::name(load.values(load.operands()[1])[1]) == "%x");
    ptxcheck::options options;
    options.target = "sm_80";
    options.ptx = 806;
    const auto report = load.check(options);
    CHECK(report && report->size() > 0 && report->text() == *text);
    CHECK(load.required().ptx >= 806 && load.required().first[PTXC_TARGET_SM_80] == 0 && !load.reasons().empty());
    const auto dims = load.choices(PTXC_SLOT_DIM);
    CHECK(std::find(dims.begin(), dims.end(), PTXC_Q_5D) != dims.end());
    const char *why = nullptr;
    const auto wider = load.replace(PTXC_SLOT_DESTINATION, 0, &why);
    CHECK(wider && *wider != load && why);
    CHECK(!load.without(PTXC_SLOT_DIM));
    const auto unreadable = ptxcheck::parse("add.u32 %r1, %r2, %r3;");
    CHECK(unreadable.code() == PTXC_UNREADABLE && unreadable->report.size() == 1);
}

static void test_walk() {
    auto walk = ptxcheck::walk::open(module_text);
    CHECK(bool(walk));
    size_t count = 0, findings = 0;
    for (const ptxcheck::instruction &instruction : *walk) {
        const auto report = walk->check();
        CHECK(bool(report));
        findings += report->size();
        count += instruction->value_count > 0;
        CHECK(walk->place().target == PTXC_TARGET_SM_90A);
        CHECK(walk->find("tile") && walk->find("tile")->alignment == 128 && !walk->find("nothing"));
        CHECK(walk->symbol(walk->find("tile")->symbol) && !walk->argument(0) && !walk->hidden(0));
    }
    const auto rest = walk->close();
    CHECK(rest && count == 2 && findings + rest->size() == 2);
    auto host = ptxcheck::walk::open_host("a.cu", "void f(int x) { asm(\"cp.async.wait_group %0;\" :: \"n\"(x)); }");
    CHECK(host && host->next() && host->argument(0) && std::string_view(host->argument(0)->constraint) == "n");
}

static void test_session() {
    auto session = ptxcheck::session::open();
    CHECK(bool(session));
    const auto sound = session->parse("cp.async.wait_group 1;");
    CHECK(sound && (*session->check(sound->instruction)).empty());
    const auto wrong = session->parse("cp.async.wait_group -1;");
    const auto report = session->check(wrong->instruction);
    CHECK(wrong && report && report->size() == 1);
}

/* ---- the rest ---- */

static void test_pipeline() {
    std::string sound(module_text);
    sound.replace(sound.find(", 8;") + 2, 1, "16");
    sound.insert(sound.find(".bulk_group"), ".shared::cta");
    const auto pipeline = ptxcheck::pipeline::read(sound);
    CHECK(pipeline && pipeline->size() == 1);
    for (const ptxcheck::pipeline_kernel kernel : *pipeline) {
        CHECK(std::string_view(kernel->name) == "load" && kernel.events().size() == kernel->event_count);
        CHECK(ptxcheck::name(kernel.events()[0]->kind) == "copy" && kernel.events()[0].message().empty());
    }
    CHECK(pipeline->findings().size() >= 1 && !pipeline->findings()[0].rule().empty());
    CHECK((*ptxcheck::pipeline::read(sound, ptxcheck::options(), "nothing")).empty());
}

static void test_maps_and_plans() {
    ptxcheck::tensormap map;
    map.name = "map";
    map.data_type = 6;
    map.rank = 2;
    auto maps = ptxcheck::tensormaps::none();
    CHECK(maps && bool(maps->add(map)) && maps->size() == 1 && std::string_view((*maps)[0].name) == "map");
    const auto report = ptxcheck::check(map);
    CHECK(report && !report->empty() && !report->text().empty());
    const auto descriptor = ptxcheck::make<ptxcheck::report>(ptxc_descriptor_check, uint64_t{1}, PTXC_DESCRIPTOR_WGMMA,
                                                             PTXC_SWIZZLE_UNKNOWN, nullptr);
    CHECK(bool(descriptor));
    ptxcheck::copy copy;
    copy.target = "sm_90a";
    copy.element_size = 2;
    copy.rank = 1;
    copy.shape[0] = 64;
    copy.source.space = PTXC_Q_GLOBAL;
    copy.source.alignment = 16;
    copy.source.strides[0] = copy.destination.strides[0] = 2;
    copy.destination.space = PTXC_Q_SHARED_CTA;
    const auto plans = ptxcheck::plan_copy(copy);
    CHECK(plans && plans->size() > 1 && (*plans)[0].kind == PTXC_PLAN_BULK_LOAD);
    const auto text = ptxcheck::owned_text::write(nullptr, ptxc_plan_emit, &copy, &(*plans)[0]);
    CHECK(text && ptxcheck::check(*text).code() == PTXC_OK);
    CHECK(ptxcheck::plan_copy(ptxcheck::copy()).code() == PTXC_BAD_ARGUMENT);
}

static void test_render() {
    ptxc_lines lines;
    ptxc_lines_init(&lines, module_text.data(), module_text.size());
    const auto report = ptxcheck::check(module_text);
    const auto text = ptxcheck::render((*report)[0], "kernel.ptx", lines, PTXC_RENDER_BRIEF);
    CHECK(text && text->view().substr(0, 31) == "kernel.ptx:9:47: error: cp-size");
}

/* ---- memory ---- */

/* All that takes memory, with an allocator; returns the first status that is not PTXC_OK. */
static ptxcheck::status use_all(const ptxc_allocator &allocator) {
    ptxcheck::options options;
    options.allocator = &allocator;
    const auto report = ptxcheck::check(module_text, options);
    auto edits = ptxcheck::edits::of(module_text, &allocator);
    if (!report || !edits)
        return report ? edits.code() : report.code();
    ptxcheck::status done;
    for (const ptxcheck::diagnostic diagnostic : *report)
        done &= edits->add_fixes(diagnostic);
    const auto text = edits->apply(&allocator);
    done &= text;
    ptxcheck::instruction load;
    done &= build(load);
    done &= load.emit(&allocator);
    done &= load.check(options);
    done &= ptxcheck::check_host("a.cu", "asm(\"cp.async.wait_group -1;\");", options);
    done &= ptxcheck::check_inline_asm("cp.async.wait_group -1;", '%', "~{memory}", options);
    done &= ptxcheck::parse("cp.async.wait_grop 1;", options);
    auto walk = ptxcheck::walk::open_host("a.cu", "asm(\"cp.async.wait_group 1;\");", options);
    done &= walk;
    size_t count = 0;
    for (const ptxcheck::instruction &each : *walk)
        count += each->opcode == PTXC_OP_CP_ASYNC_WAIT_GROUP;
    if (walk)
        done &= walk->close();
    CHECK(count == 1 || !done);
    auto document = ptxcheck::document::open(module_text, options);
    done &= document;
    if (document)
        done &= document->check();
    done &= ptxcheck::pipeline::read(module_text, options, "load");
    return done;
}

static void test_memory() {
    for (long fail_at = 0; fail_at < 10000; fail_at++) {
        counting memory;
        memory.fail_at = fail_at;
        const ptxcheck::status status = use_all(memory.allocator);
        CHECK(memory.live == 0);
        if (memory.requests <= fail_at) {
            CHECK(bool(status) && fail_at > 20);
            return;
        }
        CHECK(status.code() == PTXC_OUT_OF_MEMORY);
    }
    CHECK(mistakes < 0); /* it did not end */
}

int main() {
    test_names();
    test_check();
    test_statuses();
    test_sources();
    test_rules();
    test_fix();
    test_document();
    test_build();
    test_walk();
    test_session();
    test_pipeline();
    test_maps_and_plans();
    test_render();
    test_memory();
    return mistakes != 0;
}
