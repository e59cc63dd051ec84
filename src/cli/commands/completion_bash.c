/* What completes the command line in bash. It needs nothing of the package bash-completion. */
#include "cli/commands/completion_words.h"

#include <stdio.h>

#include "cli/arguments/table.h"

static const char before[] =
    "# Completes the command line of ptxcheck in bash. Printed by 'ptxcheck completion bash'.\n"
    "\n"
    "# What completes the value of option $2 of command $1, or without $2 its arguments: in `words`, or `files`; "
    "several\n"
    "# with commas where `list` is set, a rule and its severity where `override` is. False where it takes no value.\n"
    "_ptxcheck_values() {\n";

static const char after[] =
    "_ptxcheck() {\n"
    "    local words='' files='' list='' override='' word option='' value='' fixed before command=check i n=0\n"
    "    local -a line=()\n"
    "    COMPREPLY=()\n"
    "    for ((i = 1; i <= COMP_CWORD; i++)); do # bash takes words apart at '=' and ':'\n"
    "        word=${COMP_WORDS[i]}\n"
    "        if ((n > 0)) && [[ $word == [=:]* || ${COMP_WORDS[i - 1]} == [=:]* ]]; then\n"
    "            line[n - 1]+=$word\n"
    "        else\n"
    "            line[n++]=$word\n"
    "        fi\n"
    "    done\n"
    "    word=${line[n - 1]}\n"
    "    if ((n > 1)) && _ptxcheck_options \"${line[0]}\" >/dev/null; then\n"
    "        command=${line[0]}\n"
    "    fi\n"
    "    value=$word\n"
    "    if [[ $word == --*=* ]]; then\n"
    "        option=${word%%=*} value=${word#*=}\n"
    "    elif [[ $word == -[!-]?* ]]; then\n"
    "        option=${word:0:2} value=${word:2}\n"
    "    elif ((n > 1)) && [[ ${line[n - 2]} == -?* ]] && _ptxcheck_values \"$command\" \"${line[n - 2]}\"; then\n"
    "        option=${line[n - 2]}\n"
    "    elif [[ $word == -* ]]; then\n"
    "        words=$(_ptxcheck_options \"$command\")\n"
    "        command=''\n"
    "    fi\n"
    "    [[ ! $command ]] || _ptxcheck_values \"$command\" \"$option\"\n"
    "    fixed=${word%\"$value\"} before=''\n"
    "    if [[ $list && $value == *,* ]]; then\n"
    "        fixed+=${value%,*}, value=${value##*,}\n"
    "    elif [[ $override && $value == *=* ]]; then\n"
    "        fixed+=${value%%=*}= value=${value#*=} words=$override\n"
    "    fi\n"
    "    i=${COMP_WORDBREAKS//[!=:]/}\n"
    "    [[ ! $i ]] || before=${word%\"${word##*[\"$i\"]}\"} # bash puts in what follows\n"
    "    while IFS= read -r i; do\n"
    "        COMPREPLY+=(\"${i#\"$before\"}\")\n"
    "    done < <(compgen -P \"$fixed\" -W \"$words\" -- \"$value\")\n"
    "    if ((n == 1)) && [[ ! $option && $word != -* ]]; then # a command, or a file of the command that is the "
    "default\n"
    "        while IFS= read -r i; do\n"
    "            COMPREPLY+=(\"$i\")\n"
    "        done < <(_ptxcheck_values help && compgen -W \"$words\" -- \"$value\")\n"
    "        if ((${#COMPREPLY[@]})); then\n"
    "            while IFS= read -r i; do\n"
    "                COMPREPLY+=(\"$i\")\n"
    "            done < <(compgen -f -- \"$value\")\n"
    "            compopt -o filenames 2>/dev/null\n"
    "        fi\n"
    "    elif [[ ! $files ]]; then\n"
    "        compopt +o default +o bashdefault 2>/dev/null\n"
    "    fi\n"
    "    if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]]; then\n"
    "        compopt -o nospace 2>/dev/null\n"
    "    fi\n"
    "}\n"
    "\n"
    "complete -o bashdefault -o default -F _ptxcheck ptxcheck\n";

/* Prints what completes one value. */
static void print_values(const struct values *values) {
    if (values->kind == VALUES_FILES)
        printf(" files=yes");
    else if (values->kind == VALUES_OVERRIDES)
        printf(" words=\"error likely ${classes// /= }= ${rules// /= }=\" override=$severities");
    else if (values->kind == VALUES_WORDS) {
        printf(" words='");
        print_words(values);
        printf("'");
    } else if (word_kind_name(values->kind)) {
        printf(" words=$%s", word_kind_name(values->kind));
    }
    printf("%s ;;\n", values->list ? " list=yes" : "");
}

/* Prints what completes the values of one command. */
static void print_command_values(const struct command_row *command) {
    struct option_row row;
    for (size_t i = 0; option_get(command->id, i, &row); i++) {
        if (!row.argument)
            continue;
        if (row.name && row.letter)
            printf("    %s:--%s | %s:-%c)", command->name, row.name, command->name, row.letter);
        else if (row.name)
            printf("    %s:--%s)", command->name, row.name);
        else
            printf("    %s:-%c)", command->name, row.letter);
        print_values(&row.values);
    }
    printf("    %s:)", command->name);
    print_values(&command->values);
}

/* Prints the options of one command. */
static void print_command_options(const struct command_row *command) {
    struct option_row row;
    printf("    %s) printf '%%s' '", command->name);
    for (size_t i = 0; option_get(command->id, i, &row); i++) {
        if (row.letter)
            printf("%s-%c", i ? " " : "", row.letter);
        if (row.name)
            printf("%s--%s%s", i || row.letter ? " " : "", row.name, row.argument ? "=" : "");
    }
    printf("' ;;\n");
}

void completion_print_bash(void) {
    const struct command_row *command;
    fputs(before, stdout);
    print_kinds("    local ", "='", "'\n");
    printf("    words='' files='' list='' override=''\n    case $1:$2 in\n");
    for (size_t i = 0; (command = command_get(i)); i++)
        print_command_values(command);
    printf("    *) return 1 ;;\n    esac\n}\n\n# Prints the options of command $1; false where there is no such "
           "command.\n_ptxcheck_options() {\n    case $1 in\n");
    for (size_t i = 0; (command = command_get(i)); i++)
        print_command_options(command);
    printf("    *) return 1 ;;\n    esac\n}\n\n");
    fputs(after, stdout);
}
