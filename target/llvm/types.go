package llvm

import (
	"strconv"
	"strings"

	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/ir"
)

var floatNames = map[ir.FloatKind]string{
	ir.F16: "half", ir.BF16: "bfloat", ir.F32: "float", ir.F64: "double", ir.F80: "x86_fp80",
	ir.F128: "fp128",
}

// typ returns the text of a type. A type that LLVM does not have is reported at op.
func (w *writer) typ(op *ir.Op, t ir.Type) string {
	if s, ok := w.types[t]; ok {
		return s
	}
	s, ok := w.typeText(op, t)
	if !ok {
		w.fail(op, codeType, "has the type '%v', which LLVM IR does not have", t)
		s = "void"
	}
	w.types[t] = s
	return s
}

func (w *writer) typeText(op *ir.Op, t ir.Type) (string, bool) {
	switch t := t.(type) {
	case *ir.IntegerType:
		return "i" + strconv.Itoa(int(t.Width)), t.Sign == ir.Signless && t.Width > 0 && t.Width < 1<<23
	case *ir.FloatType:
		name, ok := floatNames[t.Kind]
		return name, ok
	case *ir.VectorType:
		return w.vectorText(op, t)
	case *ir.OpaqueType:
		return t.Text, t.Dialect == "llvm"
	case *ir.ParametricType:
		return w.parametricText(op, t)
	}
	return "", false
}

func (w *writer) vectorText(op *ir.Op, t *ir.VectorType) (string, bool) {
	if len(t.Shape) != 1 {
		return "", false
	}
	scale := ""
	if t.Scalable != nil {
		scale = "vscale x "
	}
	return "<" + scale + strconv.FormatInt(t.Shape[0], 10) + " x " + w.typ(op, t.Elem) + ">", true
}

func (w *writer) parametricText(op *ir.Op, t *ir.ParametricType) (string, bool) {
	switch t.Def {
	case llvm.Pointer:
		if n := t.IntParam(0); n != 0 {
			return "ptr addrspace(" + strconv.FormatInt(n, 10) + ")", true
		}
		return "ptr", true
	case llvm.Array:
		return "[" + strconv.FormatInt(t.IntParam(0), 10) + " x " + w.typ(op, t.TypeParam(1)) + "]", true
	case llvm.Struct:
		return w.structText(op, t), true
	case llvm.Function:
		return w.typ(op, t.TypeParam(0)) + " (" + w.parameterTypes(op, t) + ")", true
	}
	return "", false
}

// A struct type has three parameters: the array of its members' types (nil: opaque), its name, and unit if it
// is packed.
func (w *writer) structText(op *ir.Op, t *ir.ParametricType) string {
	body := "opaque"
	if t.Params[0] != nil {
		body = w.members(op, t)
		if t.Params[2] != nil {
			body = "<" + body + ">"
		}
	}
	name, ok := t.Params[1].(*ir.StringAttr)
	if !ok {
		return body
	}
	text := "%" + identifier(name.Value)
	w.named = append(w.named, text+" = type "+body)
	return text
}

func (w *writer) members(op *ir.Op, t *ir.ParametricType) string {
	types, _ := llvm.Members(t)
	if len(types) == 0 {
		return "{}"
	}
	return "{ " + w.typeList(op, types) + " }"
}

func (w *writer) typeList(op *ir.Op, types []ir.Type) string {
	list := make([]string, len(types))
	for i, t := range types {
		list[i] = w.typ(op, t)
	}
	return strings.Join(list, ", ")
}

// signature has the parts of a function type.
type signature struct {
	result ir.Type
	params []ir.Type
	more   bool // the function is variadic
}

func signatureOf(t ir.Type) signature {
	d := t.(*ir.ParametricType)
	s := signature{result: d.TypeParam(0), more: d.Params[2] != nil}
	for _, e := range d.Params[1].(*ir.ArrayAttr).Elems {
		s.params = append(s.params, e.(*ir.TypeAttr).Type)
	}
	return s
}

func (w *writer) parameterTypes(op *ir.Op, t ir.Type) string {
	s := signatureOf(t)
	text := w.typeList(op, s.params)
	if s.more {
		if text != "" {
			text += ", "
		}
		text += "..."
	}
	return text
}

// mangled returns a type in its form in the name of an overloaded intrinsic.
func (w *writer) mangled(op *ir.Op, t ir.Type) string {
	switch t := t.(type) {
	case *ir.IntegerType:
		return "i" + strconv.Itoa(int(t.Width))
	case *ir.FloatType:
		return t.Kind.Info().Name
	case *ir.VectorType:
		scale := ""
		if t.Scalable != nil {
			scale = "nx"
		}
		return scale + "v" + strconv.FormatInt(t.Shape[0], 10) + w.mangled(op, t.Elem)
	case *ir.ParametricType:
		return w.mangledParametric(op, t)
	}
	w.fail(op, codeType, "has the type '%v', which intrinsics do not take", t)
	return ""
}

func (w *writer) mangledParametric(op *ir.Op, t *ir.ParametricType) string {
	switch t.Def {
	case llvm.Pointer:
		return "p" + strconv.FormatInt(t.IntParam(0), 10)
	case llvm.Array:
		return "a" + strconv.FormatInt(t.IntParam(0), 10) + w.mangled(op, t.TypeParam(1))
	}
	members, _ := llvm.Members(t)
	text := "sl_"
	for _, m := range members {
		text += w.mangled(op, m)
	}
	return text + "s"
}
