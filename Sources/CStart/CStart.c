#define _GNU_SOURCE
#include "CStart.h"

#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

static int word_count;
static char *no_words[] = {NULL};
static char **words = no_words;

/* Where the memory of the variables that start as 0 begins; the linker defines this. */
extern char __bss_start[];
/* Those that a start uses come before this one, if they are linked in the order of Scripts/start-order.txt. */
__attribute__((section(".bss.gaz_end_of_start"))) char gaz_end_of_start;

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif

/* Runs before all other constructors of the program. The C library passes the command line to each of them. */
__attribute__((constructor(101))) static void start(int count, char **arguments) {
  word_count = count;
  words = arguments;
  /* Swift's caches are all over this memory. One call costs less than two page faults for each of its pages: one to
     read zeros, one to write. Linux before 5.14 refuses, and each page comes when it is touched. */
  uintptr_t size = (uintptr_t)sysconf(_SC_PAGESIZE);
  uintptr_t first = (uintptr_t)__bss_start & -size;
  madvise((void *)first, (uintptr_t)&gaz_end_of_start - first, MADV_POPULATE_WRITE);
}

/* What Swift's CommandLine reads. That of Swift's library, which is then not linked, finds the words in /proc and on the
   stack whenever a program starts. Weak, so that it is used if it is linked after all. */
__attribute__((weak)) char **_swift_stdlib_getUnsafeArgvArgc(int *count) {
  *count = word_count;
  return words;
}
