/* What the client does to its documents, to files that have a say in what is found, and to its settings: the section
 * `ptxcheck` of the configuration of the editor. Of these, a key that a .ptxcheck.yaml may have holds for the files for
 * which none of them sets it; the others are about the editor alone.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/config/find.h"
#include "cli/config/keys.h"
#include "cli/format/error.h"
#include "cli/format/json.h"
#include "cli/lsp/lsp.h"
#include "cli/options/vocabulary.h"
#include "cli/system/path.h"
#include "ptxcheck/document.h"

enum { LONGEST_DELAY = 10000 }; /* milliseconds */

/* The settings that are about the editor alone; the last two are read by extensions. */
static const char *const own_names[] = {"inlay-hints", "delay", "command", "trace"};
enum { OWN_INLAY_HINTS, OWN_DELAY, OWN_COUNT = sizeof(own_names) / sizeof(*own_names) };

/* Returns settings of which nothing is set. */
static struct lsp_settings *settings_new(void) {
    struct lsp_settings *settings = memory_new(1, sizeof(*settings));
    settings->profile = memory_new(1, sizeof(*settings->profile));
    profile_begin(settings->profile);
    settings->inlay_hints = true;
    return settings;
}

static void settings_free(struct lsp_settings *settings) {
    if (!settings)
        return;
    for (size_t i = 0; i < settings->text_count; i++)
        free(settings->texts[i]);
    free(settings->texts);
    free(settings->profile);
    json_decref(settings->given);
    free(settings);
}

/* ---- values ---- */

/* Returns a value as a configuration would write it; NULL where it is none of one word. It lives as long as the
 * settings. */
static char *word_of(struct lsp_settings *settings, const json_t *value) {
    char *text;
    if (json_is_string(value))
        text = memory_text(json_string_value(value), strlen(json_string_value(value)));
    else if (json_is_integer(value))
        text = memory_format("%lld", (long long)json_integer_value(value));
    else if (json_is_real(value))
        text = memory_format("%g", json_real_value(value));
    else if (json_is_boolean(value))
        text = memory_format("%s", json_is_true(value) ? "true" : "false");
    else
        return NULL;
    settings->texts = memory_more(settings->texts, settings->text_count, sizeof(*settings->texts));
    return settings->texts[settings->text_count++] = text;
}

/* Takes one word of the value of a key; false where it cannot be read. */
static bool take_word(struct lsp_settings *settings, enum key key, const json_t *value) {
    const struct key_row *row = key_row(key);
    char *text = word_of(settings, value);
    const struct given given = {.name = row->name, .text = text};
    if (!text)
        return false;
    if (row->setting == SETTING_MACROS)
        return define_add(&settings->profile->defines, &given, text, key == KEY_DEFINE);
    if (row->setting == SETTING_ASSUMPTIONS)
        return assumption_add(&settings->profile->assumptions, &given, text);
    return profile_set(settings->profile, row->setting, &given);
}

/* Takes the severities of rules; false where one cannot be read. */
static bool take_rules(struct lsp_settings *settings, json_t *rules) {
    const char *name;
    json_t *value;
    bool sound = json_is_object(rules);
    json_object_foreach(rules, name, value) {
        json_t *word = json_from_text(name);
        const struct given rule = {.name = "rules", .text = word_of(settings, word)},
                           severity = {.name = "rules", .text = word_of(settings, value)};
        json_decref(word);
        sound &= severity.text && profile_set_rule(settings->profile, &rule, &severity);
    }
    return sound;
}

/* Takes the value of a key that a configuration may have; false where it cannot be read. */
static bool take_key(struct lsp_settings *settings, enum key key, json_t *value) {
    const struct key_row *row = key_row(key);
    bool sound = row->shape != SHAPE_LIST || json_is_array(value);
    if (row->shape == SHAPE_WORD)
        return take_word(settings, key, value);
    if (row->shape == SHAPE_RULES)
        return take_rules(settings, value);
    for (size_t i = 0; i < json_array_size(value); i++)
        sound &= take_word(settings, key, json_array_get(value, i));
    return sound;
}

/* Takes the value of a setting that is about the editor alone; false where it cannot be read. */
static bool take_own(struct lsp_settings *settings, size_t own, const json_t *value) {
    const json_int_t number = json_integer_value(value);
    if (own == OWN_INLAY_HINTS) {
        settings->inlay_hints = !json_is_false(value);
        return json_is_boolean(value);
    }
    if (own != OWN_DELAY)
        return true;
    if (!json_is_integer(value) || number < 0 || number > LONGEST_DELAY)
        return false;
    settings->delay = (int)number;
    return true;
}

/* ---- all of them ---- */

/* Whether a setting is a key of configurations. */
static bool is_key(enum key key) {
    return key != KEY_COUNT && key_row(key)->setting != SETTING_COUNT;
}

/* Says that there is no such setting, and which may be meant. */
static void warn_unknown(struct lsp_server *server, const char *name) {
    struct suggestion suggestion = suggestion_for(name);
    for (int key = 0; key < KEY_COUNT; key++)
        if (is_key((enum key)key))
            suggestion_offer(&suggestion, key_row((enum key)key)->name);
    suggestion_offer(&suggestion, own_names[OWN_INLAY_HINTS]);
    suggestion_offer(&suggestion, own_names[OWN_DELAY]);
    lsp_warn(server, "there is no setting ptxcheck.%s%s%s%s", name, *suggestion.best ? "; did you mean ptxcheck." : "",
             suggestion.best, *suggestion.best ? "?" : "");
}

/* Takes one setting, of which null says nothing; false after a message to the user. */
static bool take_setting(struct lsp_server *server, struct lsp_settings *settings, const char *name, json_t *value) {
    const enum key key = key_from_name(name);
    size_t own = 0;
    while (own < OWN_COUNT && strcmp(own_names[own], name) != 0)
        own++;
    if (json_is_null(value))
        return true;
    if (!is_key(key) && own == OWN_COUNT)
        return warn_unknown(server, name), false;
    if (is_key(key) ? take_key(settings, key, value) : take_own(settings, own, value))
        return true;
    char *text = memory_sure(json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT));
    lsp_warn(server, "the setting ptxcheck.%s takes a value such as %s, not %s", name,
             is_key(key)              ? key_row(key)->example
             : own == OWN_INLAY_HINTS ? "true"
                                      : "200, in milliseconds and up to 10000",
             text);
    free(text);
    return false;
}

/* Returns settings, which are those that are given where these can be read; the user is told of the first that cannot.
 */
static struct lsp_settings *settings_read(struct lsp_server *server, json_t *given) {
    struct lsp_settings *settings = settings_new();
    const char *name;
    json_t *value;
    settings->given = json_deep_copy(given);
    json_object_foreach(given, name, value) {
        if (!settings->wrong)
            settings->wrong = !take_setting(server, settings, name, value);
        else if (is_key(key_from_name(name)) && !json_is_null(value))
            take_key(settings, key_from_name(name), value);
    }
    if (profile_suits(settings->profile))
        return settings;
    lsp_warn(server, "the settings of ptxcheck do not go together, and do not count; the log of the server says why");
    profile_begin(settings->profile);
    return settings;
}

/* Puts these settings in the place of those that there are, and begins to look for configurations. */
static void settings_hold(struct lsp_server *server, struct lsp_settings *settings) {
    if (server->finder)
        finder_free(server->finder);
    if (server->settings != settings)
        settings_free(server->settings);
    server->settings = settings;
    server->finder = finder_new(server->profile);
    finder_underlay(server->finder, settings->profile);
    server->warned = false;
}

void lsp_settings_begin(struct lsp_server *server, const json_t *options) {
    settings_hold(server, settings_read(server, json_object_get(options, "ptxcheck")));
}

void lsp_settings_free(struct lsp_server *server) {
    finder_free(server->finder);
    settings_free(server->settings);
}

/* Checks all documents by configurations and settings that have changed. */
static void hold_anew(struct lsp_server *server, struct lsp_settings *settings) {
    for (struct lsp_document *document = server->documents; document; document = document->next)
        lsp_document_changed(server, document, true);
    settings_hold(server, settings);
    lsp_workspace_forget(server);
    for (struct lsp_document *document = server->documents; document; document = document->next)
        lsp_publish(server, document);
    lsp_refresh(server);
}

void lsp_reload(struct lsp_server *server) {
    hold_anew(server, server->settings);
}

/* ---- messages ---- */

/* Takes settings of the client; null is said where there are none. */
static void take(struct lsp_server *server, json_t *given) {
    const bool hints = server->settings->inlay_hints;
    if (!json_is_object(given) && !(json_is_null(given) && server->settings->given))
        return;
    if (json_equal(given, server->settings->given))
        return;
    hold_anew(server, settings_read(server, given));
    if (hints != server->settings->inlay_hints && lsp_client_can(server, "workspace.inlayHint.refreshSupport"))
        lsp_request(server, "workspace/inlayHint/refresh", NULL);
}

void lsp_settings_ask(struct lsp_server *server) {
    if (!lsp_client_can(server, "workspace.configuration"))
        return;
    lsp_request(server, "workspace/configuration", json_sure(json_pack("{s:[{s:s}]}", "items", "section", "ptxcheck")));
    server->asked = server->requests;
}

void lsp_settings_answered(struct lsp_server *server, const json_t *message) {
    if (server->asked > 0 && json_integer_value(json_object_get(message, "id")) == (json_int_t)server->asked)
        take(server, json_array_get(json_object_get(message, "result"), 0));
}

json_t *lsp_did_change_settings(struct lsp_server *server, struct lsp_call *call) {
    json_t *settings = json_object_get(call->params, "settings");
    if (lsp_client_can(server, "workspace.configuration"))
        lsp_settings_ask(server);
    else
        take(server, json_object_get(settings, "ptxcheck"));
    return NULL;
}

/* ---- texts that get lost ---- */

/* Has the text of a document count as unknown until it comes whole. */
static void lose(struct lsp_server *server, struct lsp_document *document) {
    if (document->stale)
        return;
    document->stale = true;
    lsp_document_changed(server, document, true);
    lsp_publish_nothing(server, document);
    lsp_warn(server, "an edit of %s could not be read; it is not checked until it is saved or opened again",
             document->uri);
}

void lsp_documents_lose(struct lsp_server *server) {
    for (struct lsp_document *document = server->documents; document; document = document->next)
        lose(server, document);
}

/* Whether a text names sources near to these bytes. */
static bool mentions_origins(const struct lsp_text *text, struct lsp_range range) {
    static const char word[] = ".file";
    const size_t size = strlen(word), limit = range.end + size < text->length ? range.end + size : text->length;
    for (size_t i = range.begin > size ? range.begin - size : 0; i + size <= limit; i++)
        if (text->bytes[i] == '.' && memcmp(text->bytes + i, word, size) == 0)
            return true;
    return false;
}

/* Takes the whole text of a document. */
static void take_text(struct lsp_server *server, struct lsp_document *document, const json_t *text) {
    lsp_text_set(&document->text, json_string_value(text), json_string_length(text));
    document->has_origins = mentions_origins(&document->text, (struct lsp_range){0, document->text.length});
    document->stale = false;
    lsp_document_changed(server, document, true);
}

/* ---- notifications ---- */

json_t *lsp_did_open(struct lsp_server *server, struct lsp_call *call) {
    const json_t *item = json_object_get(call->params, "textDocument"), *text = json_object_get(item, "text");
    const char *uri = json_string_value(json_object_get(item, "uri"));
    if (!uri || !json_is_string(text))
        return lsp_refuse(call, LSP_INVALID_PARAMS, "there is no 'textDocument' with a 'uri' and a 'text'");
    struct lsp_document *document =
        lsp_document_open(server, uri, json_string_value(json_object_get(item, "languageId")));
    json_decref(document->version);
    document->version = json_copy(json_object_get(item, "version"));
    take_text(server, document, text);
    if (call->damaged)
        lose(server, document);
    else
        lsp_publish(server, document);
    return NULL;
}

/* Edits what checks the document, and drops it where that cannot be done. */
static void edit_checked(struct ptxc_document **checked, struct lsp_range range, const char *bytes, size_t length) {
    if (*checked && ptxc_document_edit(*checked, range.begin, range.end - range.begin, bytes, length) != PTXC_OK) {
        ptxc_document_close(*checked);
        *checked = NULL;
    }
}

/* Makes one change of a document; false where it cannot be read. */
static bool change(struct lsp_server *server, struct lsp_document *document, const json_t *json) {
    const json_t *text = json_object_get(json, "text"), *where = json_object_get(json, "range");
    const size_t length = json_string_length(text);
    struct lsp_range range;
    if (!json_is_string(text))
        return false;
    if (!where) {
        take_text(server, document, text);
        return true;
    }
    if (document->stale || !lsp_text_range(&document->text, server->encoding, where, &range))
        return false;
    lsp_text_replace(&document->text, range, json_string_value(text), length);
    edit_checked(&document->verdicts, range, json_string_value(text), length);
    edit_checked(&document->hazards, range, json_string_value(text), length);
    document->has_origins |= mentions_origins(&document->text, (struct lsp_range){range.begin, range.begin + length});
    lsp_document_edited(document, range, length);
    lsp_document_changed(server, document, false);
    return true;
}

json_t *lsp_did_change(struct lsp_server *server, struct lsp_call *call) {
    const json_t *changes = json_object_get(call->params, "contentChanges"),
                 *version = json_object_get(json_object_get(call->params, "textDocument"), "version");
    struct lsp_document *document = lsp_document_named(server, call);
    if (!document)
        return NULL;
    bool read = json_is_array(changes) && !call->damaged;
    json_decref(document->version);
    document->version = json_copy((json_t *)version);
    for (size_t i = 0; i < json_array_size(changes); i++)
        read = change(server, document, json_array_get(changes, i)) && read;
    if (call->damaged || !read)
        lose(server, document);
    else
        lsp_publish(server, document);
    return NULL;
}

/* Whether changes of files are about configurations, or may be. */
static bool mention_configuration(const json_t *changes) {
    bool found = json_array_size(changes) == 0;
    for (size_t i = 0; i < json_array_size(changes); i++) {
        const char *uri = json_string_value(json_object_get(json_array_get(changes, i), "uri"));
        found |= !uri || strcmp(path_base(uri), ".ptxcheck.yaml") == 0;
    }
    return found;
}

json_t *lsp_did_change_files(struct lsp_server *server, struct lsp_call *call) {
    if (mention_configuration(json_object_get(call->params, "changes"))) {
        lsp_reload(server);
        return NULL;
    }
    for (struct lsp_document *document = server->documents; document; document = document->next) {
        if (!document->has_origins)
            continue; /* comments in the files have no say in it */
        lsp_document_changed(server, document, true);
        lsp_publish(server, document);
    }
    lsp_refresh(server);
    return NULL;
}

json_t *lsp_did_save(struct lsp_server *server, struct lsp_call *call) {
    const json_t *text = json_object_get(call->params, "text");
    struct lsp_document *document = lsp_document_named(server, call);
    if (!document)
        return NULL;
    if (document->stale && json_is_string(text) && !call->damaged) {
        take_text(server, document, text);
        lsp_publish(server, document);
    }
    if (document->path && strcmp(path_base(document->path), ".ptxcheck.yaml") == 0)
        lsp_reload(server);
    return NULL;
}

json_t *lsp_did_close(struct lsp_server *server, struct lsp_call *call) {
    struct lsp_document *document = lsp_document_named(server, call), **link = &server->documents;
    if (!document)
        return NULL;
    lsp_publish_nothing(server, document);
    while (*link != document)
        link = &(*link)->next;
    *link = document->next;
    lsp_document_free(document);
    return NULL;
}
