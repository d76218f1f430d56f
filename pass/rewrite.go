package pass

import "github.com/inflight-compiler/inflight/ir"

// SimplifyOption is an option of passes which, like their upstream originals, end with folding and erasing
// dead operations in the whole module. Engines turn it off, because they must find accesses out of bounds
// whose results are not used.
var SimplifyOption = Option{Name: "simplify", Type: Bool, Default: "true",
	Help: "Fold and erase what is dead in the whole module; if false, nothing but the operations that are " +
		"lowered changes (Inflight only)"}

// Rewrite applies a pattern to the operations that are its root. With SimplifyOption it also folds and erases
// dead operations in the whole module.
func (r *Run) Rewrite(p ir.Pattern) {
	found := false
	for op := range r.Op.Walk() {
		if found = op.Name() == p.Root; found {
			break
		}
	}
	if !found { // do not change a program that has no root
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
