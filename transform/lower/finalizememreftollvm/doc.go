// Package finalizememreftollvm has the pass finalize-memref-to-llvm: memrefs become descriptors, and what is
// done with them becomes arithmetic on pointers.
//
// memreftollvm.go has the pass; access.go loads and stores, alloc.go allocations, global.go global memrefs,
// query.go what asks a memref for its parts, view.go what makes another memref of the same memory, copy.go
// copies, scope.go the operations that become several blocks.
package finalizememreftollvm
