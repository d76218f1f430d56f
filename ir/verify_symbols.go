package ir

import "github.com/inflight-compiler/inflight/diag"

// symbolTable checks that names are defined once.
func (v *verifier) symbolTable(op *Op) *diag.Diagnostic {
	if len(op.regions) != 1 || len(op.regions[0].blocks) != 1 {
		return op.OpErrorf(codeSymbol, "Operations with a 'SymbolTable' must have exactly one block in one region")
	}
	names := map[string]*Op{}
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
	v.tables.tables[op] = names
	return nil
}

func (o *Op) checkSymbol() *diag.Diagnostic {
	if _, ok := o.Attr("sym_name").(*StringAttr); !ok {
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
		return o.OpErrorf(codeSymbol, "requires visibility attribute 'sym_visibility' to be a string attribute, but got %s", vis)
	}
	if v := s.Value; v != "public" && v != "private" && v != "nested" {
		return o.OpErrorf(codeSymbol, "visibility expected to be one of [\"public\", \"private\", \"nested\"], but got %s", vis)
	}
	return nil
}

// parallelUses is the number of operations whose references to symbols one goroutine checks at a time.
const parallelUses = 512

// symbolUses checks the references that operations make to symbols.
func (v *verifier) symbolUses() {
	for p := range v.top.Ancestors() { // the goroutines only read
		if p.Has(IsSymbolTable) {
			v.tables.index(p)
		}
	}
	lists := make([]diag.List, (len(v.symbolUsers)+parallelUses-1)/parallelUses)
	ForEach(len(lists), func(i int) {
		first := i * parallelUses
		for _, op := range v.symbolUsers[first:min(first+parallelUses, len(v.symbolUsers))] {
			if err := op.def.VerifySymbolUses(op, v.tables); err != nil {
				lists[i].Add(diag.FromError(err)...)
			}
		}
	})
	for _, l := range lists {
		v.diags.Add(l...)
	}
}
