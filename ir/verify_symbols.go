package ir

import (
	"sync/atomic"

	"github.com/inflight-compiler/inflight/diag"
)

// symbolTable checks that each name is defined once.
func (v *verifier) symbolTable(op *Op) *diag.Diagnostic {
	if len(op.regions) != 1 || len(op.regions[0].Blocks()) != 1 {
		return op.OpErrorf(codeSymbol,
			"Operations with a 'SymbolTable' must have exactly one block in one region")
	}
	names := make(map[string]*Op, op.Body().NumOps())
	for inner := op.Body().first; inner != nil; inner = inner.next {
		name := inner.SymbolName()
		if name == "" {
			continue
		}
		if first := names[name]; first != nil {
			return inner.Errorf(codeSymbol, "redefinition of symbol named '%s'", name).
				Note(first.Span(), "see existing symbol definition here")
		}
		names[name] = inner
	}
	v.tables.set(op, names)
	return nil
}

func (o *Op) checkSymbol() *diag.Diagnostic {
	switch name, ok := o.Attr("sym_name").(*StringAttr); {
	case ok && name.Value == "":
		return o.OpErrorf(codeSymbol,
			"has an empty name, which no reference can have").Suggest("give it a name")
	case !ok:
		if decl := o.def.Attr("sym_name"); decl != nil && decl.Optional && o.Attr("sym_name") == nil {
			return nil
		}
		return o.OpErrorf(codeSymbol, "requires string attribute 'sym_name'")
	}
	if p := o.Parent(); p != nil && !p.Has(IsSymbolTable) && !p.def.Unregistered {
		return o.OpErrorf(codeSymbol, "symbol's parent must have the SymbolTable trait")
	}
	vis := o.Attr("sym_visibility")
	if vis == nil {
		return nil
	}
	s, ok := vis.(*StringAttr)
	if !ok {
		return o.OpErrorf(codeSymbol,
			"requires visibility attribute 'sym_visibility' to be a string attribute, but got %s", vis)
	}
	if v := s.Value; v != "public" && v != "private" && v != "nested" {
		return o.OpErrorf(codeSymbol,
			"visibility expected to be one of [\"public\", \"private\", \"nested\"], but got %s", vis)
	}
	return nil
}

// opList is a list of operations, kept in slices of limited length that are not copied when the list grows.
type opList [][]*Op

const opListPiece = 256

func (l *opList) add(op *Op) {
	n := len(*l)
	if n == 0 || len((*l)[n-1]) == opListPiece {
		*l = append(*l, make([]*Op, 0, opListPiece))
		n++
	}
	(*l)[n-1] = append((*l)[n-1], op)
}

// symbolUses checks the references that operations make to symbols.
func (v *verifier) symbolUses() {
	v.tables.IndexAround(v.top) // the goroutines only read
	var failed atomic.Bool
	ForEachWith(len(v.users), v.tables.fork, func(t *SymbolTables, i int) {
		for _, op := range v.users[i] {
			if op.def.VerifySymbolUses(op, t) != nil {
				failed.Store(true)
			}
		}
	})
	if failed.Load() {
		v.symbolErrors(v.top)
	}
}

// symbolErrors reports the wrong references in order; errors in isolated operations come after the others.
func (v *verifier) symbolErrors(op *Op) {
	if op.def.VerifySymbolUses != nil {
		if err := op.def.VerifySymbolUses(op, v.tables); err != nil {
			v.fail(err)
		}
	}
	for _, isolated := range [2]bool{false, true} {
		for _, r := range op.regions {
			for _, b := range r.Blocks() {
				for inner := b.first; inner != nil; inner = inner.next {
					if inner.isUnit() == isolated {
						v.symbolErrors(inner)
					}
				}
			}
		}
	}
}
