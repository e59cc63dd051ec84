/* ptxcheck forms: the legal shapes of instructions. */
#ifndef PTXC_CLI_FORMS_H
#define PTXC_CLI_FORMS_H

/* Prints the syntax and the needs of the forms that the arguments ask for. argv[0] is the name of the subcommand. Gives
 * the exit code. */
int command_forms(int argc, char **argv);

#endif
