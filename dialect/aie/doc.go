// Package aie is the table of a part of mlir-aie's dialect: devices, tiles, the code of cores, and object
// FIFOs, which are bounded buffers between tiles. dialect.go has all operations; syntax.go reads and prints
// those whose form the format language cannot say.
//
// Everything below object FIFOs (locks, DMA programs, switches, buffers at addresses) is not in the table:
// mlir-aie makes it of what is.
package aie
