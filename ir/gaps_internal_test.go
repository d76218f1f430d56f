package ir

import "testing"

// After a run of the driver no region has gaps in its list of blocks, so that several goroutines may read the
// list.
func TestDriverClosesGaps(t *testing.T) {
	c := NewContext()
	merge := Pattern{Name: "merge", Rewrite: func(op *Op, rw *Rewriter) bool {
		r := op.block.region
		if len(r.blocks) == 1 || r.gone > 0 {
			return false
		}
		rw.MergeBlock(r.blocks[1], op.block, nil)
		return true
	}}
	def := &OpDef{Name: "t.op", Canonicalize: []Pattern{merge}}
	r := NewRegion(NewBlock(), NewBlock(), NewBlock())
	outer := c.NewOp(OpState{Def: def, Regions: []*Region{r}})
	r.Entry().Append(c.NewOp(OpState{Def: def, Results: []Type{c.I32}}))
	ApplyPatternsGreedily(outer, GreedyConfig{Simplify: SimplifyDisabled, MaxIterations: 1})
	if r.gone != 0 || len(r.blocks) != 2 {
		t.Errorf("%d blocks, %d of them gone", len(r.blocks), r.gone)
	}
}
