/* Findings as JUnit XML, which most systems for continuous integration show: a file is a test suite, and a finding a
 * test case. An error or a warning fails, with the text that people are shown; a note passes, and has its text as
 * output.
 */
#include "cli/format/output.h"

#include <stdlib.h>
#include <string.h>

#include "cli/format/error.h"
#include "cli/format/print.h"
#include "cli/format/svg.h"

/* Writes a text as the value of an attribute, or between elements. */
static void put(FILE *stream, const char *text) {
    html_escape(stream, text, strlen(text));
}

/* Writes the finding as people are shown it, and leaves the map at its place. */
static void put_text(FILE *stream, const struct checked *checked, const struct finding *finding,
                     struct ptxc_lines *lines) {
    struct memory_stream text;
    memory_open(&text);
    print_diagnostic(text.stream, checked->report, finding->diagnostic, finding->severity, checked->name, lines, 0);
    memory_close(&text);
    html_escape(stream, text.bytes, text.length);
    free(text.bytes);
}

static void put_case(FILE *stream, const struct checked *checked, const struct finding *finding,
                     struct ptxc_lines *lines) {
    const struct ptxc_diagnostic *diagnostic = finding->diagnostic;
    const char *element = finding->severity >= PTXC_SEVERITY_WARNING ? "failure" : "system-out";
    size_t line;
    const char *file = output_nearest(checked, lines, diagnostic->span.offset, &line);
    fprintf(stream, "    <testcase name=\"%s\" classname=\"", diagnostic->rule);
    put(stream, checked->name);
    fputs("\" file=\"", stream);
    put(stream, file);
    fprintf(stream, "\" line=\"%zu\">\n      <%s", line, element);
    if (finding->severity >= PTXC_SEVERITY_WARNING) {
        fprintf(stream, " type=\"%s\" message=\"", ptxc_severity_name(finding->severity));
        put(stream, diagnostic->message);
        fputc('"', stream);
    }
    fputc('>', stream);
    put_text(stream, checked, finding, lines);
    fprintf(stream, "</%s>\n    </testcase>\n", element);
}

/* Writes that the file could not be checked, or that nothing was found in it. */
static void put_whole(FILE *stream, const struct checked *checked) {
    fputs("    <testcase name=\"ptxcheck\" classname=\"", stream);
    put(stream, checked->name);
    fputs("\" file=\"", stream);
    put(stream, checked->name);
    if (!checked->problem.text) {
        fputs("\"/>\n", stream);
        return;
    }
    char *text = output_problem(checked->problem);
    fputs("\">\n      <error message=\"", stream);
    put(stream, text);
    fputs("\"/>\n    </testcase>\n", stream);
    free(text);
}

static void begin(struct output *output) {
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"ptxcheck\">\n", output->stream);
}

static void print_file(struct output *output, const struct checked *checked) {
    struct ptxc_lines lines;
    struct memory_stream cases;
    size_t count = 0, failures = 0;
    memory_open(&cases);
    ptxc_lines_init(&lines, checked->source->text, checked->source->length);
    for (; count < checked->count && output_takes(output, &checked->findings[count], 1); count++) {
        failures += checked->findings[count].severity >= PTXC_SEVERITY_WARNING;
        put_case(cases.stream, checked, &checked->findings[count], &lines);
    }
    if (count == 0)
        put_whole(cases.stream, checked);
    memory_close(&cases);
    fputs("  <testsuite name=\"", output->stream);
    put(output->stream, checked->name);
    fprintf(output->stream, "\" tests=\"%zu\" failures=\"%zu\" errors=\"%d\">\n", count > 0 ? count : 1, failures,
            count == 0 && checked->problem.text);
    fwrite(cases.bytes, 1, cases.length, output->stream);
    fputs("  </testsuite>\n", output->stream);
    free(cases.bytes);
}

static void end(struct output *output, const struct totals *totals) {
    (void)totals;
    fputs("</testsuites>\n", output->stream);
}

const struct output_format format_junit = {"junit", true, false, 1, begin, print_file, end};
