package llvmtypes

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/builtin"
	"github.com/inflight-compiler/inflight/ir"
)

// Pattern lowers one kind of operation. Args are the operands as LLVM has them. It returns what stands for the results, or false,
// having made nothing, where it does not apply.
type Pattern struct {
	Root *ir.OpDef
	Run  func(c *Conversion, op *ir.Op, args []*ir.Value) ([]*ir.Value, bool)
}

// Conversion lowers the operations that patterns are for, each once and outer ones first. An operation is replaced only when all
// are done: until then it stays in place, so that values have their old types too. Casts connect what is lowered with what is
// not.
type Conversion struct {
	*ir.Builder
	Types *Types

	byRoot   map[*ir.OpDef][]*Pattern
	fold     bool
	values   map[*ir.Value]*ir.Value        // what stands for a value
	lazy     map[*ir.Value]func() *ir.Value // makes that when it is needed first
	casts    []*ir.Op
	replaced []*ir.Op
	gone     map[*ir.Op]bool
	args     []*ir.Block // with as many old arguments in front as oldArgs says
	oldArgs  map[*ir.Block]int
	made     []*ir.Op
	later    []deferred
}

// Convert lowers what is in root. With fold, an operation that a pattern is for is folded if it can be. It returns how many
// operations were lowered.
func Convert(root *ir.Op, types *Types, patterns []Pattern, fold bool) int {
	c := &Conversion{
		Builder: ir.NewBuilder(root.Context()), Types: types, byRoot: map[*ir.OpDef][]*Pattern{}, fold: fold,
		values: map[*ir.Value]*ir.Value{}, lazy: map[*ir.Value]func() *ir.Value{}, gone: map[*ir.Op]bool{}, oldArgs: map[*ir.Block]int{},
	}
	for i := range patterns {
		c.byRoot[patterns[i].Root] = append(c.byRoot[patterns[i].Root], &patterns[i])
	}
	c.OnInsert(func(op *ir.Op) { c.made = append(c.made, op) })
	var todo []*ir.Op
	for op := range root.Walk() {
		if op != root && c.byRoot[op.Def()] != nil {
			todo = append(todo, op)
		}
	}
	for _, op := range todo {
		c.convert(op)
	}
	n := len(c.replaced)
	for _, d := range c.later {
		args := make([]*ir.Value, d.op.NumOperands())
		for i, v := range d.op.Operands() {
			args[i] = c.Value(v)
		}
		c.SetBefore(d.op)
		c.Loc = d.op.Loc()
		d.replace(args)
		c.Replace(d.op, nil)
	}
	c.finish()
	return n
}

// Later says that f replaces op, which has no results, when everything else is lowered. F gets the operands.
func (c *Conversion) Later(op *ir.Op, f func(args []*ir.Value)) {
	c.later = append(c.later, deferred{op, f})
}

// deferred is an operation that is replaced when everything else is.
type deferred struct {
	op      *ir.Op
	replace func(args []*ir.Value)
}

func (c *Conversion) convert(op *ir.Op) {
	patterns := c.byRoot[op.Def()]
	if patterns == nil || c.gone[op] {
		return
	}
	if c.fold && c.folded(op) {
		return
	}
	args := make([]*ir.Value, op.NumOperands())
	for i, v := range op.Operands() {
		if args[i] = c.Value(v); args[i] == nil {
			return
		}
	}
	for _, p := range patterns {
		c.SetBefore(op)
		c.Loc = op.Loc()
		c.made = nil
		results, ok := p.Run(c, op, args)
		if !ok {
			continue
		}
		c.Replace(op, results)
		for _, inner := range c.made {
			c.convert(inner)
		}
		return
	}
}

// Replace says that values stand for the results of op, which goes away.
func (c *Conversion) Replace(op *ir.Op, results []*ir.Value) {
	for i, v := range results {
		c.values[op.Result(i)] = v
	}
	c.replaced = append(c.replaced, op)
	c.gone[op] = true
}

func (c *Conversion) folded(op *ir.Op) bool {
	folded := ir.Fold(op)
	if len(folded) == 0 {
		return false
	}
	c.SetBefore(op)
	c.made = nil
	vs := c.Materialize(op, folded)
	if vs == nil {
		return false
	}
	made := c.made
	for _, inner := range made {
		if c.byRoot[inner.Def()] == nil { // a constant that would stay
			for _, m := range made {
				m.Erase()
			}
			return false
		}
	}
	for _, inner := range made {
		c.convert(inner)
	}
	op.ReplaceAllUsesWith(vs)
	c.replaced = append(c.replaced, op)
	c.gone[op] = true
	return true
}

// Value returns what stands for v as LLVM has it: v itself if its type is one of LLVM's, nil if no type of LLVM corresponds.
func (c *Conversion) Value(v *ir.Value) *ir.Value {
	if to := c.resolve(v); to != v {
		return c.Value(to)
	}
	want := c.Types.Type(v.Type())
	switch {
	case want == nil:
		return nil
	case c.lazy[v] != nil:
		saved := c.Save()
		to := c.lazy[v]()
		c.Restore(saved)
		c.values[v] = to
		return to
	case want == v.Type():
		return v
	}
	to := c.cast(v, want)
	c.values[v] = to
	return to
}

// resolve returns what stands for v, for what stands for that, and so on; v itself where nothing does.
func (c *Conversion) resolve(v *ir.Value) *ir.Value {
	for c.values[v] != nil && c.values[v] != v {
		v = c.values[v]
	}
	return v
}

// Map says that to stands for v.
func (c *Conversion) Map(v, to *ir.Value) { c.values[v] = to }

// MapLater says that what f makes stands for v; f is called once if it is needed.
func (c *Conversion) MapLater(v *ir.Value, f func() *ir.Value) { c.lazy[v] = f }

// cast returns v as a value of another type, by a cast behind its definition if none led here from that type.
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
	op := c.Create(ir.OpState{Def: builtin.UnrealizedConversionCast, Operands: []*ir.Value{v}, Results: []ir.Type{to}})
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

// ConvertArgs gives a block arguments of LLVM's types instead of those it has, and reports whether all have one.
func (c *Conversion) ConvertArgs(b *ir.Block) bool {
	types := c.Types.All(b.ArgTypes())
	if types == nil {
		return false
	}
	if _, done := c.oldArgs[b]; done || slices.Equal(types, b.ArgTypes()) {
		return true
	}
	old := slices.Clone(b.Args())
	c.HideArgs(b)
	for i, a := range old {
		n := b.AddArg(types[i], a.Loc())
		n.SetName(a.Name())
		c.values[a] = n
	}
	return true
}

// HideArgs says that the arguments of a block go away; new ones are to be added behind them.
func (c *Conversion) HideArgs(b *ir.Block) {
	c.oldArgs[b] = b.NumArgs()
	c.args = append(c.args, b)
}

// finish replaces what is left of the values of replaced operations, and erases these.
func (c *Conversion) finish() {
	for _, op := range c.replaced {
		op.DropAllReferences()
	}
	for _, op := range c.replaced {
		for _, v := range op.Results() {
			c.settle(v)
		}
		op.Remove()
	}
	for _, b := range c.args {
		n := c.oldArgs[b]
		for _, v := range b.Args()[:n] {
			c.settle(v)
		}
	}
	for _, b := range c.args {
		for range c.oldArgs[b] {
			b.EraseArg(0)
		}
	}
	Reconcile(c.casts)
}

// settle makes those who use v still, as operations do that were not lowered, use what stands for it.
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
