/* The subcommands, each in the source of its name, but tensormap in check.c, and explain, rules and reference in
 * tables.c; commands.def says what they do. argv[0] is the name of the subcommand. Each gives the exit code.
 */
#ifndef PTXC_CLI_COMMANDS_H
#define PTXC_CLI_COMMANDS_H

int command_check(int argc, char **argv);
int command_fmt(int argc, char **argv);
int command_dump(int argc, char **argv);
int command_where(int argc, char **argv);
int command_pipeline(int argc, char **argv);
int command_explain(int argc, char **argv);
int command_rules(int argc, char **argv);
int command_forms(int argc, char **argv);
int command_reference(int argc, char **argv);
int command_tensormap(int argc, char **argv);
int command_swizzle(int argc, char **argv);
int command_descriptor(int argc, char **argv);
int command_plan(int argc, char **argv);
int command_ptxas(int argc, char **argv);
int command_launch(int argc, char **argv);
int command_lsp(int argc, char **argv);
int command_grammar(int argc, char **argv);
int command_completion(int argc, char **argv);
int command_help(int argc, char **argv);

#endif
