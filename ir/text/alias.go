package text

import (
	"cmp"
	"slices"
	"strconv"
	"sync/atomic"

	"github.com/inflight-compiler/inflight/ir"
)

// aliasTable holds the aliases of one printed program in the order in which
// their definitions are written.
type aliasTable struct {
	list []aliasDef
	text map[any]string
}

// aliasDef is the definition of an alias. A deferred one is written behind the program: it is a location that
// only operations refer to.
type aliasDef struct {
	value    any // ir.Type or ir.Attr
	deferred bool
}

// of returns the alias of a type or attribute, or "".
func (t *aliasTable) of(v any) string {
	if t == nil {
		return ""
	}
	if aliasStem(v) == "" {
		return ""
	}
	return t.text[v]
}

// longTuple is the number of elements above which a tuple type gets an alias.
const longTuple = 16

// aliasStem returns the name with which the alias of a value begins, "" for a value without alias.
func aliasStem(v any) string {
	switch v := v.(type) {
	case *ir.AffineMapAttr:
		return "map"
	case *ir.IntegerSetAttr:
		return "set"
	case *ir.DistinctAttr:
		if _, unit := v.Inner.(*ir.UnitAttr); !unit {
			return "distinct"
		}
	case *ir.ParametricAttr:
		return v.Def.Alias
	case *ir.TupleType:
		if len(v.Types) > longTuple {
			return "tuple"
		}
	case ir.Location:
		return "loc"
	}
	return ""
}

// aliasVisitor visits a program in the order of printing and collects the types and attributes that get an
// alias.
type aliasVisitor struct {
	p       *printer
	index   map[any]int
	visited []visit
	parents []int        // the indices of the visits in progress, outermost first
	simple  map[any]bool // types and attributes that are known to contain no alias
}

// visit is a type or attribute that was visited.
type visit struct {
	value    any
	stem     string
	depth    int // of nested aliases, this one included
	isType   bool
	deferred bool
	children []int
}

// mayHaveAliases reports whether a type or attribute of the operation, or of one in it, may have an alias or
// contain one. It searches functions in parallel.
func mayHaveAliases(p *printer, op *ir.Op) bool {
	begin := func() *aliasVisitor { return &aliasVisitor{p: p, simple: map[any]bool{}} }
	switch {
	case p.opts.DebugInfo:
		return true
	case !p.ctx.MayNeedAliases():
		return false
	case begin().isInteresting(op):
		return true
	}
	var found atomic.Bool
	units := ir.Units(op)
	ir.ForEachWith(len(units), begin, func(v *aliasVisitor, i int) {
		if !found.Load() && v.anyIn(units[i]) {
			found.Store(true)
		}
	})
	return found.Load()
}

// anyIn reports whether isInteresting holds for the operation or one in it.
func (v *aliasVisitor) anyIn(op *ir.Op) bool {
	if v.isInteresting(op) {
		return true
	}
	for _, r := range op.Regions() {
		for _, b := range r.Blocks() {
			if v.anyArgument(b) {
				return true
			}
			for inner := b.First(); inner != nil; inner = inner.Next() {
				if v.anyIn(inner) {
					return true
				}
			}
		}
	}
	return false
}

// collectAliases returns the aliases of an operation and all operations in it.
func collectAliases(p *printer, op *ir.Op) *aliasTable {
	if !mayHaveAliases(p, op) {
		return nil
	}
	v := &aliasVisitor{p: p, index: map[any]int{}, simple: map[any]bool{}}
	p.visiting = v
	mark, dialect := len(p.dst), p.dialect
	v.op(op)
	p.dst, p.dialect = p.dst[:mark], dialect
	p.visiting = nil
	if len(v.visited) == 0 {
		return nil
	}
	t := v.table()
	p.form.Alias = t.of
	return t
}

func (v *aliasVisitor) table() *aliasTable {
	t := &aliasTable{text: map[any]string{}}
	visits := slices.Clone(v.visited)
	slices.SortStableFunc(visits, func(a, b visit) int {
		if c := cmp.Compare(a.depth, b.depth); c != 0 {
			return c
		}
		if a.isType != b.isType {
			if a.isType {
				return -1
			}
			return 1
		}
		return cmp.Compare(a.stem, b.stem)
	})
	counts := map[string]int{}
	for _, x := range visits {
		if x.stem == "" {
			continue
		}
		name := x.stem
		if n := counts[name]; n > 0 {
			name += strconv.Itoa(n)
		}
		counts[x.stem]++
		sigil := "#"
		if x.isType {
			sigil = "!"
		}
		t.text[x.value] = sigil + name
		t.list = append(t.list, aliasDef{x.value, x.deferred})
	}
	return t
}

// op visits an operation. If its text could contain an alias, op visits the operation by its printing
// function; otherwise it visits only the operations in its regions.
func (v *aliasVisitor) op(op *ir.Op) {
	if v.p.opts.DebugInfo {
		v.attr(v.p.interned(op.Loc()), ir.WithType, true)
	}
	if !v.isInteresting(op) {
		for _, r := range op.Regions() {
			v.p.visitRegion(r, true, true)
		}
		return
	}
	mark, dialect := len(v.p.dst), v.p.dialect
	if s := v.p.syntaxOf(op.Def()); s.printsGeneric(op) {
		v.p.visitGeneric(op)
	} else {
		v.p.customForm(s, op)
	}
	v.p.dst, v.p.dialect = v.p.dst[:mark], dialect
}

// isInteresting reports whether the text of the operation itself may contain an alias.
func (v *aliasVisitor) isInteresting(op *ir.Op) bool {
	for _, a := range inherent(op) {
		if !v.isSimple(a.Value) {
			return true
		}
	}
	for _, a := range op.Attrs() {
		if !v.isSimple(a.Value) {
			return true
		}
	}
	for i := range op.NumOperands() {
		if !v.isSimple(op.Operand(i).Type()) {
			return true
		}
	}
	for i := range op.NumResults() {
		if !v.isSimple(op.Result(i).Type()) {
			return true
		}
	}
	for _, r := range op.Regions() {
		if e := r.Entry(); e != nil && e.NumArgs() > 0 && (v.p.opts.DebugInfo || v.anyArgument(e)) {
			return true
		}
	}
	return false
}

// inherent returns the properties of an operation that may get aliases. As in MLIR, properties of
// unregistered operations get none.
func inherent(op *ir.Op) []ir.NamedAttr {
	if op.Def().Unregistered {
		return nil
	}
	return op.Properties()
}

func (v *aliasVisitor) anyArgument(b *ir.Block) bool {
	return slices.ContainsFunc(b.Args(), func(a *ir.Value) bool { return !v.isSimple(a.Type()) })
}

// isSimple reports whether a type or attribute has no alias and contains none.
func (v *aliasVisitor) isSimple(x any) bool {
	switch x := x.(type) {
	case *ir.IntegerType, *ir.IndexType, *ir.FloatType, *ir.NoneType, *ir.OpaqueType,
		*ir.IntegerAttr, *ir.FloatAttr, *ir.UnitAttr, *ir.SymbolRefAttr, *ir.EnumAttr, *ir.StridedAttr,
		*ir.DenseArrayAttr, nil:
		return true
	case *ir.StringAttr:
		return x.Type == nil
	}
	if aliasStem(x) != "" {
		return false
	}
	if s, known := v.simple[x]; known {
		return s
	}
	s := true
	children(x, ir.WithType, func(c any) {
		if s && !v.isSimple(c) {
			s = false
		}
	})
	v.simple[x] = s
	return s
}

// children calls f with the types and attributes that the text of x contains,
// in the order of the text.
func children(x any, suffix ir.TypeSuffix, f func(any)) {
	typed := func(t ir.Type) {
		if t != nil && suffix != ir.WithoutType {
			f(t)
		}
	}
	switch x := x.(type) {
	case *ir.ComplexType:
		f(x.Elem)
	case *ir.TupleType:
		each(x.Types, f)
	case *ir.FunctionType:
		each(x.Inputs, f)
		each(x.Results, f)
	case *ir.VectorType:
		f(x.Elem)
	case *ir.TensorType:
		f(x.Elem)
		optional(x.Encoding, f)
	case *ir.MemRefType:
		f(x.Elem)
		optional(x.Layout, f)
		optional(x.MemorySpace, f)
	case *ir.ParametricAttr:
		for _, a := range x.Params {
			if _, ok := a.(*ir.AffineMapAttr); !ok { // a map as a parameter has no alias
				optional(a, f)
			}
		}
	case *ir.ParametricType:
		for _, a := range x.Params {
			optional(a, f)
		}
	case *ir.StringAttr:
		typed(x.Type)
	case *ir.TypeAttr:
		f(x.Type)
	case *ir.ArrayAttr:
		each(x.Elems, f)
	case *ir.DictAttr:
		for _, e := range x.Entries {
			f(e.Value)
		}
	case *ir.DenseElementsAttr:
		typed(x.Type)
	case *ir.DenseResourceAttr:
		typed(x.Type)
	case *ir.SparseElementsAttr:
		typed(x.Type)
	case *ir.OpaqueAttr:
		typed(x.Type)
	case *ir.DistinctAttr:
		f(x.Inner)
	case *ir.NameLoc:
		if x.Child != nil {
			f(x.Child)
		}
	case *ir.CallSiteLoc:
		f(x.Callee)
		f(x.Caller)
	case *ir.FusedLoc:
		optional(x.Metadata, f)
		each(x.Locs, f)
	}
}

func each[T any](list []T, f func(any)) {
	for _, x := range list {
		f(x)
	}
}

func optional(a ir.Attr, f func(any)) {
	if a != nil {
		f(a)
	}
}

func (v *aliasVisitor) typ(t ir.Type, deferred bool) { v.visit(t, ir.WithType, deferred) }

func (v *aliasVisitor) attr(a ir.Attr, suffix ir.TypeSuffix, deferred bool) {
	v.visit(a, suffix, deferred)
}

// visit records a type or attribute with all types and attributes in it. It returns the depth of its nested
// aliases.
func (v *aliasVisitor) visit(x any, suffix ir.TypeSuffix, deferred bool) int {
	if v.isSimple(x) {
		return 0
	}
	i, known := v.index[x]
	if !known {
		i = len(v.visited)
		v.index[x] = i
		_, isType := x.(ir.Type)
		v.visited = append(v.visited, visit{value: x, stem: aliasStem(x), isType: isType, deferred: deferred})
		v.visitChildren(i, suffix, deferred)
	} else if !deferred {
		v.undefer(i)
	}
	if n := len(v.parents); n > 0 {
		parent := &v.visited[v.parents[n-1]]
		parent.children = append(parent.children, i)
	}
	return v.visited[i].depth
}

func (v *aliasVisitor) visitChildren(i int, suffix ir.TypeSuffix, deferred bool) {
	x := v.visited[i].value
	depth := 0
	v.parents = append(v.parents, i)
	children(x, suffix, func(c any) { depth = max(depth, v.visit(c, ir.WithType, deferred)) })
	v.parents = v.parents[:len(v.parents)-1]
	switch {
	case depth > 0:
		v.visited[i].depth = depth + 1
	case v.visited[i].stem != "":
		v.visited[i].depth = 1
	}
}

// undefer moves the definition of a value, and of the values in it, in front of the program.
func (v *aliasVisitor) undefer(i int) {
	if !v.visited[i].deferred {
		return
	}
	v.visited[i].deferred = false
	for _, c := range v.visited[i].children {
		v.undefer(c)
	}
}

// visitGeneric visits the types and attributes that the generic form of an operation contains.
func (p *printer) visitGeneric(op *ir.Op) {
	v := p.visiting
	for _, r := range op.Regions() {
		p.visitRegion(r, true, true)
	}
	for i := range op.NumOperands() {
		v.typ(op.Operand(i).Type(), false)
	}
	for i := range op.NumResults() {
		v.typ(op.Result(i).Type(), false)
	}
	mark := p.sorted(inherent(op))
	p.entries = append(p.entries, op.Attrs()...)
	sortEntries(p.entries[mark:])
	for _, a := range p.entries[mark:] {
		v.attr(a.Value, ir.WithType, false)
	}
	p.entries = p.entries[:mark]
}

func (p *printer) visitRegion(r *ir.Region, entryArgs, terminators bool) {
	for i, b := range r.Blocks() {
		if entryArgs || i > 0 {
			for _, a := range b.Args() {
				p.visitArgument(a)
			}
		}
		for op := b.First(); op != nil; op = op.Next() {
			if !terminators && i == 0 && op.Next() == nil && op.Has(ir.Terminator) {
				break
			}
			p.visiting.op(op)
		}
	}
}

func (p *printer) visitArgument(a *ir.Value) {
	p.visiting.typ(a.Type(), false)
	if p.opts.DebugInfo {
		p.visiting.attr(p.interned(a.Loc()), ir.WithType, false)
	}
}

// writeAliases appends the definitions in front of the program or, with deferred, those behind it.
func (p *printer) writeAliases(deferred bool) {
	if p.aliases == nil {
		return
	}
	for _, d := range p.aliases.list {
		if d.deferred != deferred {
			continue
		}
		p.dst = append(p.dst, p.aliases.text[d.value]...)
		p.dst = append(p.dst, " = "...)
		switch x := d.value.(type) {
		case ir.Type:
			p.dst = p.form.AppendTypeBody(p.dst, x)
		case ir.Attr:
			p.dst = p.form.AppendAttrBody(p.dst, x, ir.WithType)
		}
		p.dst = append(p.dst, '\n')
	}
}
