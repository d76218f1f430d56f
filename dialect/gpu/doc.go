// Package gpu is the part of MLIR's gpu dialect that programs mention without its operations: the attributes that bind
// loops to threads and blocks, and the memory spaces. They are in attributes.go.
//
// May import: ir.
package gpu
