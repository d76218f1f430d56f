package llvm

import (
	"strconv"
	"strings"

	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/ir"
)

// known is a constant: its text or, for an aggregate that is not complete yet, its members.
type known struct {
	typ     ir.Type
	text    string
	members []*known
}

// evaluate returns the constant that a block of an initializer returns.
func (w *writer) evaluate(block *ir.Block) string {
	values := map[*ir.Value]*known{}
	for op := range block.Ops() {
		if op.Has(ir.Terminator) {
			if op.NumOperands() == 1 && values[op.Operand(0)] != nil {
				return w.knownText(op, values[op.Operand(0)])
			}
			break
		}
		k := w.evaluateOp(op, values)
		if k == nil {
			w.fail(op, codeConstant, "cannot be part of a constant of LLVM IR")
			break
		}
		values[op.Result(0)] = k
	}
	return "undef"
}

func (w *writer) evaluateOp(op *ir.Op, values map[*ir.Value]*known) *known {
	if op.NumResults() != 1 {
		return nil
	}
	for i := range op.NumOperands() {
		if values[op.Operand(i)] == nil {
			return nil
		}
	}
	k := &known{typ: op.Result(0).Type()}
	if text, ok := w.constantOp(op); ok {
		k.text = text
		return k
	}
	switch op.Name() {
	case "llvm.insertvalue":
		return w.inserted(op, values)
	case "llvm.extractvalue":
		return w.extracted(op, values[op.Operand(0)])
	}
	k.text = w.expression(op, values)
	if k.text == "" {
		return nil
	}
	return k
}

// expression returns an operation as a constant expression, "" if LLVM has none for it.
func (w *writer) expression(op *ir.Op, values map[*ir.Value]*known) string {
	operand := func(i int) string {
		v := values[op.Operand(i)]
		return w.typ(op, v.typ) + " " + w.knownText(op, v)
	}
	name := strings.TrimPrefix(op.Name(), "llvm.")
	switch name {
	case "bitcast", "addrspacecast", "ptrtoint", "inttoptr", "trunc":
		return name + " (" + operand(0) + " to " + w.typ(op, op.Result(0).Type()) + ")"
	case "add", "sub", "xor":
		return name + " (" + operand(0) + ", " + operand(1) + ")"
	case "getelementptr":
		next := 1
		text := name + gepFlags(op) + " (" + w.typ(op, op.Attr("elem_type").(*ir.TypeAttr).Type) + ", " +
			operand(0)
		for _, n := range op.Ints("rawConstantIndices") {
			if n != llvm.DynamicIndex {
				text += ", i32 " + strconv.FormatInt(n, 10)
				continue
			}
			text += ", " + operand(next)
			next++
		}
		return text + ")"
	}
	return ""
}

// inserted puts a value into an aggregate. An aggregate without other uses is changed in place, so that
// building it member by member takes linear time.
func (w *writer) inserted(op *ir.Op, values map[*ir.Value]*known) *known {
	k := values[op.Operand(0)]
	if !op.Operand(0).HasOneUse() || k.members == nil {
		k = &known{k.typ, k.text, append([]*known(nil), k.members...)}
	}
	at := k
	position := op.Ints("position")
	for depth, n := range position {
		if !w.open(op, at) || n >= int64(len(at.members)) {
			return nil
		}
		if depth == len(position)-1 {
			at.members[n] = values[op.Operand(1)]
			break
		}
		inner := *at.members[n]
		inner.members = append([]*known(nil), inner.members...)
		at.members[n] = &inner
		at = &inner
	}
	return k
}

// open splits an aggregate that is all zero, undefined or poison into members. It reports whether the
// aggregate has members then.
func (w *writer) open(op *ir.Op, k *known) bool {
	if k.members != nil {
		return true
	}
	n := int64(0)
	if d, ok := k.typ.(*ir.ParametricType); ok && d.Def == llvm.Array {
		n = d.IntParam(0)
	} else if types, ok := llvm.Members(k.typ); ok {
		n = int64(len(types))
	}
	if k.text != "undef" && k.text != "poison" && k.text != "zeroinitializer" || n > 1<<24 {
		return false
	}
	k.members = make([]*known, n)
	for i := range k.members {
		t := llvm.MemberAt(k.typ, []int64{int64(i)})
		k.members[i] = &known{typ: t, text: k.text}
		if k.text == "zeroinitializer" {
			k.members[i].text = w.zero(t)
		}
	}
	return true
}

func (w *writer) extracted(op *ir.Op, k *known) *known {
	for _, n := range op.Ints("position") {
		if !w.open(op, k) || n >= int64(len(k.members)) {
			return nil
		}
		k = k.members[n]
	}
	return k
}

// knownText returns the text of a constant. The recursion is as deep as the type.
func (w *writer) knownText(op *ir.Op, k *known) string {
	if k.members == nil {
		return k.text
	}
	list := make([]string, len(k.members))
	for i, m := range k.members {
		list[i] = w.typ(op, m.typ) + " " + w.knownText(op, m)
	}
	return enclosed(k.typ, list)
}
