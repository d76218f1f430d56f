// Package llvm is the table of MLIR's llvm dialect, whose operations are LLVM's instructions and intrinsics:
// what the dialects of programs are lowered to, and what LLVM IR is written from.
//
// dialect.go has the table's list. Instructions: arith.go, cast.go, memory.go, atomic.go, aggregate.go,
// branch.go, call.go, inlineasm.go. Symbols: function.go, global.go. Constants: constant.go. Intrinsics:
// intrinsic.go those that compute, memintrinsic.go those that touch memory, coro.go those of coroutines.
// Types: pointers, arrays and the types that are one word are in types.go, structs and functions in
// struct.go; compatible.go says which types LLVM has, constraint.go names them for the tables. Attributes:
// attrs.go, range.go, and enums.go with the enumerations. Exceptions (invoke, landingpad), addresses of
// blocks, aliases, and the records of debuggers are not here.
package llvm
