package streamtoasync

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/hal"
	"github.com/inflight-compiler/inflight/dialect/stream"
	"github.com/inflight-compiler/inflight/dialect/util"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
	"github.com/inflight-compiler/inflight/transform/internal/carried"
	"github.com/inflight-compiler/inflight/transform/internal/names"
)

// globals replaces the globals of a module by values. A function gets the globals that it or a function which
// it calls accesses as arguments, and returns those that it may change. A function that nobody calls is
// entered from outside: it begins with calls of the initializers that set its globals, as these run when the
// module is loaded.
type globals struct {
	*ir.Builder
	ops     []*ir.Op       // the globals that functions access
	number  map[string]int // of a global in ops, by its name
	all     []*ir.Op       // functions and initializers with a body, in the order of the text
	code    map[string]*access
	initial []*access // those of initializers, in order
	firsts  []*ir.Op  // values of globals before initializers run
}

// access is what a function does to globals.
type access struct {
	f       *ir.Op
	entered bool // from outside
	calls   []*ir.Op
	// uses has the numbers of globals that it gets, changes those of globals that it returns.
	uses, changes []bool
	first         int // number of its first argument for a global
}

// passGlobals removes the globals of a module.
func (l *lowering) passGlobals(m *ir.Op) error {
	g := &globals{Builder: l.Builder, number: map[string]int{}, code: map[string]*access{}}
	g.initializers(m)
	if err := g.find(m); err != nil {
		return err
	}
	list := g.spread()
	for _, a := range list {
		if err := g.accept(a); err != nil {
			return err
		}
	}
	for _, a := range list {
		a.first = a.f.Body().NumArgs()
		for _, i := range numbers(a.uses) {
			a.f.Body().AddArg(util.GlobalType(g.ops[i]), g.ops[i].Loc()).SetName(g.ops[i].SymbolName())
		}
	}
	for _, a := range list {
		g.rewrite(a)
	}
	g.enterAll(list)
	for _, op := range slices.Collect(m.Body().Ops()) {
		if op.Is(util.Global) && !isDevice(op) {
			op.Erase()
		}
	}
	return nil
}

// initializers makes private functions of initializers.
func (g *globals) initializers(m *ir.Op) {
	unique := names.New()
	for _, op := range slices.Collect(m.Body().Ops()) {
		if !op.Is(util.Initializer) {
			continue
		}
		name := unique.Unique(m, "initializer")
		g.SetBefore(op)
		g.Loc = op.Loc()
		region := g.NewRegion()
		made := g.Create(ir.OpState{Def: util.Func, Results: []ir.Type{}, Regions: []*ir.Region{region},
			Attrs: []ir.NamedAttr{{Name: "sym_name", Value: g.Ctx.String(name)},
				{Name: "function_type", Value: g.Ctx.TypeAttr(g.Ctx.Function(nil, nil))}}})
		region.TakeBody(op.Region(0))
		op.Erase()
		a := &access{f: made}
		g.initial = append(g.initial, a)
		g.code[name] = a
	}
}

// find numbers the globals that functions access, and finds who calls whom.
func (g *globals) find(m *ir.Op) error {
	defined := map[string]*ir.Op{}
	called := map[string]bool{}
	for op := range m.Body().Ops() {
		switch {
		case op.Is(util.Global):
			defined[op.SymbolName()] = op
		case op.Is(util.Func) && op.Body() != nil:
			g.all = append(g.all, op)
		}
	}
	for _, f := range g.all {
		if g.code[f.SymbolName()] == nil {
			g.code[f.SymbolName()] = &access{f: f, entered: true}
		}
		for op := range f.Walk() {
			switch {
			case op.Is(util.GlobalLoad), op.Is(util.GlobalStore):
				name := util.GlobalName(op)
				if _, ok := g.number[name]; ok {
					continue
				}
				if !isPassed(util.GlobalType(defined[name])) {
					return op.Errorf(code, "a global of type '%v' has no counterpart in async",
						util.GlobalType(defined[name])).
						Suggest("globals of numbers, resources, timepoints and fences have one")
				}
				g.number[name] = len(g.ops)
				g.ops = append(g.ops, defined[name])
			case op.Is(util.Call):
				called[op.Def().Callee(op).Root] = true
			}
		}
	}
	for name, a := range g.code {
		a.entered = a.entered && !called[name]
		a.uses, a.changes = make([]bool, len(g.ops)), make([]bool, len(g.ops))
	}
	return nil
}

// isPassed reports whether functions can pass globals of a type.
func isPassed(t ir.Type) bool {
	switch t.(type) {
	case *ir.IndexType, *ir.IntegerType, *ir.FloatType:
		return true
	}
	return stream.IsResource(t) || stream.IsTimepoint(t) || hal.IsFence(t)
}

// spread finds what each function uses and changes, through calls. It returns those that use a global.
func (g *globals) spread() []*access {
	var list []*access
	for _, f := range g.all {
		a := g.code[f.SymbolName()]
		for op := range f.Walk() {
			switch {
			case op.Is(util.GlobalLoad):
				a.uses[g.number[util.GlobalName(op)]] = true
			case op.Is(util.GlobalStore):
				i := g.number[util.GlobalName(op)]
				a.uses[i], a.changes[i] = true, true
			case op.Is(util.Call):
				a.calls = append(a.calls, op)
			}
		}
	}
	for grown := true; grown; {
		grown = false
		for _, f := range g.all {
			a := g.code[f.SymbolName()]
			for _, op := range a.calls {
				if to := g.callee(op); to != nil {
					grown = include(a.uses, to.uses) || grown
					grown = include(a.changes, to.changes) || grown
				}
			}
		}
	}
	for _, f := range g.all {
		if a := g.code[f.SymbolName()]; slices.Contains(a.uses, true) {
			list = append(list, a)
		}
	}
	return list
}

func (g *globals) callee(op *ir.Op) *access { return g.code[op.Def().Callee(op).Root] }

// include adds a set to another, and reports whether that has grown.
func include(set, more []bool) bool {
	grown := false
	for i, in := range more {
		grown = grown || in && !set[i]
		set[i] = set[i] || in
	}
	return grown
}

// numbers returns what is in a set, ascending.
func numbers(set []bool) []int {
	var list []int
	for i, in := range set {
		if in {
			list = append(list, i)
		}
	}
	return list
}

// accept refuses functions through whose regions a changed global cannot be passed.
func (g *globals) accept(a *access) error {
	for op := range a.f.Walk() {
		if op == a.f || op.NumRegions() == 0 || carried.CanCarry(op) {
			continue
		}
		if changed := g.changedIn(op); len(changed) > 0 {
			return op.Errorf(code, "'%s' changes the global @%s, which has no counterpart in async",
				op.Name(),
				g.ops[changed[0]].SymbolName()).Suggest("change it behind the operation")
		}
	}
	return nil
}

// changedIn returns the globals that the regions of an operation change.
func (g *globals) changedIn(op *ir.Op) []int {
	set := make([]bool, len(g.ops))
	for inner := range op.Walk() {
		switch {
		case inner.Is(util.GlobalStore):
			set[g.number[util.GlobalName(inner)]] = true
		case inner.Is(util.Call):
			if to := g.callee(inner); to != nil {
				include(set, to.changes)
			}
		}
	}
	return numbers(set)
}

// argument returns the argument of a function for a global.
func (a *access) argument(i int) *ir.Value {
	k := a.first
	for _, in := range a.uses[:i] {
		if in {
			k++
		}
	}
	return a.f.Body().Arg(k)
}

// rewrite replaces the accesses in a function.
func (g *globals) rewrite(a *access) {
	changed := numbers(a.changes)
	var types []ir.Type
	var values []*ir.Value
	for _, i := range changed {
		types, values = append(types, util.GlobalType(g.ops[i])), append(values, a.argument(i))
	}
	results := slices.Clone(util.FunctionType(a.f).Results)
	carried.Within(a.f.Region(0), types, values,
		func(b *ir.Block, values []*ir.Value) []*ir.Value {
			return g.block(b, changed, values, a.argument)
		},
		func(last *ir.Op, values []*ir.Value) {
			if !a.entered && last.Is(util.Return) {
				carried.Leave(last, values)
			}
		})
	if !a.entered {
		results = append(results, types...)
	}
	a.setType(results)
	carried.Prune(a.f)
}

// setType gives a function the type of its arguments and of some results.
func (a *access) setType(results []ir.Type) {
	var inputs []ir.Type
	for _, v := range a.f.Body().Args() {
		inputs = append(inputs, v.Type())
	}
	c := a.f.Context()
	a.f.SetAttr("function_type", c.TypeAttr(c.Function(inputs, results)))
}

// block replaces the accesses in a block, which begins with the values of changed globals; before has those
// of others. It returns the values of the changed ones at its end.
func (g *globals) block(b *ir.Block, changed []int, values []*ir.Value,
	before func(int) *ir.Value) []*ir.Value {
	at := func(i int) *ir.Value {
		if k, ok := slices.BinarySearch(changed, i); ok {
			return values[k]
		}
		return before(i)
	}
	set := func(i int, v *ir.Value) {
		k, _ := slices.BinarySearch(changed, i)
		values[k] = v
	}
	for op := b.First(); op != nil; {
		next := op.Next()
		switch {
		case op.Is(util.GlobalLoad):
			op.Result(0).ReplaceAllUsesWith(at(g.number[util.GlobalName(op)]))
			op.Erase()
		case op.Is(util.GlobalStore):
			set(g.number[util.GlobalName(op)], op.Operand(0))
			op.Erase()
		case op.Is(util.Call):
			g.call(op, at, set)
		case op.NumRegions() > 0:
			g.regions(op, at, set)
		}
		op = next
	}
	return values
}

// regions replaces the accesses in the regions of an operation.
func (g *globals) regions(op *ir.Op, at func(int) *ir.Value, set func(int, *ir.Value)) {
	changed := g.changedIn(op)
	var types []ir.Type
	var values []*ir.Value
	for _, i := range changed {
		types, values = append(types, util.GlobalType(g.ops[i])), append(values, at(i))
	}
	block := func(b *ir.Block, values []*ir.Value) []*ir.Value { return g.block(b, changed, values, at) }
	if len(changed) == 0 {
		for _, r := range op.Regions() {
			for _, b := range r.Blocks() {
				block(b, nil)
			}
		}
		return
	}
	for k, v := range carried.Through(op, types, values, block) {
		set(changed[k], v)
	}
}

// call passes the globals of a function to it, and takes those that it changes.
func (g *globals) call(op *ir.Op, at func(int) *ir.Value, set func(int, *ir.Value)) {
	to := g.callee(op)
	if to == nil || !slices.Contains(to.uses, true) {
		return
	}
	operands, types := slices.Clone(op.Operands()), op.ResultTypes()
	for _, i := range numbers(to.uses) {
		operands = append(operands, at(i))
	}
	changed := numbers(to.changes)
	for _, i := range changed {
		types = append(types, util.GlobalType(g.ops[i]))
	}
	made := op.Rebuild(operands, types)
	op.ReplaceAllUsesWith(made.Results()[:op.NumResults()])
	for k, i := range changed {
		set(i, made.Result(op.NumResults()+k))
	}
	for k, v := range op.Results() {
		made.Result(k).SetName(v.Name())
	}
	op.Erase()
}

// enterAll lets functions that are entered from outside begin with what initializers leave, and removes
// arguments that nothing uses.
func (g *globals) enterAll(list []*access) {
	for _, a := range list {
		if a.entered {
			g.enter(a)
		}
	}
	g.dropUnused(list)
	for _, a := range list {
		a.setType(util.FunctionType(a.f).Results)
	}
}

// enter calls the initializers that a function from outside needs. A resource that none of them sets comes as
// an argument; numbers begin as zero, and timepoints are reached.
func (g *globals) enter(a *access) {
	needed := slices.Clone(a.uses)
	var chosen []*access
	for _, init := range slices.Backward(g.initial) {
		sets := false
		for i, in := range init.changes {
			sets = sets || in && needed[i]
		}
		if sets {
			include(needed, init.uses)
			chosen = append(chosen, init)
		}
	}
	g.SetStart(a.f.Body())
	g.Loc = a.f.Loc()
	values := make([]*ir.Value, len(g.ops))
	for _, i := range numbers(needed) {
		values[i] = g.first(a, g.ops[i])
	}
	for _, init := range slices.Backward(chosen) {
		init.f.SetAttr("sym_visibility", g.Ctx.String("private"))
		var operands []*ir.Value
		for _, i := range numbers(init.uses) {
			operands = append(operands, values[i])
		}
		call := g.Create(ir.OpState{Def: util.Call, Operands: operands,
			Results: slices.Clone(util.FunctionType(init.f).Results),
			Attrs:   []ir.NamedAttr{{Name: "callee", Value: g.Ctx.SymbolRef(init.f.SymbolName())}}})
		for k, i := range numbers(init.changes) {
			values[i] = call.Result(k)
		}
	}
	for _, i := range numbers(a.uses) {
		a.argument(i).ReplaceAllUsesWith(values[i])
	}
}

// first makes the value that a global has before initializers run.
func (g *globals) first(a *access, global *ir.Op) *ir.Value {
	t := util.GlobalType(global)
	switch {
	case stream.IsTimepoint(t):
		return g.make(stream.TimepointImmediate, t)
	case stream.IsResource(t):
		v := a.f.Body().AddArg(t, global.Loc())
		v.SetName(global.SymbolName())
		return v
	case hal.IsFence(t):
		return g.make(util.Null, t)
	}
	value := global.Attr("initial_value")
	if value == nil || constraint.ValueType(value) != t {
		value = arith.ZeroAttr(g.Ctx, t)
	}
	return g.make(arith.Constant, t, ir.NamedAttr{Name: "value", Value: value})
}

func (g *globals) make(def *ir.OpDef, t ir.Type, attrs ...ir.NamedAttr) *ir.Value {
	op := g.Create(ir.OpState{Def: def, Results: []ir.Type{t}, Attrs: attrs})
	g.firsts = append(g.firsts, op)
	return op.Result(0)
}

// dropUnused removes the arguments for globals that functions do not use, and first values.
func (g *globals) dropUnused(list []*access) {
	calls := map[*access][]*ir.Op{}
	for _, f := range g.all {
		for op := range f.Walk() {
			if op.Is(util.Call) {
				calls[g.callee(op)] = append(calls[g.callee(op)], op)
			}
		}
	}
	for dropped := true; dropped; {
		dropped = false
		for _, a := range list {
			for k := a.f.Body().NumArgs() - 1; k >= a.first; k-- {
				if a.f.Body().Arg(k).HasUses() {
					continue
				}
				a.f.Body().EraseArg(k)
				for _, call := range calls[a] {
					call.EraseOperand(k)
				}
				dropped = true
			}
		}
	}
	for _, op := range g.firsts {
		if !op.Result(0).HasUses() {
			op.Erase()
		}
	}
}
