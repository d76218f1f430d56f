package ir_test

import (
	"testing"

	dialects "github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
)

// constants makes an arena and a function that makes constants with it.
func constants() (a *ir.Arena, make func(n int64) *ir.Op) {
	c := dialects.NewContext()
	a = &ir.Arena{}
	def := c.OpDef("arith.constant")
	return a, func(n int64) *ir.Op {
		return a.NewOp(c, &ir.OpState{Def: def, Results: []ir.Type{c.I32},
			Attrs: []ir.NamedAttr{{Name: "value", Value: c.Int(c.I32, n)}}})
	}
}

// Operations of an arena with equal attributes share them. A change of one operation changes neither the
// others nor clones.
func TestSharedAttributesDoNotChange(t *testing.T) {
	_, constant := constants()
	first, second := constant(1), constant(1)
	clone := first.Clone(nil)
	if &first.Properties()[0] != &second.Properties()[0] {
		t.Error("equal attributes are there twice")
	}
	c := first.Context()
	first.SetAttr("value", c.Int(c.I32, 2))
	if n, _ := first.IntAttr("value"); n != 2 {
		t.Errorf("set to 2, is %d", n)
	}
	clone.RemoveAttr("value")
	for _, op := range []*ir.Op{second, constant(1)} {
		if n, ok := op.IntAttr("value"); n != 1 || !ok {
			t.Errorf("a change of another operation made it %d", n)
		}
	}
}

// The arena reuses the memory of a released operation, with all fields zero. It does not reuse an operation
// that is used or stands in a block.
func TestReleasedOperationsAreUsedAgain(t *testing.T) {
	a, constant := constants()
	c := constant(0).Context()
	free, used, placed := constant(1), constant(2), constant(3)
	free.Result(0).SetName("old")
	a.NewOp(c, &ir.OpState{Def: c.OpDef("arith.addi"), Operands: []*ir.Value{used.Result(0), used.Result(0)},
		Results: []ir.Type{c.I32}})
	ir.NewBlock().Append(placed)
	for _, op := range []*ir.Op{free, free, used, placed} {
		a.Release(op)
	}
	again := constant(4)
	if again != free {
		t.Fatal("the memory of a released operation is not used")
	}
	if n, _ := again.IntAttr("value"); n != 4 || again.Result(0).Name() != "" || again.Result(0).HasUses() {
		t.Error("something is left of the operation that was released")
	}
	if next := constant(5); next == free || next == used || next == placed {
		t.Error("the memory of an operation that lives was used")
	}
}

// An arena keeps at most mostErased released operations. A copy made with the arena is equal to one made
// without.
func TestArenaKeepsFewReleased(t *testing.T) {
	a, constant := constants()
	const many = 3000
	ops := make([]*ir.Op, many)
	for i := range ops {
		ops[i] = constant(int64(i))
	}
	released := map[*ir.Op]bool{}
	for _, op := range ops {
		a.Release(op)
		released[op] = true
	}
	again := 0
	for i := range many {
		if released[constant(int64(i))] {
			again++
		}
	}
	if again == 0 || again >= many/2 {
		t.Errorf("%d of %d released operations were used again", again, many)
	}
}

func TestCopyWithArena(t *testing.T) {
	a, constant := constants()
	one := constant(1)
	c := one.Context()
	add := a.NewOp(c, &ir.OpState{Def: c.OpDef("arith.addi"),
		Operands: []*ir.Value{one.Result(0), one.Result(0)}, Results: []ir.Type{c.I32}})
	add.SetAttr("note", c.Int(c.I32, 7))
	add.Result(0).SetName("sum")
	b := ir.NewBuilder(c)
	b.Arena = a
	block := ir.NewBlock()
	b.SetEnd(block)
	made, want := b.Clone(add, nil), add.Clone(nil)
	if made.Block() != block || made == add || made.Result(0).DefiningOp() != made ||
		made.Result(0).Name() != "sum" {
		t.Error("no copy in its place")
	}
	if text.String(made, text.PrintOptions{Generic: true}) != text.String(want,
		text.PrintOptions{Generic: true}) {
		t.Errorf("the copy is %v, not %v", made, want)
	}
	made.SetAttr("note", c.Int(c.I32, 8))
	made.SetOperand(0, made.Result(0))
	if n, _ := add.IntAttr("note"); n != 7 || add.Operand(0) != one.Result(0) {
		t.Error("a change of the copy shows in the original")
	}
	uses := 0
	for range one.Result(0).Uses() {
		uses++
	}
	if uses != 5 { // two of the original, one of the copy and two of the other copy
		t.Errorf("the constant has %d uses", uses)
	}
}
