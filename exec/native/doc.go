// Package native compiles programs to processes of their own: it has target/llvm make LLVM IR of a module,
// and clang an executable of it together with the asynchronous runtime and a small host (host.c), and runs
// that on arguments in a shared file.
//
// Executables are kept in a cache, by what they were made of. A crash, a failed assertion, an error of a task
// and every limit is a diagnostic; nothing that a program does can harm the process that runs it.
//
// Start reading at program.go. toolchain.go finds and runs clang, cache.go keeps what it made, in a folder
// that trust.go judges and evict.go keeps small; layout.go is the shared file; run.go is one run; build.go is
// what the command `build` writes.
package native
