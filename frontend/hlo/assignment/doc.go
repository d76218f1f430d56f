// Package assignment reads the buffer assignments that XLA writes beside a dump of a scheduled module: which
// bytes of which allocation each value of the module gets.
//
// The text is what BufferAssignment::ToString writes in xla/service/buffer_assignment.cc of the repository
// openxla/xla, in the file whose name Beside tells:
//
//	BufferAssignment:
//	allocation 0: size 128, parameter 0, shape |f32[32]| at ShapeIndex {}:
//	 value: <3 p0 @0> (size=128,offset=0): f32[32]{0}
//	allocation 1: size 256, preallocated-temp:
//	 value: <4 all-gather-start{1} @0> (size=256,offset=0): f32[64]{0}
//
//	Total bytes used: 384 (384B)
//
//	Used values:
//	<3 p0 @0>
//	 positions:
//	  p0
//	  all-gather-start {0}
//	 uses:
//	  all-gather-start, operand 0
//	 from instruction: %p0 = f32[32]{0} parameter(0)
//
// A value is named by the instruction that defines it and the index into the tuple that the instruction
// returns, {1} for the second element; (phi) marks a value that a loop or a condition merges, and @0 is the
// color of its memory. Read refuses text that is not of this form, values beyond the end of their allocation,
// and values that are placed twice. Whether an assignment is one of a module is for the reader of both to
// say.
//
// Start reading at read.go.
package assignment
