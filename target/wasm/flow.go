package wasm

import (
	"cmp"
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
)

var codeIrreducible = diag.Register("wasm-irreducible", "a loop can be entered in two places",
	"WebAssembly has structured control flow only: every loop of blocks must have one block through which "+
		"it is entered. Write "+
		"the loop with scf.while, or copy the block that is the second entry.")

// flow converts a region of several blocks to structured control flow: "Beyond Relooper" (Ramsey, ICFP 2022).
// The code follows the dominator tree. A block that several forward branches reach has its code behind the
// end of a wasm block that these branches leave. A block that branches go back to is a loop. The code of any
// other block replaces the branch to it.
//
// The function that resumes a coroutine may enter a loop in the middle. It has a loop around all blocks
// instead, and a local with the number of the block that comes next.
type flow struct {
	*function
	dominance *ir.Dominance
	order     map[*ir.Block]int         // number of each block in reverse postorder
	forward   map[*ir.Block]int         // number of branches from blocks before it
	loops     map[*ir.Block]bool        // whether there are branches back to it
	behind    map[*ir.Block][]*ir.Block // blocks with several forward branches, by their immediate dominators
	labels    map[*ir.Block]int         // label of the wasm block or loop by which a branch reaches a block

	dispatch bool   // one loop goes around all blocks
	next     uint32 // local with the number of the next block
	again    int    // label of that loop
}

// region compiles a region. exit compiles its terminators.
func (f *function) region(r *ir.Region, exit func(*ir.Op)) {
	outerExit, outerFlow := f.exit, f.flow
	f.exit, f.flow = exit, nil
	if blocks := r.Blocks(); len(blocks) == 1 {
		f.block(blocks[0])
	} else if len(blocks) > 1 {
		f.flow = f.newFlow(r)
		if f.flow.dispatch {
			f.flow.all()
		} else {
			f.flow.node(r.Entry())
		}
	}
	f.exit, f.flow = outerExit, outerFlow
}

func (f *function) newFlow(r *ir.Region) *flow {
	w := &flow{
		function: f, dominance: ir.NewDominance(r), order: map[*ir.Block]int{}, forward: map[*ir.Block]int{},
		loops: map[*ir.Block]bool{}, behind: map[*ir.Block][]*ir.Block{}, labels: map[*ir.Block]int{},
	}
	blocks := w.dominance.ReversePostorder()
	for i, b := range blocks {
		w.order[b] = i
		for _, v := range b.Args() {
			if i > 0 && v.HasUses() {
				f.make(v, borrowed) // a branch anywhere in the region may set it
			}
		}
	}
	for _, b := range blocks {
		for _, to := range b.Successors() {
			w.edge(b, to)
		}
	}
	for _, b := range blocks {
		if w.forward[b] > 1 {
			at := w.dominance.ImmediateDominator(b)
			w.behind[at] = append(w.behind[at], b)
		}
	}
	return w
}

func (w *flow) edge(from, to *ir.Block) {
	if w.order[to] > w.order[from] {
		w.forward[to]++
		return
	}
	w.loops[to] = true
	switch {
	case w.dominance.Dominates(to, from):
	case w.coroutines:
		w.dispatch = true
	default:
		w.fail(from.Last(), codeIrreducible, "branches into the middle of a loop")
	}
}

// all compiles all blocks in a loop, which begins with a branch to the next one.
func (w *flow) all() {
	blocks := w.dominance.ReversePostorder()
	w.next = w.take(i32)
	w.i32Const(0) // the number of the entry
	w.set(w.next)
	w.again = w.open(opLoop)
	for range blocks {
		w.open(opBlock)
	}
	w.get(w.next)
	w.emit(opBrTable)
	w.code.u32(uint32(len(blocks) - 1))
	for i := range blocks {
		w.code.u32(uint32(i))
	}
	for _, b := range blocks {
		w.close()
		w.block(b)
	}
	w.close()
}

// node compiles a block and all blocks that it dominates.
func (w *flow) node(b *ir.Block) {
	if w.loops[b] {
		w.labels[b] = w.open(opLoop)
		defer w.close()
	}
	behind := w.behind[b]
	slices.SortFunc(behind, func(x, y *ir.Block) int { return cmp.Compare(w.order[y], w.order[x]) })
	labels := make([]int, len(behind))
	for i := range behind {
		labels[i] = w.open(opBlock)
	}
	for i, to := range behind {
		w.labels[to] = labels[i]
	}
	w.block(b)
	for i := range behind {
		to := behind[len(behind)-1-i]
		w.close()
		w.node(to)
	}
}

// inline reports whether the code of a block replaces the branch to it.
func (w *flow) inline(from, to *ir.Block) bool {
	return !w.dispatch && w.order[to] > w.order[from] && w.forward[to] == 1
}

// follow compiles a branch of a terminator. The code behind it is not reached.
func (w *flow) follow(op *ir.Op, successor int) {
	to := op.Successor(successor)
	first, count := op.Def().SuccessorOperands(op, successor)
	w.assign(to.Args(), op.Operands()[first:first+count])
	if w.dispatch {
		w.i32Const(int64(w.order[to]))
		w.set(w.next)
		w.function.branch(opBr, w.again)
	} else if w.inline(op.Block(), to) {
		w.node(to)
	} else if w.order[to] <= w.order[op.Block()] || w.labels[to] != w.depth { // otherwise control reaches the end of the wasm block anyway
		w.function.branch(opBr, w.labels[to])
	}
}

// plain reports whether a branch passes no values and is one instruction.
func (w *flow) plain(op *ir.Op, successor int) bool {
	to := op.Successor(successor)
	return !w.dispatch && !w.inline(op.Block(), to) && !slices.ContainsFunc(to.Args(), w.wanted)
}
