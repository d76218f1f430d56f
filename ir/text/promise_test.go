package text_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
)

// examples returns the operations without regions of the corpus whose definitions make a promise. The corpus
// must have an operation for each of the dialects' definitions that make the promise.
func examples(t *testing.T, c *ir.Context, promises func(*ir.OpDef) bool) (ops []*ir.Op) {
	seen := map[string]bool{}
	for _, file := range corpusFiles(t) {
		m := parse(t, c, file, read(t, file))
		for op := range m.Walk() {
			if promises(op.Def()) {
				seen[op.Name()] = true
				if op.NumRegions() == 0 {
					ops = append(ops, op)
				}
			}
		}
	}
	for _, d := range c.Dialects() {
		for _, def := range d.Ops {
			if promises(def) && !seen[def.Name] {
				t.Errorf("%s makes a promise, and the corpus has none of it", def.Name)
			}
		}
	}
	return ops
}

// variants calls f for an operation as it is, and with other types of its values: each type of a list in
// turn. The operation is a copy whose operands have no defining operation, so that they can have any type.
func variants(op *ir.Op, types []ir.Type, f func(variant *ir.Op)) {
	for k := -1; k < len(types); k++ {
		placeholders := map[*ir.Value]*ir.Value{}
		variant := op.Clone(nil)
		for i, v := range op.Operands() {
			if placeholders[v] == nil {
				placeholders[v] = ir.NewPlaceholder(v.Type())
			}
			variant.SetOperand(i, placeholders[v])
		}
		for i := range variant.NumOperands() + variant.NumResults() {
			if k < 0 || (k+i)%3 == 0 {
				continue
			}
			t := types[(k+i)%len(types)]
			if i < variant.NumOperands() {
				variant.Operand(i).SetType(t)
			} else {
				variant.Result(i - variant.NumOperands()).SetType(t)
			}
		}
		f(variant)
	}
}

// someTypes returns types of all kinds that verifiers distinguish.
func someTypes(t *testing.T, c *ir.Context) (types []ir.Type) {
	m := parse(t, c, "types.mlir",
		`func.func private @f(i1, i32, i64, index, f32, vector<4xf32>, vector<4xi32>, tensor<2x?xf32>, memref<?x4xi32>,
		complex<f32>, !llvm.ptr, !llvm.struct<(i32, array<2 x f32>)>, !llvm.array<3 x i8>, !async.token, !async.value<f32>, !async.group)`)
	return m.Body().First().Attr("function_type").(*ir.TypeAttr).Type.(*ir.FunctionType).Inputs
}

// The definitions with PrintsFixed keep their promise: their operations have the same text when a template is
// used as when each operation is printed by itself.
func TestPrintsFixedIsKept(t *testing.T) {
	c := newContext()
	types := someTypes(t, c)
	for _, op := range examples(t, c, text.PrintsFixed) {
		m := parse(t, c, "module.mlir", "module {\n  module {\n  }\n}")
		variants(op, types, func(variant *ir.Op) {
			if variant.NumSuccessors() == 0 {
				m.Body().Append(variant)
			}
		})
		got, want := string(text.Append(nil, m, text.PrintOptions{})), string(text.AppendWithoutTemplates(m))
		if got != want {
			t.Errorf("%s, without the shortcut (-) and with it (+):\n%s", op.Name(), cmp.Diff(want, got))
		}
	}
}

// The definitions with VerifiesItself keep their promise: Verify returns the same in the operation's program,
// without the operations that define its operands, and without anything around the operation.
func TestVerifiesItselfIsKept(t *testing.T) {
	c := newContext()
	types := someTypes(t, c)
	for _, op := range examples(t, c, func(def *ir.OpDef) bool { return def.VerifiesItself }) {
		verdict := func(op *ir.Op) (found string) {
			defer func() {
				if cause := recover(); cause != nil {
					found = "panic" // the tables keep such types from Verify
				}
			}()
			if err := op.Def().Verify(op); err != nil {
				found = fmt.Sprint(err)
			}
			return found
		}
		in := make([]ir.Type, op.NumOperands())
		for i, v := range op.Operands() {
			in[i] = v.Type()
		}
		out := op.ResultTypes()
		variants(op, types, func(variant *ir.Op) {
			for i := range in {
				op.Operand(i).SetType(variant.Operand(i).Type())
			}
			for i := range out {
				op.Result(i).SetType(variant.Result(i).Type())
			}
			if there, alone := verdict(op), verdict(variant); there != alone {
				t.Errorf("%s: in its program %q, alone %q", op.Name(), there, alone)
			}
			for i := range in {
				op.Operand(i).SetType(in[i])
			}
			for i := range out {
				op.Result(i).SetType(out[i])
			}
		})
	}
}
