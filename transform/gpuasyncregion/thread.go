package gpuasyncregion

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// issued is an operation of the device that the host has not waited for.
type issued struct {
	token   *ir.Value
	effects []effect
	// behind are the tokens that it depends on, here.
	behind []*ir.Value
}

// thread walks over a block.
type thread struct {
	symbols *ir.SymbolTables
	module  *ir.Op
	block   *ir.Block
	flying  []issued
	changed int
}

func (t *thread) walk() {
	for op := t.block.First(); op != nil; {
		next := op.Next()
		switch {
		case op.Is(gpu.Wait):
		case isDevice(op):
			t.issue(op)
		case op.Has(ir.Terminator):
			t.wait(op, anything)
		default:
			t.wait(op, effectsOf(op, t.symbols, t.module))
		}
		op = next
	}
}

// isDevice reports whether the device can execute an operation while the host goes on.
func isDevice(op *ir.Op) bool {
	return op.Is(gpu.Alloc) && op.Attr("hostShared") == nil || op.Is(gpu.Dealloc) || op.Is(gpu.Memcpy) || op.Is(gpu.Memset) || op.Is(gpu.LaunchFunc)
}

// issue makes an operation of the device asynchronous, behind what it conflicts with.
func (t *thread) issue(op *ir.Op) {
	effects := effectsOf(op, t.symbols, t.module)
	if op.AsyncToken() != nil {
		t.flying = append(t.flying, issued{op.AsyncToken(), effects, op.AsyncDependencies()})
		return
	}
	behind := t.conflicting(effects)
	made := asynchronous(op, behind)
	for i, r := range op.Results() {
		r.ReplaceAllUsesWith(made.Result(i))
	}
	for i := range effects {
		for j := range op.NumResults() {
			if effects[i].memory == op.Result(j) {
				effects[i].memory = made.Result(j)
			}
		}
	}
	op.Erase()
	t.flying = append(t.flying, issued{made.AsyncToken(), effects, behind})
	t.changed++
}

// conflicting returns the tokens of the operations that accesses must come after, without those that others of them come after.
func (t *thread) conflicting(effects []effect) []*ir.Value {
	var list []*ir.Value
	implied := map[*ir.Value]bool{}
	for _, f := range slices.Backward(t.flying) {
		if !implied[f.token] && conflicts(f.effects, effects) {
			list = append(list, f.token)
			implied[f.token] = true
		}
		if implied[f.token] {
			for _, b := range f.behind {
				implied[b] = true
			}
		}
	}
	slices.Reverse(list)
	return list
}

// wait lets the host wait, in front of one of its operations, for what that must come after.
func (t *thread) wait(op *ir.Op, effects []effect) {
	tokens := t.conflicting(effects)
	if len(tokens) == 0 {
		return
	}
	b := ir.At(op)
	b.Loc = op.Loc()
	b.Create(ir.OpState{Def: gpu.Wait, Operands: tokens, Results: []ir.Type{}})
	complete := map[*ir.Value]bool{}
	for _, v := range tokens {
		complete[v] = true
	}
	var left []issued
	for _, f := range slices.Backward(t.flying) {
		if !complete[f.token] {
			left = append(left, f)
			continue
		}
		for _, b := range f.behind {
			complete[b] = true
		}
	}
	slices.Reverse(left)
	t.flying = left
}

// asynchronous makes the operation that does what op does, behind further tokens, and gives out a token.
func asynchronous(op *ir.Op, behind []*ir.Value) *ir.Op {
	b := ir.At(op)
	b.Loc = op.Loc()
	old := len(op.AsyncDependencies())
	tokens := slices.Clone(op.AsyncDependencies())
	for _, v := range behind {
		if !slices.Contains(tokens, v) {
			tokens = append(tokens, v)
		}
	}
	attrs := slices.Concat(op.Properties(), op.Attrs())
	for i, a := range attrs {
		if _, ok := a.Value.(*ir.DenseArrayAttr); ok && a.Name == constraint.OperandSegmentSize.Name {
			numbers := slices.Clone(op.Ints(a.Name))
			numbers[0] = int64(len(tokens))
			attrs[i].Value = op.Context().I32Array(numbers...)
		}
	}
	return b.Create(ir.OpState{
		Def: op.Def(), Operands: slices.Concat(tokens, op.Operands()[old:]), Results: append(op.ResultTypes(), gpu.TokenType(op.Context())), Attrs: attrs,
	})
}
