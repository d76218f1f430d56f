// Package convertfunctollvm has the pass convert-func-to-llvm: functions, calls and returns become those of
// LLVM. A memref is passed as the members of its descriptor one by one, or as a bare pointer; several results
// become one struct.
//
// functollvm.go has the pass, signature.go the types of functions, function.go functions themselves, call.go
// calls and returns, wrapper.go the functions with the interface of C, unranked.go memrefs without rank,
// whose descriptors are copied.
package convertfunctollvm
