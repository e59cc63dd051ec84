/* The list of the formats: see formats.h. */
#include "cli/output/formats.h"

#include <string.h>

#include "cli/output/format_gcc.h"
#include "cli/output/format_github.h"
#include "cli/output/format_json.h"
#include "cli/output/format_jsonl.h"
#include "cli/output/format_sarif.h"
#include "cli/output/format_text.h"

const struct output_format *format_get(size_t index) {
    static const struct output_format *const formats[] = {&format_text,  &format_json,   &format_jsonl,
                                                          &format_sarif, &format_github, &format_gcc};
    return index < sizeof(formats) / sizeof(formats[0]) ? formats[index] : NULL;
}

const struct output_format *format_find(const char *name) {
    const struct output_format *format;
    for (size_t i = 0; (format = format_get(i)) && strcmp(format->name, name) != 0;)
        i++;
    return format;
}
