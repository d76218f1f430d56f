package ir

import (
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/inflight-compiler/inflight/diag"
)

// The codes of the verifier. Checks that belong to one operation have the codes of its dialect.
var (
	codeOperands = diag.Register("verify-operands", "an operation has wrong operands",
		"The number or the types of the operands are not those that the operation is declared with.")
	codeResults = diag.Register("verify-results", "an operation has wrong results",
		"The number or the types of the results are not those that the operation is declared with.")
	codeAttributes = diag.Register("verify-attributes", "an operation has a wrong or missing attribute",
		"An inherent attribute is missing or does not satisfy its declaration.")
	codeRegions = diag.Register("verify-regions", "an operation has wrong regions or blocks",
		"The number of regions or of their blocks is not that of the operation's declaration.")
	codeSuccessors = diag.Register("verify-successors", "a branch does not fit its successors",
		"The blocks that an operation branches to, or the values passed to them, do not fit the declaration.")
	codeTerminator = diag.Register("verify-terminator", "a block does not end with a terminator",
		"Every block ends with exactly one operation that hands control on, unless its parent needs none.")
	codeParent = diag.Register("verify-parent", "an operation stands in an operation that cannot hold it",
		"The operation is only meaningful directly inside certain others.")
	codeTypes = diag.Register("verify-types", "operands and results of an operation do not agree",
		"The operation requires equal types, shapes or element types.")
	codeDominance = diag.Register("verify-dominance", "a value is used where it is not defined on every path",
		"A value may be used after its definition in the same block, and in what that block dominates.")
	codeIsolation = diag.Register("verify-isolation", "a value of the outside is used in an isolated region",
		"Functions and modules do not see values that are defined around them. Pass the value as an argument.")
	codeSymbol = diag.Register("verify-symbol", "a symbol is defined twice or badly",
		"Names of functions and globals are unique in the operation that holds them.")
	codeUnregistered = diag.Register("verify-unregistered", "an operation is unknown",
		"No dialect describes the operation. --allow-unregistered-dialect accepts it as it stands.")
)

// Verify checks op and everything in it: the declarations in the tables, what
// the operations themselves verify, blocks and terminators, dominance, and
// symbols. It reports, like MLIR, one error for each operation isolated from
// above, the first. The checks of table functions run only on operations that
// the tables accept.
//
// Isolated operations of one block are verified in parallel where there are
// many; the order of the errors does not depend on it.
func Verify(op *Op) diag.List {
	v := newVerifier()
	if v.unit(op) {
		v.symbolUses()
	}
	return v.diags
}

// verifier checks one isolated operation and, through verifiers of their own,
// those within it.
type verifier struct {
	diags diag.List
	top   *Op // the isolated operation, or the root
	dom   *DominanceInfo
	// symbolUsers are the operations with VerifySymbolUses seen so far;
	// tables holds the symbol tables that were found sound.
	symbolUsers []*Op
	tables      *SymbolTables
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
	v.top = op
	return v.structure(op) && v.dominance(op)
}

// structure checks op, the operations in it, and then what op demands of them.
func (v *verifier) structure(op *Op) bool {
	if d := op.checkDeclared(); d != nil {
		return v.fail(d)
	}
	def := op.def
	if def.Verify != nil {
		if err := def.Verify(op); err != nil && !v.fail(err) {
			return false
		}
	}
	if def.VerifySymbolUses != nil {
		v.symbolUsers = append(v.symbolUsers, op)
	}
	if len(op.regions) == 0 {
		return true
	}
	return v.regions(op) && v.afterRegions(op)
}

// regions checks the blocks of op. Isolated operations are left for the end,
// so that they can be checked in parallel.
func (v *verifier) regions(op *Op) bool {
	var isolated []*Op
	for _, r := range op.regions {
		for _, b := range r.blocks {
			if d := b.checkShape(); d != nil {
				return v.fail(d)
			}
			for inner := b.first; inner != nil; inner = inner.next {
				if inner.def.Traits&IsolatedFromAbove != 0 && len(inner.regions) > 0 {
					isolated = append(isolated, inner)
				} else if !v.structure(inner) {
					return false
				}
			}
			if d := b.checkTerminator(); d != nil {
				return v.fail(d)
			}
		}
		if d := r.checkEntry(); d != nil {
			return v.fail(d)
		}
	}
	return len(isolated) == 0 || v.units(isolated)
}

// parallelUnits is the number of isolated operations from which on they are
// verified in parallel.
const parallelUnits = 16

// units verifies isolated operations, each by a verifier of its own, and takes
// their findings over in order.
func (v *verifier) units(ops []*Op) bool {
	inner := make([]*verifier, len(ops))
	forEach(len(ops), func(i int) {
		inner[i] = newVerifier()
		inner[i].unit(ops[i])
	})
	for _, w := range inner {
		v.diags.Add(w.diags...)
		v.symbolUsers = append(v.symbolUsers, w.symbolUsers...)
		for op, table := range w.tables.tables {
			v.tables.tables[op] = table
		}
	}
	return !v.diags.HasErrors()
}

// forEach calls f for 0 to n-1, on several goroutines when n is large. A panic
// of f continues in the caller.
func forEach(n int, f func(i int)) {
	workers := runtime.GOMAXPROCS(0)
	if n < parallelUnits || workers == 1 {
		for i := range n {
			f(i)
		}
		return
	}
	var next atomic.Int64
	var cause atomic.Value
	var group sync.WaitGroup
	for range workers {
		group.Go(func() {
			defer func() {
				if p := recover(); p != nil {
					cause.CompareAndSwap(nil, panicked{p})
				}
			}()
			for i := next.Add(1) - 1; i < int64(n); i = next.Add(1) - 1 {
				f(int(i))
			}
		})
	}
	group.Wait()
	if p, ok := cause.Load().(panicked); ok {
		panic(p.cause)
	}
}

// panicked holds what a goroutine panicked with.
type panicked struct{ cause any }

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

// symbolUses checks the references that operations make to symbols.
func (v *verifier) symbolUses() {
	for _, op := range v.symbolUsers {
		if err := op.def.VerifySymbolUses(op, v.tables); err != nil {
			v.fail(err)
		}
	}
}

// ---- one operation against its declaration ----

// checkDeclared checks op against its table entry and its traits.
func (o *Op) checkDeclared() *diag.Diagnostic {
	for i := range o.operands {
		if o.operands[i].value == nil {
			return o.Errorf(codeOperands, "null operand found")
		}
	}
	if len(o.successors) > 0 {
		if d := o.checkSuccessors(); d != nil {
			return d
		}
	}
	if o.def.Unregistered {
		return o.checkUnregistered()
	}
	if d := o.checkCounts(); d != nil {
		return d
	}
	if d := o.checkParent(); d != nil {
		return d
	}
	if d := o.checkBlocks(); d != nil {
		return d
	}
	if d := o.checkAttributes(); d != nil {
		return d
	}
	if d := o.checkTypes(); d != nil {
		return d
	}
	if d := o.checkRegions(); d != nil {
		return d
	}
	return o.checkTraits()
}

func (o *Op) checkUnregistered() *diag.Diagnostic {
	if o.ctx.AllowUnregistered {
		return nil
	}
	if o.ctx.dialects[o.def.DialectName()] != nil {
		return o.OpErrorf(codeUnregistered, "isn't registered: the dialect has no operation of this name")
	}
	return o.OpErrorf(codeUnregistered, "created with unregistered dialect").
		Suggest("--allow-unregistered-dialect accepts operations of unknown dialects")
}

// checkSuccessors checks what holds for every branch.
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

// checkAttributes checks the inherent attributes.
func (o *Op) checkAttributes() *diag.Diagnostic {
	for i := range o.def.Attrs {
		decl := &o.def.Attrs[i]
		a := getAttr(o.props, decl.Name)
		if a == nil {
			if decl.Optional || decl.Default != nil {
				continue
			}
			return o.OpErrorf(codeAttributes, "requires attribute '%s'", decl.Name)
		}
		if !decl.Type.matches(a) {
			return o.OpErrorf(codeAttributes, "attribute '%s' failed to satisfy constraint: %s", decl.Name, decl.Type.Summary)
		}
	}
	return nil
}

func (c *AttrConstraint) matches(a Attr) bool {
	if c.Match != nil {
		return c.Match(a)
	}
	if c.Enum == nil {
		return true
	}
	if c.Enum.Integer {
		_, ok := a.(*IntegerAttr)
		return ok
	}
	e, ok := a.(*EnumAttr)
	return ok && e.Def == c.Enum
}

// checkTypes checks the types of operands and results.
func (o *Op) checkTypes() *diag.Diagnostic {
	for i := range o.def.Operands {
		decl := &o.def.Operands[i]
		if decl.Type.Match == nil {
			continue
		}
		first, count := o.OperandGroup(i)
		for j := first; j < first+count; j++ {
			if t := o.operands[j].value.typ; !decl.Type.Match(t) {
				return o.typeError(codeOperands, "operand", j, decl.Arity, decl.Type.Summary, t)
			}
		}
	}
	for i := range o.def.Results {
		decl := &o.def.Results[i]
		if decl.Type.Match == nil {
			continue
		}
		first, count := o.ResultGroup(i)
		for j := first; j < first+count; j++ {
			if t := o.results[j].typ; !decl.Type.Match(t) {
				return o.typeError(codeResults, "result", j, decl.Arity, decl.Type.Summary, t)
			}
		}
	}
	return nil
}

func (o *Op) typeError(code diag.Code, what string, i int, arity Arity, summary string, got Type) *diag.Diagnostic {
	if arity == Variadic {
		summary = "variadic of " + summary
	}
	return o.OpErrorf(code, "%s #%d must be %s, but got '%s'", what, i, summary, got)
}

// checkRegions checks the number of blocks that the declaration demands.
func (o *Op) checkRegions() *diag.Diagnostic {
	decls := o.def.Regions
	for i, r := range o.regions {
		decl := &decls[min(i, len(decls)-1)]
		switch {
		case decl.Sized && len(r.blocks) != 1:
			return o.OpErrorf(codeRegions, "region #%d%s failed to verify constraint: region with 1 blocks", i, quotedName(decl))
		case !decl.Sized && !decl.Any && len(r.blocks) == 0:
			return o.OpErrorf(codeRegions, "region #%d%s failed to verify constraint: region with at least 1 blocks", i, quotedName(decl))
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

// ---- traits ----

func (o *Op) checkTraits() *diag.Diagnostic {
	t := o.def.Traits
	if t&Terminator != 0 && o.block != nil && o.block.last != o {
		return o.OpErrorf(codeTerminator, "must be the last operation in the parent block")
	}
	if t&(SameOperandsAndResultType|SameTypeOperands|SameOperandsShape|SameOperandsElement) != 0 {
		if d := o.checkSameTypes(); d != nil {
			return d
		}
	}
	if t&IsSymbol != 0 {
		if d := o.checkSymbol(); d != nil {
			return d
		}
	}
	return nil
}

func (o *Op) checkParent() *diag.Diagnostic {
	p := o.Parent()
	if o.def.HasParent == nil || p == nil && o.block == nil {
		return nil // anywhere, or not placed yet
	}
	for _, name := range o.def.HasParent {
		if p != nil && p.def.Name == name {
			return nil
		}
	}
	if len(o.def.HasParent) == 1 {
		return o.OpErrorf(codeParent, "expects parent op '%s'", o.def.HasParent[0])
	}
	return o.OpErrorf(codeParent, "expects parent op to be one of '%s'", strings.Join(o.def.HasParent, ", "))
}

// checkSameTypes checks the traits that relate operand and result types.
func (o *Op) checkSameTypes() *diag.Diagnostic {
	t := o.def.Traits
	switch {
	case t&SameOperandsAndResultType != 0 && !o.allTypes(compatibleTypes, true):
		return o.OpErrorf(codeTypes, "requires the same type for all operands and results")
	case t&SameTypeOperands != 0 && !o.allTypes(sameType, false):
		return o.OpErrorf(codeTypes, "requires all operands to have the same type")
	case t&SameOperandsShape != 0 && !o.allTypes(compatibleShapes, true):
		return o.OpErrorf(codeTypes, "requires the same shape for all operands and results")
	case t&SameOperandsElement != 0 && !o.allTypes(sameElement, true):
		return o.OpErrorf(codeTypes, "requires the same element type for all operands and results")
	}
	return nil
}

// allTypes reports whether the types of all operands, and of all results if
// asked for, are in a relation with the first.
func (o *Op) allTypes(related func(a, b Type) bool, results bool) bool {
	var first Type
	switch {
	case results && len(o.results) > 0:
		first = o.results[0].typ
	case len(o.operands) > 0:
		first = o.operands[0].value.typ
	}
	for i := range o.operands {
		if t := o.operands[i].value.typ; t != first && !related(first, t) {
			return false
		}
	}
	for i := range o.results {
		if t := o.results[i].typ; results && t != first && !related(first, t) {
			return false
		}
	}
	return true
}

func sameType(a, b Type) bool { return a == b }

// compatibleTypes allows tensors that differ in extents known in one of them.
func compatibleTypes(a, b Type) bool {
	if a == b {
		return true
	}
	ta, ok := a.(*TensorType)
	tb, ok2 := b.(*TensorType)
	return ok && ok2 && ta.Elem == tb.Elem && ta.Encoding == tb.Encoding && compatibleShapes(a, b)
}

func compatibleShapes(a, b Type) bool {
	sa, shapedA := a.(ShapedType)
	sb, shapedB := b.(ShapedType)
	if !shapedA || !shapedB {
		return shapedA == shapedB
	}
	if !sa.HasRank() || !sb.HasRank() {
		return true
	}
	x, y := sa.Dims(), sb.Dims()
	if len(x) != len(y) {
		return false
	}
	for i := range x {
		if x[i] != y[i] && x[i] != Dynamic && y[i] != Dynamic {
			return false
		}
	}
	return true
}

func sameElement(a, b Type) bool { return elementOrSelf(a) == elementOrSelf(b) }

func elementOrSelf(t Type) Type {
	if s, ok := t.(ShapedType); ok {
		return s.ElemType()
	}
	return t
}

func (o *Op) checkSymbol() *diag.Diagnostic {
	if _, ok := o.Attr("sym_name").(*StringAttr); !ok {
		if decl := o.def.Attr("sym_name"); decl != nil && decl.Optional && o.Attr("sym_name") == nil {
			return nil
		}
		return o.OpErrorf(codeSymbol, "requires attribute 'sym_name' to be a string attribute")
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

// checkBlocks checks the traits that say what regions look like.
func (o *Op) checkBlocks() *diag.Diagnostic {
	for i, r := range o.regions {
		if len(r.blocks) == 0 {
			continue
		}
		switch {
		case o.Has(NoRegionArguments) && len(r.blocks[0].args) > 0 && len(o.regions) > 1:
			return o.OpErrorf(codeRegions, "region #%d should have no arguments", i)
		case o.Has(NoRegionArguments) && len(r.blocks[0].args) > 0:
			return o.OpErrorf(codeRegions, "region should have no arguments")
		case o.Has(SingleBlock) && len(r.blocks) != 1:
			return o.OpErrorf(codeRegions, "expects region #%d to have 0 or 1 blocks", i)
		case o.Has(SingleBlock) && !o.Has(NoTerminator) && r.blocks[0].first == nil:
			return o.OpErrorf(codeTerminator, "expects a non-empty block")
		}
	}
	return nil
}

// checkImplicitTerminator checks that single blocks end with the operation that
// the text may leave out.
func (o *Op) checkImplicitTerminator() *diag.Diagnostic {
	name := o.def.ImplicitTerminator
	if name == "" || !o.Has(SingleBlock) {
		return nil
	}
	for _, r := range o.regions {
		if len(r.blocks) == 0 || r.blocks[0].last.def.Name == name {
			continue
		}
		return o.OpErrorf(codeTerminator, "expects regions to end with '%s', found '%s'", name, r.blocks[0].last.Name()).
			Note(o.Span(), "in custom textual format, the absence of terminator implies '%s'", name)
	}
	return nil
}

// ---- blocks ----

// span is where diagnostics about a block point.
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
	return len(b.region.blocks) > 1 || !b.region.op.Has(NoTerminator) && !b.region.op.def.Unregistered
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
	if len(r.blocks) == 0 {
		return nil
	}
	for _, b := range r.blocks {
		for _, s := range b.Successors() {
			if s == r.blocks[0] {
				return diag.Errorf(codeRegions, r.op.Span(), "entry block of region may not have predecessors")
			}
		}
	}
	return nil
}

// ---- dominance ----

// dominance checks the uses of values in op, up to isolated operations.
func (v *verifier) dominance(op *Op) bool {
	for _, r := range op.regions {
		var tree *Dominance
		if len(r.blocks) > 1 {
			tree = v.dom.Tree(r)
		}
		graph := r.IsGraph()
		for _, b := range r.blocks {
			b.number()
			if !v.blockDominance(b, graph, tree == nil || tree.IsReachable(b)) {
				return false
			}
		}
	}
	return true
}

func (v *verifier) blockDominance(b *Block, graph, reachable bool) bool {
	for op := b.first; op != nil; op = op.next {
		for i := range op.operands {
			val := op.operands[i].value
			var ok bool
			switch {
			case !reachable:
				ok = true
			case val.op == nil:
				ok = val.block == b
			case val.op.block == b:
				ok = graph || val.op.order < op.order
			}
			if !ok && !v.availableFarther(op, i) {
				return false
			}
		}
		if len(op.regions) > 0 && op.def.Traits&IsolatedFromAbove == 0 && !v.dominance(op) {
			return false
		}
	}
	return true
}

// availableFarther checks a use of a value that its block does not make
// available by itself.
func (v *verifier) availableFarther(op *Op, i int) bool {
	val := op.operands[i].value
	if v.dom.ValueDominates(val, op) && !v.leavesTop(val) {
		return true
	}
	if v.leavesTop(val) && v.top.Has(IsolatedFromAbove) {
		return v.fail(op.OpErrorf(codeIsolation, "using value defined outside the region").
			Note(v.top.Span(), "required by region isolation constraints"))
	}
	return v.fail(dominanceError(op, i))
}

// leavesTop reports whether the value is defined around the isolated
// operation, so that nothing in it may see it.
func (v *verifier) leavesTop(val *Value) bool {
	for b := val.ParentBlock(); b != nil; {
		p := b.ParentOp()
		if p == nil {
			return true
		}
		if p == v.top {
			return false
		}
		b = p.block
	}
	return true
}

// dominanceError tells where the value of operand i is defined.
func dominanceError(op *Op, i int) *diag.Diagnostic {
	val := op.operands[i].value
	d := op.Errorf(codeDominance, "operand #%d does not dominate this use", i)
	def := val.ParentBlock()
	if def == nil {
		return d.Note(diag.Span{}, "operand defined by an operation outside of any block")
	}
	place := relation(op.block, def)
	if val.op != nil {
		if place == unrelated {
			place = "is " + place
		}
		return d.Note(val.op.Span(), "operand defined here (op %s)", place)
	}
	if op.block == def {
		place = "in the same region"
	}
	return d.Note(def.parentSpan(), "operand defined as a block argument (block #%d %s)", def.Index(), place)
}

func (b *Block) parentSpan() diag.Span {
	if p := b.ParentOp(); p != nil {
		return p.Span()
	}
	return diag.Span{}
}

const unrelated = "neither in a parent nor in a child region"

// relation says where def lies as seen from use.
func relation(use, def *Block) string {
	switch {
	case use == def:
		return "in the same block"
	case use.region == def.region:
		return "in the same region"
	case blockInRegion(use, def.region) != nil:
		return "in a parent region"
	case blockInRegion(def, use.region) != nil:
		return "in a child region"
	}
	return unrelated
}
