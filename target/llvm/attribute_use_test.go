package llvm_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
	llvmtarget "github.com/inflight-compiler/inflight/target/llvm"
)

// inert are the attributes of the llvm dialect that may be left out of the text, and why a program means the
// same without them.
var inert = map[string]string{
	"access_groups": "metadata: says which loop's iterations an access does not depend on (LangRef, " +
		"llvm.access.group); a pass may not rely on its being there",
	"alias_scopes": "metadata: with noalias_scopes, which accesses do not overlap (LangRef, " +
		"alias.scope); leaving a promise out is always right",
	"noalias_scopes": "metadata: see alias_scopes",
	"tbaa": "metadata: accesses of other types do not overlap (LangRef, tbaa); leaving a " +
		"promise out is always right",
	"arg_attrs": "of an intrinsic: promises about its operands, such as alignment; without them " +
		"behaviour is defined in more cases",
	"res_attrs": "of an intrinsic: promises about its result",
	"dbg_exprs": "debug information",
	"loop_annotation": "hints for loops (LangRef, llvm.loop); those that are none are an error where " +
		"they are printed",
	"sym_visibility":       "which symbols other modules of MLIR see; LLVM has linkage, which is printed",
	"vec_type_hint":        "OpenCL C, 6.7.2: a hint for vectorizers",
	"work_group_size_hint": "OpenCL C, 6.7.2: a hint",
}

// refused are the attributes that the writer refuses to leave out.
var refused = []string{"intel_reqd_sub_group_size", "reqd_work_group_size", "operand_attrs",
	"target_specific_attrs"}

// structural are the attributes that samples cannot be made of: they count operands or name types, and the
// corpus compares them.
var structural = []string{"op_bundle_sizes", "op_bundle_tags", "var_callee_type", "memory_effects", "callee",
	"case_values", "value", "passthrough"}

// Every attribute of the llvm dialect that may be absent is written, inert for a reason that stands above, or
// refused: the text of a program with it differs from that of the program without it, does not, or is an
// error.
func TestEveryAttributeIsWrittenOrInertOrRefused(t *testing.T) {
	seen := attributeUses(t)
	for _, def := range llvm.Dialect.Ops {
		for i := range def.Attrs {
			a := &def.Attrs[i]
			if a.Default == nil && !a.Optional || slices.Contains(structural, a.Name) {
				continue
			}
			want := "written"
			switch {
			case slices.Contains(refused, a.Name):
				want = "refused"
			case inert[a.Name] != "" &&
				(a.Name != "arg_attrs" && a.Name != "res_attrs" ||
					def.Name != "llvm.func" && def.Name != "llvm.call"):
				want = "inert"
			}
			got := seen[def.Name+" "+a.Name]
			if got == "" && seen[def.Name] != "" {
				t.Errorf("%s: no program of the corpus shows what becomes of '%s'", def.Name, a.Name)
			}
			if got != "" && got != want {
				t.Errorf("%s: '%s' is %s, expected %s", def.Name, a.Name, got, want)
			}
		}
	}
}

// attributeUses says of each attribute of an operation in the corpus whether it is written, inert or refused,
// and of each operation that it is there.
func attributeUses(t *testing.T) map[string]string {
	uses := map[string]string{}
	for _, pattern := range []string{"../../ir/text/testdata/corpus/llvm_*.mlir", "testdata/single/*.mlir"} {
		files, _ := filepath.Glob(pattern)
		for _, file := range files {
			content, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			symbols := map[string]string{}
			for op := range parse(t, diag.NewFile(file, content)).Body().Ops() {
				if name := op.SymbolName(); name != "" {
					symbols[name] = string(text.Append(nil, op, text.PrintOptions{})) + "\n"
				}
			}
			for name := range symbols {
				m := parse(t, diag.NewFile(file, []byte(closure(symbols, name))))
				if before, diags := llvmtarget.Append(nil, m); len(diags) == 0 {
					useAttributes(m, before, uses)
				}
			}
		}
	}
	return uses
}

// useAttributes changes every attribute of a program in turn; before is its text.
func useAttributes(m *ir.Op, before []byte, uses map[string]string) {
	for op := range m.Walk() {
		uses[op.Name()] = "printed"
		for i := range op.Def().Attrs {
			a := &op.Def().Attrs[i]
			old := op.Attr(a.Name)
			changed := other(op.Context(), a, old)
			key := op.Name() + " " + a.Name
			if changed == old || uses[key] == "written" || slices.Contains(structural, a.Name) {
				continue
			}
			set(op, a.Name, changed)
			if len(ir.Verify(m)) == 0 {
				after, diags := llvmtarget.Append(nil, m)
				switch {
				case len(diags) > 0:
					uses[key] = "refused"
				case !bytes.Equal(before, after):
					uses[key] = "written"
				default:
					uses[key] = "inert"
				}
			}
			set(op, a.Name, old)
		}
	}
}

func set(op *ir.Op, name string, v ir.Attr) {
	if v == nil {
		op.RemoveAttr(name)
		return
	}
	op.SetAttr(name, v)
}

// other returns what an attribute becomes: absent, or its default, if it is neither, and a value if it is.
func other(c *ir.Context, a *ir.AttrDef, old ir.Attr) ir.Attr {
	var without ir.Attr
	if a.Default != nil {
		without = a.Default(c)
	}
	if old != without {
		return without
	}
	if e := a.Type.Enum; e != nil {
		last := e.Cases[len(e.Cases)-1].Value
		if e.Integer {
			return c.Int(c.Integer(e.Width), last)
		}
		return c.Enum(e, last)
	}
	list := c.Array([]ir.Attr{c.Dict(nil)})
	for _, v := range []ir.Attr{c.Unit, c.Bool(true), c.Int(c.I64, 8), c.Int(c.I32, 8), c.String("none"),
		c.I32Array(1, 1, 1), list} {
		if a.Type.Match == nil || a.Type.Match(v) {
			return v
		}
	}
	return old
}
