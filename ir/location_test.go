package ir_test

import (
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
)

// Two file locations are the same pointer if and only if file, line and column are equal.
func TestFusedPlaces(t *testing.T) {
	ctx := ir.NewContext()
	a, b := diag.NewFile("a.py", []byte("x\n")), diag.NewFile("a.py", []byte("x\n"))
	fuse := func(f *diag.File, off int32) *ir.FusedLoc {
		return ctx.FusedLoc(nil, []ir.Location{&ir.SourceLoc{File: f, Off: off}})
	}
	if first := fuse(a, 1); first != fuse(a, 1) {
		t.Error("one place makes two locations")
	}
	if fuse(a, 0) == fuse(a, 1) || fuse(a, 0) == fuse(b, 0) || fuse(nil, 0) == fuse(a, 0) {
		t.Error("two places make one location")
	}
}

// A builder with an arena makes the same operations as a builder without.
func TestBuilderArena(t *testing.T) {
	ctx := ir.NewContext()
	def := ctx.UnregisteredOpDef("test.op")
	make := func(arena *ir.Arena) *ir.Op {
		b := ir.NewBuilder(ctx)
		b.Arena = arena
		x := b.Create(ir.OpState{Def: def, Results: []ir.Type{ctx.I32}}).Result(0)
		return b.Create(ir.OpState{
			Def: def, Operands: []*ir.Value{x}, Results: []ir.Type{ctx.I32, ctx.I1},
			Regions: []*ir.Region{ir.NewRegion(ir.NewBlock(ctx.I32))},
			Attrs:   []ir.NamedAttr{{Name: "a", Value: ctx.Bool(true)}},
		})
	}
	plain, slabbed := make(nil), make(&ir.Arena{})
	for _, op := range []*ir.Op{plain, slabbed} {
		if op.NumOperands() != 1 || op.NumResults() != 2 || op.NumRegions() != 1 ||
			op.Attr("a") != ctx.Bool(true) || op.Loc() != ir.Location(ctx.UnknownLoc) {
			t.Errorf("%d operands, %d results, %d regions", op.NumOperands(), op.NumResults(),
				op.NumRegions())
		}
		if op.Operand(0).Type() != ctx.I32 || !op.Operand(0).HasUses() || op.Body().Arg(0).Type() != ctx.I32 {
			t.Error("the operand or the region differs")
		}
	}
}
