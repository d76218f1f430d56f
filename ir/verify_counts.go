package ir

import (
	"strconv"

	"github.com/inflight-compiler/inflight/diag"
)

// bounds is how many values a table stands for: at least low, and no more when
// exact.
type bounds struct {
	low   int
	exact bool
}

func (b bounds) admits(n int) bool { return n == b.low || n > b.low && !b.exact }

func (b *bounds) add(a Arity) {
	if a == One {
		b.low++
	} else {
		b.exact = false
	}
}

func (d *OpDef) operandBounds() bounds {
	b := bounds{exact: true}
	for i := range d.Operands {
		b.add(d.Operands[i].Arity)
	}
	return b
}

func (d *OpDef) resultBounds() bounds {
	b := bounds{exact: true}
	for i := range d.Results {
		b.add(d.Results[i].Arity)
	}
	return b
}

func (d *OpDef) regionBounds() bounds {
	b := bounds{exact: true}
	for i := range d.Regions {
		b.add(d.Regions[i].Arity)
	}
	return b
}

func (d *OpDef) successorBounds() bounds {
	b := bounds{exact: true}
	for i := range d.Successors {
		b.add(d.Successors[i].Arity)
	}
	return b
}

// checkCounts checks the numbers of regions, results, successors and operands.
func (o *Op) checkCounts() *diag.Diagnostic {
	if b := o.def.regionBounds(); !b.admits(len(o.regions)) {
		return o.countError(codeRegions, b, "region", len(o.regions), false)
	}
	if b := o.def.resultBounds(); !b.admits(len(o.results)) {
		return o.countError(codeResults, b, "result", len(o.results), false)
	}
	if b := o.def.successorBounds(); !b.admits(len(o.successors)) {
		switch {
		case b.low == 0 && b.exact && !o.Has(Terminator):
			return o.Errorf(codeSuccessors, "successors in non-terminator")
		case b.exact:
			return o.OpErrorf(codeSuccessors, "requires %d successors but found %d", b.low, len(o.successors))
		}
		return o.OpErrorf(codeSuccessors, "requires at least %d successors but found %d", b.low, len(o.successors))
	}
	if b := o.def.operandBounds(); !b.admits(len(o.operands)) {
		return o.countError(codeOperands, b, "operand", len(o.operands), true)
	}
	return o.checkSegments()
}

// countError words a wrong number as MLIR does.
func (o *Op) countError(code diag.Code, b bounds, what string, found int, sayFound bool) *diag.Diagnostic {
	tail := ""
	if sayFound {
		tail = ", but found " + strconv.Itoa(found)
	}
	switch {
	case !b.exact:
		return o.OpErrorf(code, "expected %d or more %ss%s", b.low, what, tail)
	case b.low == 0:
		return o.OpErrorf(code, "requires zero %ss", what)
	case b.low == 1 && what == "operand":
		return o.OpErrorf(code, "requires a single operand")
	case b.low == 1:
		return o.OpErrorf(code, "requires one %s", what)
	}
	return o.OpErrorf(code, "expected %d %ss%s", b.low, what, tail)
}

// checkSegments checks the sizes of operand and result groups.
func (o *Op) checkSegments() *diag.Diagnostic {
	if o.Has(AttrSizedOperands) {
		d := o.checkSegment("operandSegmentSizes", "operand", len(o.operands), len(o.def.Operands),
			func(i int) Arity { return o.def.Operands[i].Arity })
		if d != nil {
			return d
		}
	}
	if o.Has(AttrSizedResults) {
		return o.checkSegment("resultSegmentSizes", "result", len(o.results), len(o.def.Results),
			func(i int) Arity { return o.def.Results[i].Arity })
	}
	return nil
}

func (o *Op) checkSegment(attr, what string, total, groups int, arity func(int) Arity) *diag.Diagnostic {
	sizes, ok := o.Attr(attr).(*DenseArrayAttr)
	switch {
	case !ok || sizes.Elem != Type(o.ctx.I32):
		return o.OpErrorf(codeAttributes, "requires dense i32 array attribute '%s'", attr)
	case len(sizes.Values) != groups:
		return o.OpErrorf(codeAttributes, "'%s' attribute for specifying %s segments must have %d elements, but got %d",
			attr, what, groups, len(sizes.Values))
	}
	sum, first := int64(0), int64(0)
	for _, n := range sizes.Values {
		if n < 0 {
			return o.OpErrorf(codeAttributes, "'%s' attribute cannot have negative elements", attr)
		}
		sum += n
	}
	if sum != int64(total) {
		return o.OpErrorf(codeAttributes, "%s count (%d) does not match with the total size (%d) specified in attribute '%s'",
			what, total, sum, attr)
	}
	for i, n := range sizes.Values {
		switch a := arity(i); {
		case a == One && n != 1:
			return o.OpErrorf(codeAttributes, "%s group starting at #%d requires 1 element, but found %d", what, first, n)
		case a == Optional && n > 1:
			return o.OpErrorf(codeAttributes, "%s group starting at #%d requires 0 or 1 element, but found %d", what, first, n)
		}
		first += n
	}
	return nil
}
