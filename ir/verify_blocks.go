package ir

import "github.com/inflight-compiler/inflight/diag"

// checkSuccessors checks that op ends its block and that its successors are in the same region.
func (o *Op) checkSuccessors() *diag.Diagnostic {
	if o.block != nil && o.block.last != o {
		return o.Errorf(codeSuccessors, "operation with block successors must terminate its parent block")
	}
	for _, s := range o.successors {
		if o.block == nil || s.region != o.block.region {
			return o.OpErrorf(codeSuccessors, "branching to block of a different region")
		}
	}
	if o.def.SuccessorOperands == nil {
		return nil
	}
	for i := range o.successors {
		if d := o.checkSuccessorOperands(i); d != nil {
			return d
		}
	}
	return nil
}

func (o *Op) checkSuccessorOperands(succ int) *diag.Diagnostic {
	first, count := o.def.SuccessorOperands(o, succ)
	args := o.successors[succ].args
	if count != len(args) {
		return o.Errorf(codeSuccessors, "branch has %d operands for successor #%d, but target block has %d",
			count, succ, len(args))
	}
	for i, arg := range args {
		if o.operands[first+i].value.typ != arg.typ {
			return o.Errorf(codeSuccessors, "type mismatch for bb argument #%d of successor #%d", i, succ)
		}
	}
	return nil
}

// checkRegions checks the number of blocks that the declaration demands.
func (o *Op) checkRegions() *diag.Diagnostic {
	decls := o.def.Regions
	for i, r := range o.regions {
		decl := &decls[min(i, len(decls)-1)]
		switch {
		case decl.Sized && len(r.Blocks()) != 1:
			return o.OpErrorf(codeRegions, "region #%d%s failed to verify constraint: region with 1 blocks",
				i, quotedName(decl))
		case !decl.Sized && !decl.Any && len(r.Blocks()) == 0:
			return o.OpErrorf(codeRegions,
				"region #%d%s failed to verify constraint: region with at least 1 blocks", i,
				quotedName(decl))
		}
	}
	return nil
}

func quotedName(decl *RegionDef) string {
	if decl.Name == "" || decl.Arity == Variadic {
		return ""
	}
	return " ('" + decl.Name + "')"
}

// checkBlocks checks the traits about regions.
func (o *Op) checkBlocks() *diag.Diagnostic {
	for i, r := range o.regions {
		if len(r.Blocks()) == 0 {
			continue
		}
		switch {
		case o.Has(NoRegionArguments) && len(r.Blocks()[0].args) > 0 && len(o.regions) > 1:
			return o.OpErrorf(codeRegions, "region #%d should have no arguments", i)
		case o.Has(NoRegionArguments) && len(r.Blocks()[0].args) > 0:
			return o.OpErrorf(codeRegions, "region should have no arguments")
		case o.Has(SingleBlock) && len(r.Blocks()) != 1:
			return o.OpErrorf(codeRegions, "expects region #%d to have 0 or 1 blocks", i)
		case o.Has(SingleBlock) && !o.Has(NoTerminator) && r.Blocks()[0].first == nil:
			return o.OpErrorf(codeTerminator, "expects a non-empty block")
		}
	}
	return nil
}

// checkImplicitTerminator checks that the block of each region ends with the operation that the text may
// leave out.
func (o *Op) checkImplicitTerminator() *diag.Diagnostic {
	name := o.def.ImplicitTerminator
	if name == "" || !o.Has(SingleBlock) {
		return nil
	}
	for _, r := range o.regions {
		if len(r.Blocks()) == 0 || r.Blocks()[0].last.def.Name == name {
			continue
		}
		return o.OpErrorf(codeTerminator, "expects regions to end with '%s', found '%s'", name,
			r.Blocks()[0].last.Name()).
			Note(o.Span(), "in custom textual format, the absence of terminator implies '%s'", name)
	}
	return nil
}

// span returns the place at which diagnostics about the block point.
func (b *Block) span() diag.Span {
	if b.first != nil {
		return b.first.Span()
	}
	if p := b.ParentOp(); p != nil {
		return p.Span()
	}
	return diag.Span{}
}

// needsTerminator reports whether the block must end with a terminator.
func (b *Block) needsTerminator() bool {
	if b.region == nil || b.region.op == nil {
		return false
	}
	return len(b.region.Blocks()) > 1 || !b.region.op.Has(NoTerminator) && !b.region.op.def.Unregistered
}

func (b *Block) checkShape() *diag.Diagnostic {
	if b.first == nil && b.needsTerminator() {
		return diag.Errorf(codeTerminator, b.span(), "empty block: expect at least a terminator")
	}
	return nil
}

func (b *Block) checkTerminator() *diag.Diagnostic {
	if b.last == nil || !b.needsTerminator() || b.Terminator() != nil {
		return nil
	}
	return b.last.Errorf(codeTerminator, "block with no terminator, has '%s'", b.last.Name())
}

// checkEntry checks that nothing branches to the entry block.
func (r *Region) checkEntry() *diag.Diagnostic {
	if len(r.Blocks()) == 0 {
		return nil
	}
	for _, b := range r.Blocks() {
		for _, s := range b.Successors() {
			if s == r.Blocks()[0] {
				return diag.Errorf(codeRegions, r.op.Span(),
					"entry block of region may not have predecessors")
			}
		}
	}
	return nil
}
