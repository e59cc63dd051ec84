/* ptxcheck explain, rules and reference: the tables in words. */
#ifndef PTXC_CLI_TABLES_H
#define PTXC_CLI_TABLES_H

/* argv[0] is the name of the subcommand. Each gives the exit code. */

/* Prints one rule: what it asks, why, and an example of wrong and right. */
int command_explain(int argc, char **argv);

/* Prints one line for each rule. */
int command_rules(int argc, char **argv);

/* Prints all forms and rules as docs/reference.md. */
int command_reference(int argc, char **argv);

#endif
