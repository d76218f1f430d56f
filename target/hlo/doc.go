// Package hlo writes a program as a scheduled module of XLA's HLO. Nothing is executed.
//
// A func.call becomes an instruction where it stands: that of its declaration's attributes hlo.*, if
// frontend/hlo/tomlir wrote them, else a custom-call of the function's name, or a call of a computation if
// the function has a body. An async.execute around one call becomes a start, and the async.await of its token
// or value a done; that of a group, the dones of all its members. A dependency of an async.execute is a done
// in front of its start, and a control predecessor of it. The attribute pipeline.queue names the execution
// thread.
//
// Values of HLO do not change. So a memref is, at each place, the value that was last written to it: what
// writes a memref gets the value before as an operand, and its result shares the memory with that operand
// (output_to_operand_aliasing). What an operation in flight writes becomes the content at its done. Until
// then readers get the value before, whose memory the operation writes: the race of the program is one of the
// module. Memory that nothing has written is AllocateBuffer, a custom-call. Arguments that the entry writes
// are results of the module, which input_output_alias puts into the memory of the parameters.
//
// scf.while, scf.for, scf.if and scf.index_switch become while and conditional, whose tuples hold what their
// regions carry and what they use from outside.
//
// What HLO has no word for is an error with its place: tasks of other operations than one call, operations
// that nothing awaits, waits in a region for an operation from outside, sizes that are not constant.
//
// Start reading at write.go. call.go makes instructions of calls, async.go starts and dones, control.go
// computations of regions.
package hlo
