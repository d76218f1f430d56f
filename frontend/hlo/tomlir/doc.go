// Package tomlir writes a scheduled module of HLO as a program in MLIR, with the dialects func, async, scf
// and memref, so that whatever judges, draws or changes programs in MLIR works on a schedule of XLA.
//
// Memory is what judge.Share says: values that share memory without a buffer assignment are one memref, which
// an alloc at the beginning of the function makes, or an argument. An instruction is a func.call of a private
// declaration, of which there is one for each opcode and signature. Its arguments say whether the instruction
// reads or writes them (bufferization.access); its attributes hlo.* say what else the instruction was. A
// start is an async.execute around such a call, and its done an async.await. Loops and conditionals become
// scf.while, scf.if and scf.index_switch, which hand on memory and operations in flight in the order of the
// tuples of HLO. Instructions that tuples are made of and taken apart with vanish; target/hlo writes them
// again.
//
// A program in MLIR has one content of a memory at a time. An instruction that reads a value whose memory has
// been overwritten is refused: XLA puts a copy there before it schedules.
//
// Arguments and results of the entry have the order of the parts of their shapes.
//
// Start reading at write.go.
package tomlir
