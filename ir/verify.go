package ir

import (
	"context"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/interrupt"
)

// Verify checks op and everything in it: the declarations in the tables, what
// the operations themselves verify, blocks and terminators, dominance, and
// symbols. It reports, like MLIR, one error for each operation isolated from
// above, the first. The checks of table functions run only on operations that
// the tables accept.
//
// Isolated operations of one block are verified in parallel where there are
// many; the order of the errors does not depend on it.
func Verify(op *Op) diag.List { return VerifyWithin(context.Background(), op, nil) }

// VerifyWithin is Verify for an operation of which the symbol tables around it are indexed already, by
// IndexAround; it does not index them again. Those of a nil pointer are not. When c ends, so does it, with
// the error of interrupt.Error.
func VerifyWithin(c context.Context, op *Op, around *SymbolTables) diag.List {
	found, err := verifyWithin(c, op, around)
	if err != nil {
		return diag.FromError(err)
	}
	return found
}

func verifyWithin(c context.Context, op *Op, around *SymbolTables) (found diag.List, err error) {
	defer interrupt.Catch(&err)
	v := newVerifier()
	v.poll = interrupt.NewPoll(c)
	v.tables.outer = around
	if v.unit(op) {
		v.symbolUses()
	}
	return v.diags, nil
}

// verifier checks one isolated operation after the other, and through verifiers of their own those within it.
type verifier struct {
	diags diag.List
	top   *Op // the isolated operation, or the root
	dom   *DominanceInfo
	poll  *interrupt.Poll
	// users are the operations with VerifySymbolUses seen so far, tables the
	// symbol tables that were found sound.
	users  opList
	tables *SymbolTables
	// pieces are those of the regions of top, nil if it is small; isolated are the isolated operations of a
	// piece.
	pieces   [][]Piece
	isolated []*Op
}

func newVerifier() *verifier {
	return &verifier{dom: NewDominanceInfo(), tables: NewSymbolTables()}
}

// fail records an error and returns false.
func (v *verifier) fail(err error) bool {
	v.diags.Add(diag.FromError(err)...)
	return !v.diags.HasErrors()
}

// unit checks an isolated operation or the root: its structure and, if that is
// sound, dominance.
func (v *verifier) unit(op *Op) bool {
	v.top, v.pieces, v.isolated = op, nil, nil
	if op.isUnit() {
		v.pieces = op.pieces()
	}
	return v.structure(op) && v.dominance(op)
}

// soundness is what the verifier knows of an operation without regions since it looked last, until its
// attributes, its operands or a type of its values change: their setters say so.
type soundness uint8

const (
	unknown  soundness = iota
	declared           // it is as the tables say but for its place, which is to be looked at again
	alone              // nothing but itself decides whether it is sound, and it is
)

// structure checks op, the operations in it, and then what op demands of them. An operation that stands alone
// is not looked at again until it changes. Dominance, symbols and the shape of blocks are checked every time.
func (v *verifier) structure(op *Op) bool {
	if op.sound == alone {
		v.note(op)
		return true
	}
	for i := range op.attrs {
		if err := op.checkDialectAttr(op.attrs[i]); err != nil {
			return v.fail(err)
		}
	}
	def := op.def
	check := (*Op).checkDeclared
	if op.sound == declared {
		check = (*Op).checkPlace
	}
	if d := check(op); d != nil {
		return v.fail(d)
	}
	if def.Verify != nil && !(op.sound == declared && def.VerifiesItself && len(op.successors) == 0) {
		if err := def.Verify(op); err != nil && !v.fail(err) {
			return false
		}
	}
	if def.Traits&Elementwise != 0 && def.Traits&SameOperandsAndResultType == 0 && op.sound != declared {
		if d := op.checkElementwise(); d != nil {
			return v.fail(d)
		}
	}
	v.note(op)
	if len(op.regions) == 0 {
		op.sound = op.known()
		return true
	}
	return v.regions(op) && v.afterRegions(op)
}

// known returns what is known of an operation without regions in which nothing wrong was found.
func (o *Op) known() soundness {
	switch {
	case len(o.attrs)+len(o.successors) == 0 && o.def.demands().alone:
		return alone
	case o.def.Unregistered || o.def.Traits&(IsSymbol|IsSymbolTable) != 0:
		return unknown
	}
	return declared
}

// note remembers an operation that refers to symbols.
func (v *verifier) note(op *Op) {
	if op.def.VerifySymbolUses != nil {
		v.users.add(op)
	}
}

// isUnit reports whether the operation is verified apart from what is around it.
func (o *Op) isUnit() bool { return o.def.Traits&IsolatedFromAbove != 0 && len(o.regions) > 0 }

// regions checks the blocks of op. Isolated operations are left for the end,
// so that they can be checked in parallel.
func (v *verifier) regions(op *Op) bool {
	outer := v.isolated
	v.isolated = nil
	for i, r := range op.regions {
		if !v.blocks(op, i) {
			return false
		}
		if d := r.checkEntry(); d != nil {
			return v.fail(d)
		}
	}
	isolated := v.isolated
	v.isolated = outer
	return len(isolated) == 0 || v.units(isolated)
}

// blocks checks the blocks of region i of op, in parallel if they are many.
func (v *verifier) blocks(op *Op, i int) bool {
	if pieces := v.piecesOf(op, i); pieces != nil {
		isolated, ok := v.inPieces(pieces, (*verifier).piece)
		v.isolated = append(v.isolated, isolated...)
		return ok
	}
	return v.piece(Piece{Blocks: op.regions[i].Blocks()})
}

// piece checks blocks or a part of one.
func (v *verifier) piece(p Piece) bool {
	for _, b := range p.Blocks {
		first, end := p.Ops(b)
		if !v.block(b, first, end) {
			return false
		}
	}
	return true
}

// block checks the operations of a block from the first to the one before the end, and notes the isolated
// ones.
func (v *verifier) block(b *Block, first, end *Op) bool {
	if d := b.checkShape(); d != nil {
		return v.fail(d)
	}
	for inner := first; inner != end; inner = inner.next {
		v.poll.Step()
		if inner.sound == alone {
			v.note(inner)
		} else if inner.isUnit() {
			v.isolated = append(v.isolated, inner)
		} else if !v.structure(inner) {
			return false
		}
	}
	if end != nil {
		return true
	}
	if d := b.checkTerminator(); d != nil {
		return v.fail(d)
	}
	return true
}

// parallelUnits is the number of isolated operations from which on they are
// verified in parallel.
const parallelUnits = 16

// units verifies isolated operations and takes the findings over in order.
func (v *verifier) units(ops []*Op) bool {
	found := make([]diag.List, len(ops))
	for _, w := range v.forEachUnit(len(ops), func(w *verifier, i int) {
		w.unit(ops[i])
		found[i], w.diags = w.diags, nil
		w.dom.reset()
	}) {
		v.take(w)
	}
	for _, l := range found {
		v.diags.Add(l...)
	}
	return !v.diags.HasErrors()
}

// fork returns a verifier for another goroutine, or for an operation of its own.
func (v *verifier) fork() *verifier {
	w := newVerifier()
	w.top = v.top
	w.poll = interrupt.NewPoll(v.poll.Context())
	return w
}

// take takes over the symbols that a fork has seen.
func (v *verifier) take(w *verifier) {
	for op, table := range w.tables.tables {
		v.tables.put(op, table)
	}
	v.users = append(v.users, w.users...)
}

// forEachUnit calls f for 0 to n-1 with one of the verifiers that it returns, in parallel if there is enough
// to do.
func (v *verifier) forEachUnit(n int, f func(w *verifier, i int)) []*verifier {
	if n >= parallelUnits {
		return ForEachWith(n, v.fork, f)
	}
	w := v.fork()
	for i := range n {
		f(w, i)
	}
	return []*verifier{w}
}

// afterRegions checks what op demands of its verified regions.
func (v *verifier) afterRegions(op *Op) bool {
	if op.Has(IsSymbolTable) {
		if d := v.symbolTable(op); d != nil {
			return v.fail(d)
		}
	}
	if d := op.checkImplicitTerminator(); d != nil {
		return v.fail(d)
	}
	if op.def.VerifyRegions != nil {
		if err := op.def.VerifyRegions(op); err != nil {
			return v.fail(err)
		}
	}
	return true
}
