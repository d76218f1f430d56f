package assignment

import (
	"strconv"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
)

// Assignment is the buffer assignment of a module.
type Assignment struct {
	File *diag.File
	// Allocations are in textual order.
	Allocations []*Allocation
	// TotalBytes is what the text says that all allocations have, -1 if it does not.
	TotalBytes int64
}

// Allocation is memory that values share.
type Allocation struct {
	Number, Size int64
	// Color is the memory space, 0 without one.
	Color int64
	// Parameter is the number of the entry computation's parameter whose memory this is, -1 if it is none's;
	// ParameterIndex leads to the part of the parameter. Shape is the shape of the parameter, as it is
	// written.
	Parameter      int64
	ParameterIndex Index
	Shape          string
	// Output is the shape of the module's result, if this memory has it, as it is written.
	Output string
	// Constant memory is never written, ThreadLocal memory exists for each thread, LiveOut memory may outlive
	// the program, and Temporary memory has the intermediate results.
	Constant, ThreadLocal, LiveOut, Temporary bool
	// Values are in the order of the text.
	Values []*Value
	Span   diag.Span
}

// Value is a value of the module with its place in an allocation.
type Value struct {
	ID int64
	// Instruction is the name of the instruction that defines the value, without %, and Index leads to the
	// part of its result.
	Instruction string
	Index       Index
	// Phi marks a value that a loop or a condition merges.
	Phi bool
	// Color is the memory space, 0 without one.
	Color        int64
	Size, Offset int64
	// Shape is as it is written, with its layout.
	Shape      string
	Allocation *Allocation
	// Positions are where the value is in results of instructions, the first one where it is defined. Uses
	// are the operands that it is in. Both are nil if the text does not tell them.
	Positions []Position
	Uses      []Use
	Span      diag.Span
}

// Position is a part of an instruction's result.
type Position struct {
	Instruction string
	Index       Index
}

// Use is a part of an instruction's operand.
type Use struct {
	Instruction string
	Operand     int64
	Index       Index
}

// Index leads to a part of a tuple: {1,0} is the first element of the second element. The empty index is the
// whole.
type Index []int64

// String returns the index as XLA writes it.
func (x Index) String() string {
	var b strings.Builder
	b.WriteByte('{')
	for i, n := range x {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(strconv.FormatInt(n, 10))
	}
	b.WriteByte('}')
	return b.String()
}

// String returns the name of the value with its index, as a reader of the module looks for it.
func (v *Value) String() string {
	if len(v.Index) == 0 {
		return "%" + v.Instruction
	}
	return "%" + v.Instruction + v.Index.String()
}

// suffix is what the names of buffer assignments have in place of the .txt of their modules.
const suffix = "-buffer-assignment.txt"

// Beside returns the name of the buffer assignment that XLA writes with the dump of a module. It is that of
// module_0001.NAME.sm_9.0_gpu_after_optimizations-buffer-assignment.txt for the module
// module_0001.NAME.sm_9.0_gpu_after_optimizations.txt. For a name of another kind it returns "".
func Beside(module string) string {
	for _, end := range []string{".txt", ".hlo"} {
		if base, ok := strings.CutSuffix(module, end); ok && !IsName(module) {
			return base + suffix
		}
	}
	return ""
}

// IsName reports whether a file has the name of a buffer assignment.
func IsName(name string) bool { return strings.HasSuffix(name, suffix) }
