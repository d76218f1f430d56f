package dlti

import (
	"math/bits"
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/builtin"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/dialect/ptr"
	"github.com/inflight-compiler/inflight/ir"
)

// wordBits is how many bits an index and an address have.
const wordBits = 64

var codeLayout = diag.Register("data-layout", "a program has another data layout than it is compiled for",
	"Everything here is compiled for an index and addresses of 64 bits, the lowest byte of a number first, "+
		"and numbers that are aligned to "+
		"their size. Leave the entry of dlti.dl_spec out if the program does not depend on it. "+
		"convert-func-to-llvm and the passes like "+
		"it take the width of an index from it.")

// IndexBits returns how many bits an index has at an operation: what the data layout nearest around it says,
// or 64.
func IndexBits(op *ir.Op) int64 {
	for ; op != nil; op = op.Parent() {
		spec, ok := op.Attr(specAttr).(*ir.ParametricAttr)
		if !ok || spec.Def != Spec {
			continue
		}
		for key, value := range entries(spec) {
			t, isType := key.(*ir.TypeAttr)
			if n, ok := value.(*ir.IntegerAttr); ok && isType && t.Type == op.Context().Index {
				return n.Value
			}
		}
	}
	return wordBits
}

// Layout refuses a module with a data layout that would make other code of it: a diagnostic at the module
// that has it, nil if there is none. It looks at the modules in a module as well.
func Layout(module *ir.Op) error {
	if err := layout(module); err != nil {
		return err
	}
	if module.NumRegions() == 0 || module.Body() == nil {
		return nil
	}
	for op := range module.Body().Ops() {
		if op.Is(builtin.Module) || op.Is(gpu.Module) {
			if err := Layout(op); err != nil {
				return err
			}
		}
	}
	return nil
}

func layout(module *ir.Op) error {
	spec, ok := module.Attr(specAttr).(*ir.ParametricAttr)
	if !ok || spec.Def != Spec {
		return nil
	}
	for key, value := range entries(spec) {
		var wrong string
		switch key := key.(type) {
		case *ir.StringAttr:
			wrong = nameDifference(key.Value, value)
		case *ir.TypeAttr:
			wrong = typeDifference(module, key.Type, value)
		}
		if wrong != "" {
			return module.Errorf(codeLayout, "the data layout says %s = %v, and %s", key, value, wrong)
		}
	}
	return nil
}

// nameDifference says what is otherwise here, "" if nothing is.
func nameDifference(name string, value ir.Attr) string {
	switch name {
	case endianness:
		if s, ok := value.(*ir.StringAttr); ok && s.Value == "big" {
			return "the lowest byte of a number is the first here"
		}
	case allocaSpace, globalSpace, programSpace, defaultSpace:
		if n, ok := value.(*ir.IntegerAttr); ok && n.Value != 0 {
			return "such memory is in space 0 here"
		}
	}
	return ""
}

// typeDifference does the same for a type.
func typeDifference(module *ir.Op, t ir.Type, value ir.Attr) string {
	switch t := t.(type) {
	case *ir.IndexType:
		if n, ok := value.(*ir.IntegerAttr); ok && n.Value != wordBits {
			return "an index has 64 bits here"
		}
	case *ir.IntegerType:
		return numberDifference(module, int64(t.Width), value)
	case *ir.FloatType:
		return numberDifference(module, int64(t.Width()), value)
	case *ir.ParametricType:
		return pointerDifference(t, value)
	}
	return ""
}

// numberDifference looks at the alignment of a number. One that leaves the distance between elements as it is
// changes the layout of structs alone.
func numberDifference(module *ir.Op, width int64, value ir.Attr) string {
	list := numbers(value)
	if len(list) == 0 || list[0] == alignment(width) {
		return ""
	}
	if list[0] <= 0 || roundUp(width, list[0]) != roundUp(width, alignment(width)) || hasStructs(module) {
		return "numbers are aligned to their size here"
	}
	return ""
}

// alignment is that of a number of so many bits: its size, in whole bytes that are a power of two, of at most
// 16 bytes.
func alignment(width int64) int64 {
	return min(max(8, int64(1)<<bits.Len64(uint64(width-1))), 128)
}

func roundUp(n, unit int64) int64 { return (n + unit - 1) / unit * unit }

// hasStructs reports whether structs may be laid out in memory.
func hasStructs(module *ir.Op) bool {
	isStruct := func(t ir.Type) bool { return strings.Contains(t.String(), "llvm.struct") }
	for op := range module.Walk() {
		for _, v := range op.Results() {
			if isStruct(v.Type()) {
				return true
			}
		}
		for _, a := range slices.Concat(op.Properties(), op.Attrs()) {
			if t, ok := a.Value.(*ir.TypeAttr); ok && isStruct(t.Type) {
				return true
			}
		}
	}
	return false
}

// lastSpace is the last of the memory spaces that something here uses.
const lastSpace = llvm.SharedCluster

// pointerDifference looks at the size of pointers to memory spaces that are used.
func pointerDifference(t *ir.ParametricType, value ir.Attr) string {
	var list []int64 // size, alignment, preferred alignment, size of an index
	if space, ok := llvm.AddressSpace(t); ok && space <= lastSpace {
		list = numbers(value)
	}
	if spec, ok := value.(*ir.ParametricAttr); ok && spec.Def == ptr.Spec && ptr.IsPointer(t) {
		for _, p := range spec.Params {
			list = append(list, p.(*ir.IntegerAttr).Value)
		}
	}
	for i, n := range list {
		const preferred, index = 2, 3
		if n != wordBits && i != preferred && (i != index || n < 1<<31) {
			return "an address has 64 bits here"
		}
	}
	return ""
}
