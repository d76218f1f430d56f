// Package native compiles programs to separate processes. target/llvm compiles a module to LLVM IR. clang
// makes an executable of it, together with the asynchronous runtime and a small host (host.c). The executable
// gets its arguments in a shared file.
//
// Executables are kept in a cache, under a key of everything that they were made from. A crash, a failed
// assertion, an error of a task and the excess of a limit are diagnostics. A program cannot harm the process
// that runs it.
//
// Start reading at program.go. toolchain.go finds and runs clang. cache.go keeps executables in a folder,
// which trust.go checks and evict.go keeps small. layout.go is the shared file; run.go is one run; build.go
// writes the files of the command `build`.
package native
