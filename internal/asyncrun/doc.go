// Package asyncrun runs programs that were lowered to the async runtime as machine code: mlir-opt lowers what
// is left, clang compiles it, and it runs on MLIR's own runtime behind source/counted.c, which keeps account
// of every reference, and on Inflight's, which counts what exists, with one, two and eight threads. Programs
// are put into one module, because starting the tools takes longer than running a program.
//
// Start reading at run.go; driver.go has the code around the programs. Only tests import it.
package asyncrun
