// Package convertbufferizationtomemref has the pass convert-bufferization-to-memref: copies of buffers and
// conditional deallocations become operations of memref, scf and arith.
//
// pass.go declares it, and clone.go has bufferization.clone. Deallocations are lowered by
// transform/internal/deallocation.
package convertbufferizationtomemref
