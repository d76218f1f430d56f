package ptx

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/dialect/nvvm"
	"github.com/inflight-compiler/inflight/ir"
)

// endsAt reports whether nothing reads a value, or another one with its registers, after a product. Its
// registers can become those of the result then. So the sums of a loop stay in the same registers: an
// instruction that touches them between the fence of products and the wait for them makes the compiler of PTX
// execute these products one after the other.
func (f *function) endsAt(v *ir.Value, product *ir.Op) bool {
	for _, w := range f.wordsOf(v) {
		if w.kind != register || w.imm != 0 {
			return false
		}
	}
	root, path := member(v)
	switch {
	case root.DefinedBy(nvvm.WarpgroupMma) != nil:
		return len(path) == 0 && root.ParentBlock() == product.Block() && root.HasOneUse()
	case !root.IsArgument() || root.ParentBlock() == f.root.Region(0).Entry():
		return false
	}
	l := &lastUse{product: product, reached: reachedBeside(product.Block(), root.ParentBlock())}
	return !l.isRead(root, path)
}

// member returns the value of which v is a member, and the place of the member in it.
func member(v *ir.Value) (*ir.Value, []int64) {
	var path []int64
	for def := v.DefinedBy(llvm.ExtractValue); def != nil; def = v.DefinedBy(llvm.ExtractValue) {
		v, path = def.Operand(0), append(def.Ints("position"), path...)
	}
	return v, path
}

// reachedBeside returns the blocks that control may reach from the end of a block without entering another
// one.
func reachedBeside(from, other *ir.Block) map[*ir.Block]bool {
	reached := map[*ir.Block]bool{other: true}
	todo := []*ir.Block{from}
	for len(todo) > 0 {
		b := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, s := range b.Last().Successors() {
			if !reached[s] {
				reached[s] = true
				todo = append(todo, s)
			}
		}
	}
	delete(reached, other)
	return reached
}

// lastUse is the search for uses after a product.
type lastUse struct {
	product *ir.Op
	reached map[*ir.Block]bool // behind the product, without the block whose argument the value is
}

// isRead reports whether an operation after the product reads the member of v at a path, or a value that may
// have its registers.
func (l *lastUse) isRead(v *ir.Value, path []int64) bool {
	for use := range v.Uses() {
		op := use.Owner()
		rest := []int64(nil)
		if op.Def() == llvm.ExtractValue {
			position := op.Ints("position")
			n := min(len(position), len(path))
			if !slices.Equal(position[:n], path[:n]) {
				continue
			}
			rest = path[n:]
		}
		if l.reached[op.Block()] || op.Block() == l.product.Block() && l.product.IsBefore(op) {
			return true
		}
		if op == l.product {
			continue
		}
		for _, result := range op.Results() {
			if l.isRead(result, rest) {
				return true
			}
		}
	}
	return false
}
