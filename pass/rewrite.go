package pass

import "github.com/inflight-compiler/inflight/ir"

// SimplifyOption is the option of passes that end as upstream's do, by folding and erasing what is dead in
// the whole module, but for engines, which are to find accesses out of bounds that nothing depends on.
var SimplifyOption = Option{Name: "simplify", Type: Bool, Default: "true",
	Help: "Fold and erase what is dead in the whole module; if false, nothing but the operations that are " +
		"lowered changes (Inflight only)"}

// Rewrite applies a pattern to the operations of its root. With SimplifyOption everything is folded, and what
// is dead is erased.
func (r *Run) Rewrite(p ir.Pattern) {
	found := false
	for op := range r.Op.Walk() {
		if found = op.Name() == p.Root; found {
			break
		}
	}
	if !found { // a program without anything to lower is left alone
		return
	}
	if r.Bool(SimplifyOption.Name) {
		result := ir.ApplyPatternsGreedily(r.Op, ir.GreedyConfig{
			Patterns: []ir.Pattern{p}, OnlyPatterns: true, Poll: r.NewPoll(), Simplify: ir.SimplifyAggressive,
		})
		r.Count("pattern "+p.Name, result.Rewrites[p.Name])
		return
	}
	var list []*ir.Op
	for op := range r.Op.Walk() {
		if op.Name() == p.Root {
			list = append(list, op)
		}
	}
	for _, op := range list {
		r.Step()
		if p.Rewrite(op, &ir.Rewriter{Builder: ir.At(op)}) {
			r.Count("pattern "+p.Name, 1)
		}
	}
}
