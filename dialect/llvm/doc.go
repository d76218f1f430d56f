// Package llvm is the table of MLIR's llvm dialect, whose operations are LLVM's instructions and intrinsics.
// The other dialects are lowered to it, and target/llvm writes LLVM IR from it.
//
// dialect.go has the table's list. Instructions are in arith.go, cast.go, memory.go, atomic.go, aggregate.go,
// branch.go, call.go and inlineasm.go. Symbols are in function.go and global.go, and constants in
// constant.go. Intrinsics that compute are in intrinsic.go and vp.go, those that access memory in
// memintrinsic.go, and those of coroutines in coro.go. types.go has the types of pointers, arrays and those
// that are one word, and struct.go those of structs and functions. compatible.go says which types LLVM has,
// and constraint.go names them for the tables. Attributes are in attrs.go, range.go, and enums.go, which has
// the enumerations.
//
// Exceptions (invoke, landingpad), addresses of blocks, aliases, and the records of debuggers are missing
// here.
package llvm
