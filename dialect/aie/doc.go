// Package aie is the table of a part of mlir-aie's dialect: devices, tiles, the code of cores, object FIFOs,
// which are bounded buffers between tiles, locks, and the programs of DMA engines with the streams between
// them. dialect.go has devices, cores and object FIFOs, lock.go locks and memory, dma.go DMA engines and
// streams; syntax.go reads and prints the operations of dialect.go whose form the format language cannot say.
//
// Packets, switches, sequences of the host and registers are not in the table.
package aie
