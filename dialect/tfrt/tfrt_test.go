package tfrt_test

import (
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/dialect/internal/dialecttest"
	"github.com/inflight-compiler/inflight/dialect/tfrt"
	"github.com/inflight-compiler/inflight/ir/text"
)

// Both forms of every operation are fixed points, and read as the same program.
func TestSyntax(t *testing.T) {
	dialecttest.Syntax(t, all.NewContext, "testdata/*.txtar", tfrt.Dialect, tfrt.TestDialect)
}

// Every rule of the verifier and of the syntax has a program that breaks it.
func TestInvalid(t *testing.T) { dialecttest.Invalid(t, all.NewContext, "testdata/invalid.mlir") }

func TestEveryRuleHasAProgram(t *testing.T) { dialecttest.EveryRule(t, "testdata/invalid.mlir") }

// Kernels of upstream that are not here are refused by name, with those that are.
func TestUnknownKernels(t *testing.T) {
	for name, known := range map[string]string{"tfrt_test.benchmark": "tfrt_test.sum",
		"tfrt_test.get_thread_id": "tfrt_test.sum", "tfrt.get_static": "tfrt.call"} {
		src := "func.func @f() {\n  \"" + name + "\"() : () -> ()\n  tfrt.return\n}"
		_, errs := text.Parse(all.NewContext(), diag.NewFile("input.mlir", []byte(src)), text.Options{})
		if len(errs) == 0 || !strings.Contains(errs[0].Message, "'"+name+"'") || len(errs[0].Notes) == 0 ||
			!strings.Contains(errs[0].Notes[0].Message, known) {
			t.Errorf("%s: got %v", name, errs)
		}
	}
}

// FuzzText holds that no text makes the reader, the verifier or the printer fail.
func FuzzText(f *testing.F) { dialecttest.FuzzText(f, all.NewContext, "testdata/*.txtar") }

// The arguments of a region are its own values, although they have the names of values outside, and those of
// an operation with several results keep their numbers.
func TestRegionsRepeatNames(t *testing.T) {
	m := dialecttest.Parse(t, all.NewContext(), `func.func @f(%c: i1, %x: i32, %y: i32) -> i32 {
  %r:2 = "tfrt_test.multi_arg_result"(%x, %y) : (i32, i32) -> (i32, i32)
  %0 = tfrt.if %c, %r#1, %r#0 : (i32, i32) -> (i32) {
    tfrt.return %r#1 : i32
  } else {
    tfrt.return %r#0 : i32
  }
  tfrt.return %0 : i32
}`)
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
