// Package converttollvm has the pass convert-to-llvm: all conversions to the llvm dialect, one after the
// other.
package converttollvm
