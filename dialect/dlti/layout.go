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

// wordBits is the number of bits of an index and of an address.
const wordBits = 64

var codeLayout = diag.Register("data-layout", "a program has another data layout than it is compiled for",
	"Everything here is compiled for an index and addresses of 64 bits, the lowest byte of a number first, "+
		"and numbers that are aligned to "+
		"their size. Leave the entry of dlti.dl_spec out if the program does not depend on it. "+
		"convert-func-to-llvm and the passes like "+
		"it take the width of an index from it.")

// IndexBits returns the number of bits of an index at an operation. The nearest data layout around the
// operation gives it; the default is 64.
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

// Layout refuses a module whose data layout would change its code. The error is a diagnostic at the module
// with the layout. Layout checks the modules in a module as well.
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

// nameDifference describes how the entry of a name differs from the supported layout, "" if it does not.
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

// typeDifference is nameDifference for the entry of a type.
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

// numberDifference checks the alignment of a number. An alignment that does not change the distance between
// elements only changes the layout of structs.
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

// alignment returns the alignment, in bits, of a number of that width: the width rounded up to a power of
// two, at least 8 and at most 128.
func alignment(width int64) int64 {
	return min(max(8, int64(1)<<bits.Len64(uint64(width-1))), 128)
}

func roundUp(n, unit int64) int64 { return (n + unit - 1) / unit * unit }

// hasStructs reports whether memory of the program may hold structs.
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

// lastSpace is the last memory space that Inflight uses.
const lastSpace = llvm.SharedCluster

// pointerDifference checks the size of pointers to memory spaces that Inflight uses.
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
