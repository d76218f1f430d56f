// Package convertmathtollvm has the pass convert-math-to-llvm: functions of the math dialect become
// intrinsics of LLVM.
package convertmathtollvm
