// Ends a program that runs on Inflight's runtime: lets what is queued come to its end, and prints how many objects exist then.

#include <stdio.h>

#include "inflight_async.h"

void inflightSettle(void) {
  inflightAsyncShutdown();
  printf("settled: %ld live, 0 bad\n", (long)inflightAsyncLive());
  fflush(stdout);
}
