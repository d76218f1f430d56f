package ir

import (
	"context"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/interrupt"
)

// Verify checks op and all operations in it: the declarations in the tables, the Verify functions of the
// definitions, blocks and terminators, dominance, and symbols. Like MLIR, it reports only the first error in
// each operation that is isolated from above. A Verify function is called only for an operation that the
// tables accept.
//
// If a block has many isolated operations, they are verified in parallel. The order of the errors does not
// depend on that.
func Verify(op *Op) diag.List { return VerifyWithin(context.Background(), op, nil) }

// VerifyWithin is Verify for an operation of which IndexAround has already indexed the enclosing symbol
// tables, in around. It does not index them again. If around is nil, no table is indexed yet. When c ends,
// VerifyWithin ends too, with the error of interrupt.Error.
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

// verifier checks one isolated operation after the other. Verifiers of their own check the isolated
// operations in it.
type verifier struct {
	diags diag.List
	top   *Op // the isolated operation, or the root
	dom   *DominanceInfo
	poll  *interrupt.Poll
	// users holds the operations with VerifySymbolUses found so far, and tables the symbol tables that were
	// found correct.
	users  opList
	tables *SymbolTables
	// pieces holds the pieces of the regions of top, nil if top is small. isolated holds the isolated
	// operations of a piece.
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

// unit checks an isolated operation or the root: its structure and, if the structure is correct, dominance.
func (v *verifier) unit(op *Op) bool {
	v.top, v.pieces, v.isolated = op, nil, nil
	if op.isUnit() {
		v.pieces = op.pieces()
	}
	return v.structure(op) && v.dominance(op)
}

// soundness says which checks of an operation without regions need not be repeated. Setters of its
// attributes, of its operands and of the types of its values reset it to unknown.
type soundness uint8

const (
	unknown  soundness = iota
	declared           // the operation agrees with the tables; its position has to be checked again
	alone              // the operation is correct, wherever it stands and whatever is around it
)

// structure checks op, the operations in it, and then the facts that op requires of them. An operation whose
// soundness is alone is not checked again until it changes. Dominance, symbols and the shape of blocks are
// checked every time.
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

// known returns the soundness of an operation without regions after a check that found no error.
func (o *Op) known() soundness {
	switch {
	case len(o.attrs)+len(o.successors) == 0 && o.def.demands().alone:
		return alone
	case o.def.Unregistered || o.def.Traits&(IsSymbol|IsSymbolTable) != 0:
		return unknown
	}
	return declared
}

// note adds an operation that refers to symbols to the users.
func (v *verifier) note(op *Op) {
	if op.def.VerifySymbolUses != nil {
		v.users.add(op)
	}
}

// isUnit reports whether the operation is verified separately from the operations around it.
func (o *Op) isUnit() bool { return o.def.Traits&IsolatedFromAbove != 0 && len(o.regions) > 0 }

// regions checks the blocks of op. It checks isolated operations at the end, so that they can be checked in
// parallel.
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

// piece checks several blocks, or a part of one block.
func (v *verifier) piece(p Piece) bool {
	for _, b := range p.Blocks {
		first, end := p.Ops(b)
		if !v.block(b, first, end) {
			return false
		}
	}
	return true
}

// block checks the operations of a block from first to the one before end. It adds the isolated ones to
// v.isolated.
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

// parallelUnits is the least number of isolated operations that are verified in parallel.
const parallelUnits = 16

// units verifies isolated operations and adds their errors in the order of the operations.
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

// fork returns a verifier for use by another goroutine, with the same top.
func (v *verifier) fork() *verifier {
	w := newVerifier()
	w.top = v.top
	w.poll = interrupt.NewPoll(v.poll.Context())
	return w
}

// take takes over the symbol tables and the users of symbols that a fork has found.
func (v *verifier) take(w *verifier) {
	for op, table := range w.tables.tables {
		v.tables.put(op, table)
	}
	v.users = append(v.users, w.users...)
}

// forEachUnit calls f for 0 to n-1, in parallel if n is large enough. It returns the verifiers with which it
// called f.
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

// afterRegions checks the facts that op requires of its regions, which are verified already.
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
