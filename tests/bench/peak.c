/* Runs a command and writes what it took: CPU seconds, and the most memory that it had at once, in KiB.
 *
 * usage: bench-peak FILE COMMAND [ARGUMENT...]
 *
 * The system counts for a process also what its parent had in memory at the moment of the start, so that whoever asks
 * must be small itself.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv) {
    struct rusage usage;
    int status;
    if (argc < 3) {
        fprintf(stderr, "usage: bench-peak FILE COMMAND [ARGUMENT...]\n");
        return 2;
    }
    pid_t child = fork();
    if (child == 0) {
        execvp(argv[2], argv + 2);
        perror(argv[2]);
        _exit(127);
    }
    if (child < 0 || wait4(child, &status, 0, &usage) < 0) {
        perror(argv[2]);
        return 2;
    }
    FILE *file = fopen(argv[1], "w");
    double seconds = (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
                     (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
    if (!file || fprintf(file, "%.6f %ld\n", seconds, usage.ru_maxrss) < 0 || fclose(file) != 0) {
        perror(argv[1]);
        return 2;
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 2;
}
