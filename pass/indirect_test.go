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

// indirect has ways to make an operation wrong that is left as it was, by what is done to others, and what the verifier says then.
var indirect = map[string]struct {
	found string
	do    func(u *pass.Unit, blocks []*ir.Block, c *ir.Context)
}{
	"nothing": {"", func(*pass.Unit, []*ir.Block, *ir.Context) {}},
	"another value": {"'arith.addi' op", func(_ *pass.Unit, b []*ir.Block, _ *ir.Context) {
		b[0].First().Result(0).ReplaceAllUsesWith(b[0].Arg(0))
	}},
	"type of a block argument": {"type mismatch for bb argument #0", func(_ *pass.Unit, b []*ir.Block, c *ir.Context) {
		b[3].Arg(0).SetType(c.I64)
	}},
	"definition in another block": {"operand #1 does not dominate this use", func(_ *pass.Unit, b []*ir.Block, _ *ir.Context) {
		b[0].First().MoveBefore(b[2].First())
	}},
	"definition behind its use": {"operand #1 does not dominate this use", func(_ *pass.Unit, b []*ir.Block, _ *ir.Context) {
		b[0].First().MoveBefore(b[2].Last())
	}},
	"one more block argument": {"branch has 1 operands for successor #0, but target block has 2", func(_ *pass.Unit, b []*ir.Block, c *ir.Context) {
		b[3].AddArg(c.I32, nil)
	}},
	"terminator in the middle": {"operation with block successors must terminate its parent block", func(_ *pass.Unit, b []*ir.Block, _ *ir.Context) {
		at := ir.NewBuilder(b[0].First().Context())
		at.SetEnd(b[1])
		at.Insert(b[0].First().Clone(nil))
	}},
	"no terminator": {"block with no terminator", func(_ *pass.Unit, b []*ir.Block, _ *ir.Context) {
		b[1].Last().Erase()
	}},
}

func init() {
	pass.Register(&pass.Pass{Name: "test-look-at", Run: func(*pass.Run) error { return nil },
		Apart: func(*pass.Run) *pass.Parts { return each(func(*pass.Unit) {}) }})
	pass.Register(&pass.Pass{Name: "test-erase-callee", Run: func(*pass.Run) error { return nil },
		Apart: func(*pass.Run) *pass.Parts {
			return each(func(u *pass.Unit) { u.Replaced = u.Op.SymbolName() == "callee" })
		}})
	for name, way := range indirect {
		pass.Register(&pass.Pass{Name: "test-change-" + strings.ReplaceAll(name, " ", "-"), Run: func(*pass.Run) error { return nil },
			Apart: func(r *pass.Run) *pass.Parts {
				return each(func(u *pass.Unit) {
					if u.Op.SymbolName() == "f" {
						way.do(u, u.Op.Regions()[0].Blocks(), u.Op.Context())
					}
				})
			}})
	}
}

// each returns a pass that does something to each unit and says that it may have changed it.
func each(do func(u *pass.Unit)) *pass.Parts {
	return &pass.Parts{Begin: func(*ir.Arena) func(*pass.Unit) error {
		return func(u *pass.Unit) error { do(u); return nil }
	}}
}

// broken runs a pass on a program that was verified, and behind another that leaves it as it is.
func broken(t *testing.T, name string, observers ...pass.Observer) string {
	t.Helper()
	program, diags := text.Parse(dialects.NewContext(), diag.NewFile("a.mlir", []byte(calling)), text.Options{})
	diags.Add(ir.Verify(program)...)
	pl, err := pass.Parse("builtin.module(test-look-at," + name + ",test-look-at)")
	if err != nil || diags.HasErrors() {
		t.Fatal(err, diags)
	}
	m := pass.Manager{Pipeline: pl, Observers: observers}
	var found []string
	for _, d := range m.Run(t.Context(), program) {
		found = append(found, d.Message)
	}
	return strings.Join(found, "; ")
}

// Operations that a pass leaves alone were verified before. That they are wrong now is found all the same.
func TestWhatOthersMakeWrongIsFound(t *testing.T) {
	expect := map[string]string{"test-erase-callee": "'callee' does not reference a valid function"}
	for name, way := range indirect {
		expect["test-change-"+strings.ReplaceAll(name, " ", "-")] = way.found
	}
	for name, want := range expect {
		together, apart := broken(t, name), broken(t, name, pass.NewStats())
		if !strings.Contains(together, want) || (together == "") != (want == "") {
			t.Errorf("%s: %q, want %q", name, together, want)
		}
		if together != apart {
			t.Errorf("%s: %q, one pass at a time %q", name, together, apart)
		}
	}
}
