// Package race says whether the race detector is built in, and skips tests that it has nothing to find in.
// Only tests and what supports them import it.
package race
