// Package convertmemreftoptr has the pass convert-memref-to-ptr: memrefs become addresses with their sizes
// and strides as values of their own, complex numbers pairs of their parts, and accesses become loads and
// stores at addresses that arithmetic of 32 bits computes.
//
// memreftoptr.go has the pass, convert.go the order in which operations are lowered. descriptor.go says what
// stands for a memref, number.go what for a complex number; signature.go and flow.go what becomes of memrefs
// that functions, calls and control flow pass on. address.go computes addresses from sums (sum.go) of
// subscripts; access.go, vector.go and lanes.go are what loads and stores there, atomic.go what does both,
// copy.go copies, payload.go has asynchronous values that are memrefs. alloc.go and stack.go allocate,
// view.go makes other memrefs of the same memory, global.go those of the module; runtime.go declares the
// functions that an engine provides.
//
// Descriptors of the llvm dialect (transform/internal/llvmtypes) are one value with operations to take it
// apart; here they are several values.
package convertmemreftoptr
