package llvmtypes

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/builtin"
	"github.com/inflight-compiler/inflight/ir"
)

// Pattern lowers operations with one definition. args are the lowered operands. It returns the values that
// stand for the results. It returns false, and makes nothing, if it does not apply.
type Pattern struct {
	Root *ir.OpDef
	Run  func(c *Conversion, op *ir.Op, args []*ir.Value) ([]*ir.Value, bool)
}

// Conversion lowers the operations that have patterns, each once and outer ones first. It replaces them only
// at the end: until then each operation stays in its place, so that values keep their old types, too. Casts
// connect lowered operations with others.
//
// Functions are lowered in parallel, each by a Conversion that no other function shares. So a pattern must
// neither read nor change anything around the function. It declares the functions that it calls with Declare.
type Conversion struct {
	*ir.Builder
	Types *Types

	byRoot   table
	fold     bool
	top      *ir.Op // the operation that is being lowered
	todo     []*ir.Op
	values   ir.ValueMap[*ir.Value]         // the values that stand for values
	lazy     map[*ir.Value]func() *ir.Value // functions that make such a value at its first use
	casts    []*ir.Op
	replaced []*ir.Op
	args     []*ir.Block // blocks with old arguments in front, as many as oldArgs says
	oldArgs  map[*ir.Block]int
	made     []*ir.Op
	later    []deferred
	declared []declaration
	roots    []*ir.Op    // operations that were made to replace top
	buffer   []*ir.Value // arguments of patterns
	one      [1]*ir.Value
	attrs    []ir.NamedAttr // of the operation that a Lane makes
	folder   ir.Folder
}

// table holds patterns by the number of their definition.
type table [][]*Pattern

func newTable(patterns []Pattern) table {
	last := 0
	for i := range patterns {
		last = max(last, patterns[i].Root.Number())
	}
	t := make(table, last+1)
	for i := range patterns {
		n := patterns[i].Root.Number()
		t[n] = append(t[n], &patterns[i])
	}
	return t
}

// of returns the patterns for a definition.
func (t table) of(def *ir.OpDef) []*Pattern {
	if n := def.Number(); n < len(t) {
		return t[n]
	}
	return nil
}

// newConversion returns a conversion that makes operations in an arena.
func newConversion(types *Types, byRoot table, fold bool, arena *ir.Arena) *Conversion {
	c := &Conversion{
		Builder: ir.NewBuilder(types.Ctx), Types: types.Fork(), byRoot: byRoot, fold: fold,
		lazy: map[*ir.Value]func() *ir.Value{}, oldArgs: map[*ir.Block]int{},
	}
	c.Arena = arena
	c.OnInsert(func(op *ir.Op) { c.made = append(c.made, op) })
	return c
}

// Convert lowers the operations in root. With fold, it folds an operation that has a pattern if it can. It
// returns the number of lowered operations, and the first error of a declaration.
func Convert(root *ir.Op, types *Types, patterns []Pattern, fold bool) (int, error) {
	byRoot := newTable(patterns)
	around := newConversion(types, byRoot, fold, &ir.Arena{})
	around.top = root
	functions := around.collect(root, nil)
	for _, op := range around.todo {
		around.convert(op)
	}
	done := make([]result, len(functions))
	ir.ForEachWith(len(functions), func() *Conversion {
		return newConversion(types, byRoot, fold, &ir.Arena{})
	}, func(c *Conversion, i int) {
		done[i] = c.function(functions[i])
	})
	symbols := NewTables(root, ir.NewSymbolTables())
	n := len(around.replaced)
	symbols.declare(around.declared, root)
	for i := range done {
		n += done[i].lowered
		symbols.declare(done[i].declared, functions[i])
	}
	for i, op := range functions {
		done[i].putInPlaceOf(op)
	}
	around.finish()
	return n, symbols.Err()
}

// collect adds the operations outside of functions to the list of operations to lower. It returns the
// functions: operations that are isolated and are not symbol tables.
func (c *Conversion) collect(op *ir.Op, functions []*ir.Op) []*ir.Op {
	for _, r := range op.Regions() {
		for _, b := range r.Blocks() {
			for inner := range b.Ops() {
				if inner.NumRegions() > 0 && inner.Has(ir.IsolatedFromAbove) && !inner.Has(ir.IsSymbolTable) {
					functions = append(functions, inner)
					continue
				}
				if c.byRoot.of(inner.Def()) != nil {
					c.todo = append(c.todo, inner)
				}
				functions = c.collect(inner, functions)
			}
		}
	}
	return functions
}

// collectIn adds op and the operations in it to the list of operations to lower.
func (c *Conversion) collectIn(op *ir.Op) {
	if c.byRoot.of(op.Def()) != nil {
		c.todo = append(c.todo, op)
	}
	for _, r := range op.Regions() {
		for _, b := range r.Blocks() {
			var last *ir.OpDef // the last definition seen that has no pattern
			for inner := b.First(); inner != nil; inner = inner.Next() {
				switch def := inner.Def(); {
				case inner.NumRegions() > 0:
					c.collectIn(inner)
				case def == last:
				case c.byRoot.of(def) != nil:
					c.todo = append(c.todo, inner)
				default:
					last = def
				}
			}
		}
	}
}

// result is the result of lowering one function.
type result struct {
	lowered  int
	tried    bool     // there were operations to lower
	replaced bool     // the function is replaced by made
	made     []*ir.Op // the replacement of the function
	declared []declaration
}

// function lowers the operations in a function, and the function itself. The replacement of the function is
// not inserted in a block yet.
func (c *Conversion) function(op *ir.Op) result {
	c.reset(op)
	c.collectIn(op)
	for _, inner := range c.todo {
		c.convert(inner)
	}
	r := result{lowered: len(c.replaced), tried: len(c.todo) > 0, replaced: op.IsReplaced(),
		made: slices.Clone(c.roots), declared: slices.Clone(c.declared)}
	c.finish()
	return r
}

// reset prepares c for another function.
func (c *Conversion) reset(op *ir.Op) {
	c.top = op
	c.todo, c.casts, c.replaced, c.args = c.todo[:0], c.casts[:0], c.replaced[:0], c.args[:0]
	c.made, c.later, c.declared, c.buffer, c.roots = c.made[:0], c.later[:0], c.declared[:0], c.buffer[:0],
		c.roots[:0]
	c.values.Clear()
	c.lazy, c.oldArgs = emptied(c.lazy), emptied(c.oldArgs)
}

// emptied returns an empty map. For a large map it returns a new one, because emptying it takes as long as
// filling it did.
func emptied[K comparable, V any](m map[K]V) map[K]V {
	if len(m) == 0 {
		return m
	}
	if len(m) > 32 {
		return map[K]V{}
	}
	clear(m)
	return m
}

// putInPlaceOf inserts the replacement of a function and erases the function.
func (r *result) putInPlaceOf(op *ir.Op) {
	if !r.replaced {
		return
	}
	b := ir.At(op)
	for _, made := range r.made {
		b.Insert(made)
	}
	op.Remove()
}

// One returns a list of one value for a pattern to return. It is valid until the next call.
func (c *Conversion) One(v *ir.Value) []*ir.Value {
	c.one[0] = v
	return c.one[:]
}

// Named returns the attributes of an operation with these names. The list is valid until the next call.
func (c *Conversion) Named(op *ir.Op, names ...string) []ir.NamedAttr {
	c.attrs = c.attrs[:0]
	for _, name := range names {
		if a := op.Attr(name); a != nil {
			c.attrs = append(c.attrs, ir.NamedAttr{Name: name, Value: a})
		}
	}
	return c.attrs
}

// Later arranges that f replaces op, which has no results, when all other operations are lowered. f gets the
// operands.
func (c *Conversion) Later(op *ir.Op, f func(args []*ir.Value)) {
	c.later = append(c.later, deferred{op, f})
}

// deferred is an operation that is replaced after all others.
type deferred struct {
	op      *ir.Op
	replace func(args []*ir.Value)
}

func (c *Conversion) convert(op *ir.Op) {
	patterns := c.byRoot.of(op.Def())
	if patterns == nil || op.IsReplaced() {
		return
	}
	if c.fold && c.folded(op) {
		return
	}
	args, ok := c.operands(op)
	if !ok {
		return
	}
	for _, p := range patterns {
		c.setBefore(op)
		first := len(c.made)
		results, ok := p.Run(c, op, args)
		if !ok {
			c.made = c.made[:first]
			continue
		}
		c.Replace(op, results)
		if op == c.top {
			c.keepRoots(c.made[first:])
		}
		c.convertMade(first)
		return
	}
}

// setBefore moves the insertion point in front of an operation. The replacement of a function is inserted
// later.
func (c *Conversion) setBefore(op *ir.Op) {
	c.Loc = op.Loc()
	if op == c.top {
		c.Restore(ir.InsertionPoint{})
		return
	}
	c.SetBefore(op)
}

// keepRoots records operations that were made to stand beside a function.
func (c *Conversion) keepRoots(made []*ir.Op) {
	for _, op := range made {
		if op.Block() == nil {
			c.roots = append(c.roots, op)
		}
	}
}

// convertMade lowers the operations that were made from number first on, and removes them from the list.
func (c *Conversion) convertMade(first int) {
	for i, last := first, len(c.made); i < last; i++ {
		c.convert(c.made[i])
	}
	c.made = c.made[:first]
}

// operands returns the lowered operands of op, and whether all operands have one. The memory is reused for
// the next function.
func (c *Conversion) operands(op *ir.Op) ([]*ir.Value, bool) {
	first := len(c.buffer)
	for i := range op.NumOperands() {
		v := c.Value(op.Operand(i))
		if v == nil {
			return nil, false
		}
		c.buffer = append(c.buffer, v)
	}
	return c.buffer[first:len(c.buffer):len(c.buffer)], true
}

// Replace makes values stand for the results of op, which is erased at the end.
func (c *Conversion) Replace(op *ir.Op, results []*ir.Value) {
	for i, v := range results {
		c.values.Set(op.Result(i), v)
	}
	c.replaced = append(c.replaced, op)
	op.SetReplaced()
}

func (c *Conversion) folded(op *ir.Op) bool {
	folded := c.folder.Fold(op)
	for folded != nil && len(folded) == 0 { // op was changed in place: constants were moved behind the others
		folded = c.folder.Fold(op)
	}
	if folded == nil {
		return false
	}
	c.SetBefore(op)
	first := len(c.made)
	vs := c.Materialize(op, folded)
	if vs == nil {
		c.made = c.made[:first]
		return false
	}
	for _, inner := range c.made[first:] {
		if c.byRoot.of(inner.Def()) == nil { // a constant that would not be lowered
			for _, m := range c.made[first:] {
				m.Erase()
			}
			c.made = c.made[:first]
			return false
		}
	}
	c.convertMade(first)
	op.ReplaceAllUsesWith(vs)
	for i, v := range vs {
		// The user of op has no uses of op's results, only of the values that stand for them.
		c.values.Set(op.Result(i), v)
	}
	c.replaced = append(c.replaced, op)
	op.SetReplaced()
	return true
}

// Value returns the lowered value of v: v itself if it has a type of LLVM, nil if no type of LLVM corresponds
// to its type.
func (c *Conversion) Value(v *ir.Value) *ir.Value {
	v = c.resolve(v)
	want := c.Types.lookUp(v.Type())
	switch {
	case want.to == nil:
		return nil
	case len(c.lazy) > 0 && c.lazy[v] != nil:
		saved := c.Save()
		to := c.lazy[v]()
		c.Restore(saved)
		c.values.Set(v, to)
		return to
	case want.stays:
		return v
	}
	to := c.cast(v, want.to)
	c.values.Set(v, to)
	return to
}

// resolve follows the values that stand for v, then for that value, and so on. It returns v if there is none.
func (c *Conversion) resolve(v *ir.Value) *ir.Value {
	for {
		to, _ := c.values.Get(v)
		if to == nil || to == v {
			return v
		}
		v = to
	}
}

// Map makes the value to stand for v.
func (c *Conversion) Map(v, to *ir.Value) { c.values.Set(v, to) }

// MapLater makes the value that f returns stand for v. f is called once, at the first use.
func (c *Conversion) MapLater(v *ir.Value, f func() *ir.Value) { c.lazy[v] = f }

// cast returns v converted to another type. It adds a cast behind the definition of v, unless v is itself a
// cast from that type.
func (c *Conversion) cast(v *ir.Value, to ir.Type) *ir.Value {
	for from := v; ; {
		cast := from.DefinedBy(builtin.UnrealizedConversionCast)
		if cast == nil || cast.NumOperands() != 1 {
			break
		}
		if from = cast.Operand(0); from.Type() == to {
			return from
		}
	}
	saved, loc := c.Save(), c.Loc
	c.Behind(v)
	if l := v.Loc(); l != nil {
		c.Loc = l
	}
	op := c.Make(builtin.UnrealizedConversionCast, []*ir.Value{v}, []ir.Type{to})
	c.Restore(saved)
	c.Loc = loc
	c.casts = append(c.casts, op)
	return op.Result(0)
}

// Behind moves the insertion point behind the definition of a value.
func (c *Conversion) Behind(v *ir.Value) {
	if op := v.DefiningOp(); op != nil {
		c.SetAfter(op)
		return
	}
	c.SetStart(v.Owner())
}

// ConvertArgs replaces the arguments of a block by arguments of LLVM's types, and reports whether all types
// have one.
func (c *Conversion) ConvertArgs(b *ir.Block) bool {
	same := true
	for _, a := range b.Args() {
		t := c.Types.Type(a.Type())
		if t == nil {
			return false
		}
		same = same && t == a.Type()
	}
	if _, done := c.oldArgs[b]; done || same {
		return true
	}
	c.HideArgs(b)
	for _, a := range b.Args() { // only the old arguments, not those that are added
		n := c.Arena.AddArg(b, c.Types.Type(a.Type()), a.Loc())
		c.Arena.SetName(n, a.Name())
		c.values.Set(a, n)
	}
	return true
}

// HideArgs records that the current arguments of a block will be removed. New ones are added behind them.
func (c *Conversion) HideArgs(b *ir.Block) {
	c.oldArgs[b] = b.NumArgs()
	c.args = append(c.args, b)
}

// finish replaces the deferred operations and the remaining uses of replaced operations' results, and erases
// these operations.
func (c *Conversion) finish() {
	for _, d := range c.later {
		args := make([]*ir.Value, d.op.NumOperands())
		for i := range args {
			args[i] = c.Value(d.op.Operand(i))
		}
		c.SetBefore(d.op)
		c.Loc = d.op.Loc()
		d.replace(args)
		c.Replace(d.op, nil)
	}
	for _, op := range c.replaced {
		op.DropAllReferences()
	}
	for _, op := range c.replaced {
		for i := range op.NumResults() {
			c.settle(op.Result(i))
		}
		if op != c.top {
			op.Remove()
		}
	}
	for _, b := range c.args {
		n := c.oldArgs[b]
		for _, v := range b.Args()[:n] {
			c.settle(v)
		}
	}
	for _, b := range c.args {
		b.EraseArgs(c.oldArgs[b])
	}
	Reconcile(c.casts)
	c.release()
}

// release makes the memory of erased operations available for new ones.
func (c *Conversion) release() {
	for _, op := range c.replaced {
		if op != c.top {
			c.Arena.Release(op)
		}
	}
	for _, op := range c.casts {
		c.Arena.Release(op)
	}
}

// settle makes the remaining users of v, such as operations that were not lowered, use the value that stands
// for v.
func (c *Conversion) settle(v *ir.Value) {
	if !v.HasUses() {
		return
	}
	to := c.resolve(v)
	if to == v && c.lazy[v] != nil {
		to = c.lazy[v]()
	}
	if to.Type() != v.Type() {
		to = c.cast(to, v.Type())
	}
	v.ReplaceAllUsesWith(to)
}
