package tfrt_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/dialect/tfrt"
	"github.com/inflight-compiler/inflight/internal/golden"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
)

func parse(t *testing.T, src []byte) *ir.Op {
	t.Helper()
	m, errs := text.Parse(all.NewContext(), diag.NewFile("input.mlir", src), text.Options{})
	if m == nil {
		t.Fatal(errs)
	}
	if errs := ir.Verify(m); len(errs) > 0 {
		t.Fatal(errs)
	}
	return m
}

// Both forms are fixed points, and each reads as the program that the other is.
func TestSyntax(t *testing.T) {
	golden.Txtar(t, "testdata/*.txtar", func(t *testing.T, ar *txtar.Archive) {
		m := parse(t, golden.Get(t, ar, "in.mlir"))
		custom, generic := text.PrintOptions{}, text.PrintOptions{Generic: true}
		c, g := text.String(m, custom), text.String(m, generic)
		golden.Set(ar, "custom.mlir", []byte(c))
		golden.Set(ar, "generic.mlir", []byte(g))
		for _, printed := range []string{c, g} {
			again := parse(t, []byte(printed))
			if got := text.String(again, custom); got != c {
				t.Errorf("the custom form is not a fixed point:\n%s", got)
			}
			if got := text.String(again, generic); got != g {
				t.Errorf("the generic form is not a fixed point:\n%s", got)
			}
		}
	})
}

// Every operation of both dialects stands in a program whose forms are compared.
func TestSyntaxHasEveryOperation(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	seen := map[string]bool{}
	for _, file := range files {
		ar, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for op := range parse(t, ar.Files[0].Data).Walk() {
			seen[op.Name()] = true
		}
	}
	for _, def := range slices.Concat(tfrt.Dialect.Ops, tfrt.TestDialect.Ops) {
		if !seen[def.Name] {
			t.Errorf("%s stands in no program", def.Name)
		}
	}
}

// The arguments of a region are its own values, although they have the names of values outside, and those of
// an operation with several results keep their numbers.
func TestRegionsRepeatNames(t *testing.T) {
	m := parse(t, []byte(`func.func @f(%c: i1, %x: i32, %y: i32) -> i32 {
  %r:2 = "tfrt_test.multi_arg_result"(%x, %y) : (i32, i32) -> (i32, i32)
  %0 = tfrt.if %c, %r#1, %r#0 : (i32, i32) -> (i32) {
    tfrt.return %r#1 : i32
  } else {
    tfrt.return %r#0 : i32
  }
  tfrt.return %0 : i32
}`))
	op := m.Find(tfrt.If)[0]
	for i, r := range op.Regions() {
		block := r.Entry()
		if got := block.Terminator().Operand(0); got != block.Arg(i) {
			t.Errorf("region %d returns %v", i, got)
		}
	}
}

// A region sees no value from outside but those that its operation names.
func TestRegionsAreIsolated(t *testing.T) {
	_, errs := text.Parse(all.NewContext(), diag.NewFile("input.mlir", []byte(`func.func @f(%c: i1, %x: i32) {
  tfrt.if %c, %x : (i32) -> () {
    %0 = tfrt.and.i1 %c, %c
    tfrt.return
  }
  tfrt.return
}`)), text.Options{})
	if len(errs) == 0 || !strings.Contains(errs[0].Message, "undeclared SSA value") {
		t.Errorf("got %v", errs)
	}
}
