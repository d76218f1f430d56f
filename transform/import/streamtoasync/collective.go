package streamtoasync

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/stream"
	"github.com/inflight-compiler/inflight/dialect/util"
	"github.com/inflight-compiler/inflight/ir"
)

// asyncCollective reads the range of its source and writes that of its target, as one participant does.
func (l *lowering) asyncCollective(op *ir.Op) ([]*ir.Value, error) {
	target := l.target(op)
	k := kernel{numbers: collectiveNumbers(op)}
	k.reads = []*ir.Value{l.view(stream.Named(op, "source"), stream.Named(op, "source_offset"),
		stream.Named(op, "source_length"), l.bytes())}
	k.writes = []*ir.Value{l.view(target, stream.Named(op, "target_offset"),
		stream.Named(op, "target_length"), l.bytes())}
	l.opaque(&k)
	return inPlace(op, target), nil
}

func (l *lowering) cmdCollective(op *ir.Op) ([]*ir.Value, error) {
	k := kernel{numbers: collectiveNumbers(op)}
	l.access(&k, op, l.ranges(op, "resources", "resource_offsets", "resource_lengths"))
	l.opaque(&k)
	return nil, nil
}

func collectiveNumbers(op *ir.Op) []*ir.Value {
	return append(slices.Clone(stream.AllNamed(op, "param")), stream.Named(op, "element_count"))
}

// channel is a number that stands for a channel.
func (l *lowering) channel(*ir.Op) ([]*ir.Value, error) { return []*ir.Value{l.zero()}, nil }

// rank is the number of a participant: the one that a channel was created with, or else the first.
func (l *lowering) rank(op *ir.Op) ([]*ir.Value, error) { return l.ofChannel(op, "rank", 0), nil }

func (l *lowering) count(op *ir.Op) ([]*ir.Value, error) { return l.ofChannel(op, "count", 1), nil }

func (l *lowering) ofChannel(op *ir.Op, what string, otherwise int64) []*ir.Value {
	if v, ok := l.channels[op.Operand(0)]; ok && v[what] != nil {
		return []*ir.Value{v[what]}
	}
	return []*ir.Value{arith.ConstIndex(l.Builder, otherwise)}
}

// createChannel remembers what a channel is created with.
func (l *lowering) createChannel(op *ir.Op) ([]*ir.Value, error) {
	made := l.zero()
	l.channels[made] = map[string]*ir.Value{"rank": stream.Named(op, "rank"),
		"count": stream.Named(op, "count")}
	return []*ir.Value{made}, nil
}

// cmdCall does to its ranges what their accesses say. Numbers that it returns are made of what it reads.
func (l *lowering) cmdCall(op *ir.Op) ([]*ir.Value, error) {
	if err := knownPlaces(op); err != nil {
		return nil, err
	}
	k := called(l, op)
	l.access(k, op, l.ranges(op, "resource_operands", "resource_operand_offsets", "resource_operand_lengths"))
	seed := l.opaque(k)
	var list []*ir.Value
	for i, v := range op.Results() {
		list = append(list, l.returned(seed, i, v.Type()))
	}
	return list, nil
}

// asyncCall reads the ranges of its operands, and writes its results. Numbers among these are made of what it
// reads.
func (l *lowering) asyncCall(op *ir.Op) ([]*ir.Value, error) {
	if err := knownPlaces(op); err != nil {
		return nil, err
	}
	return l.withResults(op, called(l, op))
}

// called makes the kernel that stands for a function.
func called(l *lowering, op *ir.Op) *kernel {
	return &kernel{callee: l.Ctx.Array([]ir.Attr{op.Attr("callee")}), returns: hasNumbers(op)}
}

func hasNumbers(op *ir.Op) bool {
	return slices.ContainsFunc(op.Results(), func(v *ir.Value) bool { return !isMemory(v) })
}

// knownPlaces refuses calls whose numbers say how much memory there is, or where an operation accesses it:
// nothing tells what the function returns. As contents of memory and as operands any number will do.
func knownPlaces(op *ir.Op) error {
	var refused error
	for _, v := range op.Results() {
		if _, complex := v.Type().(*ir.ComplexType); complex {
			return op.Errorf(code, "a complex number that '%s' returns has no counterpart in async",
				op.Name()).
				Suggest("return its parts, or return it in a resource")
		}
	}
	var follow func(v *ir.Value)
	seen := map[*ir.Value]bool{}
	follow = func(v *ir.Value) {
		if seen[v] {
			return
		}
		seen[v] = true
		for use := range v.Uses() {
			user := use.Owner()
			if Concerns(user) && !isContent(user, v) && refused == nil {
				refused = op.Errorf(code,
					"a number that '%s' returns decides what '%s' accesses, and is not known",
					op.Name(), user.Name()).Note(user.Span(), "here").
					Suggest(
						"compute sizes and offsets outside of the call; what it returns may be an operand " +
							"of dispatches, fills and calls")
			}
			for _, r := range user.Results() {
				if !Concerns(user) || user.Is(util.OptimizationBarrier) {
					follow(r)
				}
			}
		}
	}
	for _, v := range op.Results() {
		if !isMemory(v) {
			follow(v)
		}
	}
	return refused
}

// contents are the names of operands that say what an operation computes, not where.
var contents = []string{"value", "workload", "uniform_operands", "resource_operands", "param"}

// isContent reports whether an operand of an operation is one of contents, or a number, not an index, that
// functions pass.
func isContent(op *ir.Op, v *ir.Value) bool {
	if op.Is(util.Call) || op.Is(util.Return) || op.Is(util.OptimizationBarrier) {
		_, index := v.Type().(*ir.IndexType)
		return !index
	}
	rest := op.NumOperands()
	found := 0
	for _, u := range op.Operands() {
		if u != v {
			rest--
		}
	}
	for _, name := range contents {
		for _, u := range stream.AllNamed(op, name) {
			if u == v {
				found++
			}
		}
	}
	return found == rest
}

// returned makes number i of what a call returns, of all that it reads.
func (l *lowering) returned(seed *ir.Value, i int, t ir.Type) *ir.Value {
	n := l.mixed(l.Builder, seed, arith.ConstInt(l.Builder, l.Ctx.I64, int64(i)))
	switch t := t.(type) {
	case *ir.IndexType:
		return arith.Cast(l.Builder, arith.IndexCast, n, t)
	case *ir.IntegerType:
		switch {
		case t.Width < 64:
			return arith.Cast(l.Builder, arith.TruncI, n, t)
		case t.Width > 64:
			return arith.Cast(l.Builder, arith.ExtUI, n, t)
		}
		return n
	}
	few := arith.Cast(l.Builder, arith.TruncI, n, l.Ctx.I8) // exact in every type of floats
	return arith.Cast(l.Builder, arith.SIToFP, few, t)
}

func isMemory(v *ir.Value) bool {
	_, ok := v.Type().(*ir.MemRefType)
	return ok
}
