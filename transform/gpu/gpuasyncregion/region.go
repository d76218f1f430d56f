package gpuasyncregion

import (
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// canLeave reports whether tokens can leave a region: everybody who uses the token of an async.execute, or
// one of its values, can wait for more.
func canLeave(execute *ir.Op) bool {
	return !slices.ContainsFunc(users(execute), func(user *ir.Op) bool {
		return !user.Is(async.Await) && !user.Is(async.Execute)
	})
}

// users returns the operations that use a result, each once: who takes a value waits for the region as who
// takes the token does.
func users(execute *ir.Op) (list []*ir.Op) {
	for _, v := range execute.Results() {
		for use := range v.Uses() {
			if !slices.Contains(list, use.Owner()) {
				list = append(list, use.Owner())
			}
		}
	}
	return list
}

// leave lets a token for what is open at the end of an async.execute leave it as a value of its own, for
// which those wait who wait for it.
func (b *blockOf) leave(execute, yield *ir.Op) {
	open := made(b.open)
	yield.SetOperands(append(yield.Operands(), joined(yield, last(open))))
	waiting := users(execute)
	value := withValue(execute)
	touched := allOf(open)
	for _, user := range waiting {
		if user.Is(async.Await) {
			await(user, value)
		} else {
			b.arrive(user, value, touched)
		}
	}
}

// joined returns a token for the end of some operations, in front of op.
func joined(op *ir.Op, list []*pending) *ir.Value {
	if len(list) == 1 {
		return list[0].token
	}
	at := ir.At(op)
	return at.Create(ir.OpState{Def: gpu.Wait, Operands: tokensOf(list),
		Results: []ir.Type{gpu.TokenType(at.Ctx)}}).Result(0)
}

// allOf returns all that some operations touch.
func allOf(list []*pending) (accesses []analysis.Access) {
	for _, p := range list {
		accesses = append(accesses, p.accesses...)
	}
	return accesses
}

// withValue replaces an async.execute by one with a token of the device as one more value, which it returns.
func withValue(execute *ir.Op) *ir.Value {
	at := ir.At(execute)
	var results []ir.Type
	for _, v := range execute.Results() {
		results = append(results, v.Type())
	}
	results = append(results, async.ValueType(at.Ctx, gpu.TokenType(at.Ctx)))
	region := at.NewRegion()
	region.TakeBody(execute.Region(0))
	made := at.Create(ir.OpState{
		Def: async.Execute, Operands: execute.Operands(), Results: results, Regions: []*ir.Region{region},
		Attrs: slices.Concat(execute.Properties(), execute.Attrs()),
	})
	own := execute.NumResults()
	execute.ReplaceAllUsesWith(made.Results()[:own])
	execute.Erase()
	return made.Result(own)
}

// await lets who awaits a region wait for its token of the device as well.
func await(op *ir.Op, value *ir.Value) {
	at := ir.At(op)
	at.SetAfter(op)
	token := at.Create(ir.OpState{Def: async.Await, Operands: []*ir.Value{value},
		Results: []ir.Type{async.Payload(value.Type())}}).Result(0)
	at.Create(ir.OpState{Def: gpu.Wait, Operands: []*ir.Value{token}, Results: []ir.Type{}})
}

// arrive hands a token to a region that comes after, for what conflicts in it with what it stands for.
func (b *blockOf) arrive(execute *ir.Op, value *ir.Value, touched []analysis.Access) {
	segments := slices.Clone(execute.Ints(constraint.OperandSegmentSize.Name))
	segments[1]++
	execute.SetOperands(append(execute.Operands(), value))
	execute.SetAttr(constraint.OperandSegmentSize.Name, execute.Context().I32Array(segments...))
	body := execute.Body()
	token := body.AddArg(async.Payload(value.Type()), execute.Loc())
	b.arrived[body] = append(b.arrived[body], &pending{token: token, accesses: touched})
}
