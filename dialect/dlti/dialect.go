package dlti

import (
	"fmt"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/builtin"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/ir"
)

// Dialect is the dlti dialect.
var Dialect = &ir.Dialect{
	Name:          "dlti",
	AttributeDefs: []*ir.AttributeDef{Entry, Spec, Map, DeviceSpec, SystemSpec, PointerAlignment},
	VerifyAttr:    verifyAttr,
}

var codeDLTI = diag.Register("verify-dlti", "an attribute of the dlti dialect breaks a rule",
	"A data layout (dlti.dl_spec) has an integer for index, two numbers of bits at most for a number, the "+
		"alignment that is required and the "+
		"preferred one, and names of the dialect for strings. Change the entry that the message names.")

// specAttr is the name of the attribute that holds a data layout.
const specAttr = "dlti.dl_spec"

// verifyAttr checks the attributes of this dialect on operations of other dialects.
func verifyAttr(op *ir.Op, a ir.NamedAttr) error {
	var def *ir.AttributeDef
	switch a.Name {
	case specAttr:
		def = Spec
	case "dlti.target_system_spec":
		def = SystemSpec
	case "dlti.map":
		def = Map
	default:
		return op.Errorf(codeDLTI, "attribute '%s' not supported by dialect", a.Name)
	}
	p, ok := a.Value.(*ir.ParametricAttr)
	if !ok || p.Def != def {
		return op.Errorf(codeDLTI, "'%s' is expected to be a #dlti.%s attribute", a.Name, def.Mnemonic)
	}
	if def == Spec && (op.Is(builtin.Module) || op.Is(gpu.Module)) {
		return verifyEntries(op, p)
	}
	return nil
}

// verifyEntries checks the entries of the data layout of a module. Data layouts elsewhere have no effect.
func verifyEntries(op *ir.Op, spec *ir.ParametricAttr) error {
	for key, value := range entries(spec) {
		var wrong string
		switch key := key.(type) {
		case *ir.StringAttr:
			wrong = nameFault(key.Value, value)
		case *ir.TypeAttr:
			wrong = typeFault(key.Type, value)
		}
		if wrong != "" {
			return op.Errorf(codeDLTI, "%s", wrong)
		}
	}
	return nil
}

// The names of entries that the dialect has.
const (
	endianness   = "dlti.endianness"
	allocaSpace  = "dlti.alloca_memory_space"
	globalSpace  = "dlti.global_memory_space"
	programSpace = "dlti.program_memory_space"
	defaultSpace = "dlti.default_memory_space"
)

// otherNames are the names of entries that change no layout: the alignment of the stack, the form of symbols,
// and the integer widths that are fast.
var otherNames = []string{
	"dlti.stack_alignment", "dlti.mangling_mode", "dlti.legal_int_widths", "dlti.function_pointer_alignment",
}

func nameFault(name string, value ir.Attr) string {
	switch name {
	case endianness:
		if s, ok := value.(*ir.StringAttr); !ok || s.Value != "big" && s.Value != "little" {
			return "'" + endianness + "' data layout entry is expected to be either 'big' or 'little'"
		}
		return ""
	case allocaSpace, globalSpace, programSpace, defaultSpace:
		return ""
	}
	for _, known := range otherNames {
		if name == known {
			return ""
		}
	}
	if strings.HasPrefix(name, "dlti.") {
		return "unknown data layout entry name: " + name
	}
	return ""
}

// typeFault checks the entry of a number, of index or of a pointer. Entries of other types belong to the
// dialects of these types.
func typeFault(t ir.Type, value ir.Attr) string {
	switch t := t.(type) {
	case *ir.IndexType:
		n, ok := value.(*ir.IntegerAttr)
		switch {
		case !ok:
			return "expected integer attribute in the data layout entry for 'index'"
		case n.Value < 1 || n.Value > wordBits:
			return fmt.Sprintf("an index of %d bits is too narrow or too wide", n.Value)
		}
	case *ir.IntegerType, *ir.FloatType:
		return numberFault(t, value)
	case *ir.MemRefType, *ir.VectorType, *ir.TensorType, *ir.FunctionType, *ir.NoneType, *ir.TupleType,
		*ir.ComplexType:
		return "unexpected data layout for a built-in type"
	case *ir.ParametricType:
		if n := len(numbers(value)); t.Def == llvm.Pointer && n != 3 && n != 4 {
			return "expected layout attribute for '" + t.String() +
				"' to be a dense integer elements attribute with 3 or 4 elements"
		}
	}
	return ""
}

// numberFault checks the required and the preferred alignment of a number.
func numberFault(t ir.Type, value ir.Attr) string {
	entry := "#dlti.dl_entry<" + t.String() + ", " + value.String() + ">"
	bits := numbers(value)
	switch {
	case len(bits) == 0:
		return "expected a dense i64 elements attribute in the data layout entry " + entry
	case len(bits) > 2:
		return "expected 1 or 2 elements in the data layout entry " + entry
	case len(bits) == 2 && bits[1] < bits[0]:
		return "preferred alignment is expected to be greater than or equal to the abi alignment in data " +
			"layout entry " + entry
	}
	return ""
}

// numbers returns the elements of a dense attribute of 64-bit integers, nil for other attributes.
func numbers(a ir.Attr) []int64 {
	d, ok := a.(*ir.DenseElementsAttr)
	if !ok {
		return nil
	}
	elem, ok := d.Type.ElemType().(*ir.IntegerType)
	if !ok || elem.Width != 64 {
		return nil
	}
	const most = 5 // more integers than any entry may have
	list := make([]int64, min(d.NumElems(), most))
	for i := range list {
		list[i] = int64(d.Element(i))
	}
	return list
}
