/* ptxcheck explain, rules, forms and reference: the tables in words. */
#ifndef PTXC_CLI_TABLES_H
#define PTXC_CLI_TABLES_H

/* argv[0] is the name of the subcommand. Each gives the exit code. */
int command_explain(int argc, char **argv);
int command_rules(int argc, char **argv);
int command_forms(int argc, char **argv);
int command_reference(int argc, char **argv);

#endif
