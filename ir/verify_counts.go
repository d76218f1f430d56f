package ir

import (
	"strconv"
	"sync"
	"sync/atomic"

	"github.com/inflight-compiler/inflight/diag"
)

// bounds limits the number of values that the entries of a table stand for: at least low, and exactly low if
// exact is set.
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

// shape holds the facts that a definition requires of every operation, in a form that is checked fast.
type shape struct {
	operands, results, regions, successors bounds
	// required has a bit for each attribute that must be present, by its number. It is valid only if few is
	// set.
	required uint64
	few      bool
	number   uint32 // of the definition
	// alone: if the operation has no regions and successors, its checks depend on nothing but itself
	alone   bool
	dialect string
	// plain is set if every entry of the tables of operands and results stands for one value, and the
	// definition has nothing else but attributes. takes and gives then hold the predicates on their types,
	// nil for any type.
	plain bool
	// optionalOperand and optionalResult are the numbers of the entry that is Optional, if all others are
	// One; otherwise -1.
	optionalOperand, optionalResult int

	takes, gives []func(Type) bool
	canonicalize []*Pattern // those with the greatest benefit first
}

func (d *OpDef) newShape() *shape {
	s := &shape{
		operands: d.operandBounds(), results: d.resultBounds(), regions: d.regionBounds(),
		successors: d.successorBounds(),
		few:        len(d.Attrs) <= 64, number: shapeNumbers.Add(1), alone: d.standsAlone(),
		dialect: dialectOf(d.Name),
	}
	s.plain = s.operands.exact && s.results.exact && len(d.Regions)+len(d.Successors) == 0 && !d.Unregistered
	var operands, results []Arity
	for i := range d.Operands {
		s.takes, operands = append(s.takes, d.Operands[i].Type.Match), append(operands, d.Operands[i].Arity)
	}
	for i := range d.Results {
		s.gives, results = append(s.gives, d.Results[i].Type.Match), append(results, d.Results[i].Arity)
	}
	s.optionalOperand, s.optionalResult = onlyOptional(operands), onlyOptional(results)
	for i := range d.Canonicalize {
		s.canonicalize = append(s.canonicalize, &d.Canonicalize[i])
	}
	sortByBenefit(s.canonicalize)
	for i := range d.Attrs {
		if s.few && !d.Attrs[i].Optional && d.Attrs[i].Default == nil {
			s.required |= 1 << i
		}
	}
	return s
}

// standsAlone reports whether the correctness of an operation depends neither on its position nor on other
// operations. Dominance of values and the symbols that it uses are checked separately.
func (d *OpDef) standsAlone() bool {
	return d.Traits&(Terminator|IsSymbol|IsSymbolTable) == 0 && d.HasParent == nil && !d.Unregistered &&
		(d.Verify == nil || d.VerifiesItself) && d.VerifyRegions == nil
}

// shapeNumbers counts the shapes made so far.
var shapeNumbers atomic.Uint32

// shapes guards the shape fields of definitions, which contexts share.
var shapes sync.Mutex

// prepare computes the shape of a definition, when a context registers it.
func (d *OpDef) prepare() {
	shapes.Lock()
	defer shapes.Unlock()
	if d.shape == nil {
		d.shape = d.newShape()
	}
}

// demands returns the shape of the definition. It makes a new one for a definition that no context has
// registered.
func (d *OpDef) demands() *shape {
	if d.shape == nil {
		return d.newShape()
	}
	return d.shape
}

// checkCounts checks the numbers of regions, results, successors and operands.
func (o *Op) checkCounts(s *shape) *diag.Diagnostic {
	if b := s.regions; !b.admits(len(o.regions)) {
		return o.countError(codeRegions, b, "region", len(o.regions), false)
	}
	if b := s.results; !b.admits(len(o.results)) {
		return o.countError(codeResults, b, "result", len(o.results), false)
	}
	if b := s.successors; !b.admits(len(o.successors)) {
		switch {
		case b.low == 0 && b.exact && !o.Has(Terminator):
			return o.Errorf(codeSuccessors, "successors in non-terminator")
		case b.exact:
			return o.OpErrorf(codeSuccessors, "requires %d successors but found %d", b.low, len(o.successors))
		}
		return o.OpErrorf(codeSuccessors, "requires at least %d successors but found %d", b.low,
			len(o.successors))
	}
	if b := s.operands; !b.admits(len(o.operands)) {
		return o.countError(codeOperands, b, "operand", len(o.operands), true)
	}
	if n := len(o.operands) - s.operands.low; n > 1 && s.optionalOperand >= 0 {
		return o.groupError("operand", s.optionalOperand, n)
	}
	if n := len(o.results) - s.results.low; n > 1 && s.optionalResult >= 0 {
		return o.groupError("result", s.optionalResult, n)
	}
	return o.checkSegments()
}

// groupError returns the error that an optional operand or result is present more than once.
func (o *Op) groupError(what string, first, found int) *diag.Diagnostic {
	return o.OpErrorf(codeOperands, "%s group starting at #%d requires 0 or 1 element, but found %d", what,
		first, found)
}

// onlyOptional returns the number of the one Optional entry of a table in which all other entries are One.
// For other tables it returns -1.
func onlyOptional(arities []Arity) int {
	at := -1
	for i, a := range arities {
		switch {
		case a == Variadic || a == Optional && at >= 0:
			return -1
		case a == Optional:
			at = i
		}
	}
	return at
}

// countError returns the error about a wrong number of something, with MLIR's words.
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
	if o.def.Traits&(AttrSizedOperands|AttrSizedResults) == 0 {
		return nil
	}
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
		return o.OpErrorf(codeAttributes,
			"'%s' attribute for specifying %s segments must have %d elements, but got %d",
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
		return o.OpErrorf(codeAttributes,
			"%s count (%d) does not match with the total size (%d) specified in attribute '%s'",
			what, total, sum, attr)
	}
	for i, n := range sizes.Values {
		switch a := arity(i); {
		case a == One && n != 1:
			return o.OpErrorf(codeAttributes, "%s group starting at #%d requires 1 element, but found %d",
				what, first, n)
		case a == Optional && n > 1:
			return o.OpErrorf(codeAttributes,
				"%s group starting at #%d requires 0 or 1 element, but found %d", what, first, n)
		}
		first += n
	}
	return nil
}
