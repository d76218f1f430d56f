package pass_test

import (
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	dialects "github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
	"github.com/inflight-compiler/inflight/pass"
)

const calling = `func.func private @callee(i32) -> i32
func.func @f(%c: i1, %a: i32) -> i32 {
  %x = arith.constant 1 : i32
  cf.cond_br %c, ^left, ^right
^left:
  %y = arith.addi %a, %x : i32
  cf.br ^end(%y : i32)
^right:
  %z = func.call @callee(%x) : (i32) -> i32
  cf.br ^end(%z : i32)
^end(%r: i32):
  func.return %r : i32
}
`

// indirect has changes that make an operation wrong although the operation itself does not change, and the
// error that the verifier then reports.
var indirect = map[string]struct {
	found string
	do    func(blocks []*ir.Block, c *ir.Context)
}{
	"nothing": {"", func([]*ir.Block, *ir.Context) {}},
	"another value": {"'arith.addi' op", func(b []*ir.Block, _ *ir.Context) {
		b[0].First().Result(0).ReplaceAllUsesWith(b[0].Arg(0))
	}},
	"type of a block argument": {"type mismatch for bb argument #0", func(b []*ir.Block, c *ir.Context) {
		b[3].Arg(0).SetType(c.I64)
	}},
	"definition in another block": {"operand #1 does not dominate this use",
		func(b []*ir.Block, _ *ir.Context) {
			b[0].First().MoveBefore(b[2].First())
		}},
	"definition behind its use": {"operand #1 does not dominate this use",
		func(b []*ir.Block, _ *ir.Context) {
			b[0].First().MoveBefore(b[2].Last())
		}},
	"one more block argument": {"branch has 1 operands for successor #0, but target block has 2",
		func(b []*ir.Block, c *ir.Context) {
			b[3].AddArg(c.I32, nil)
		}},
	"terminator in the middle": {"operation with block successors must terminate its parent block",
		func(b []*ir.Block, _ *ir.Context) {
			at := ir.NewBuilder(b[0].First().Context())
			at.SetEnd(b[1])
			at.Insert(b[0].First().Clone(nil))
		}},
	"no terminator": {"block with no terminator", func(b []*ir.Block, _ *ir.Context) {
		b[1].Last().Erase()
	}},
}

func init() {
	register := func(name string, do func(module *ir.Op)) {
		pass.Register(&pass.Pass{Name: name, Run: func(r *pass.Run) error { do(r.Op); return nil }})
	}
	register("test-look-at", func(*ir.Op) {})
	register("test-erase-callee", func(module *ir.Op) { module.Body().First().Erase() })
	for name, way := range indirect {
		register("test-change-"+strings.ReplaceAll(name, " ", "-"), func(module *ir.Op) {
			way.do(module.Body().Last().Region(0).Blocks(), module.Context())
		})
	}
}

// broken runs the pass on a verified program, between two passes that change nothing, and returns the errors.
func broken(t *testing.T, name string) string {
	t.Helper()
	program, diags := text.Parse(dialects.NewContext(), diag.NewFile("a.mlir", []byte(calling)),
		text.Options{})
	diags.Add(ir.Verify(program)...)
	pl, err := pass.Parse("builtin.module(test-look-at," + name + ",test-look-at)")
	if err != nil || diags.HasErrors() {
		t.Fatal(err, diags)
	}
	m := pass.Manager{Pipeline: pl}
	var found []string
	for _, d := range m.Run(t.Context(), program) {
		found = append(found, d.Message)
	}
	return strings.Join(found, "; ")
}

// Operations that a pass does not change were verified before. The verifier still finds that they have become
// wrong.
func TestWhatOthersMakeWrongIsFound(t *testing.T) {
	expect := map[string]string{"test-erase-callee": "'callee' does not reference a valid function"}
	for name, way := range indirect {
		expect["test-change-"+strings.ReplaceAll(name, " ", "-")] = way.found
	}
	for name, want := range expect {
		if got := broken(t, name); !strings.Contains(got, want) || (got == "") != (want == "") {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
