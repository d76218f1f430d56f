package streamtoasync

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/stream"
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

// cmdCall does to its ranges what their accesses say.
func (l *lowering) cmdCall(op *ir.Op) ([]*ir.Value, error) {
	k, err := l.called(op)
	if err != nil {
		return nil, err
	}
	memory := l.ranges(op, "resource_operands", "resource_operand_offsets", "resource_operand_lengths")
	l.access(k, op, memory)
	l.opaque(k)
	return nil, nil
}

// asyncCall reads the ranges of its operands, and writes its results.
func (l *lowering) asyncCall(op *ir.Op) ([]*ir.Value, error) {
	k, err := l.called(op)
	if err != nil {
		return nil, err
	}
	return l.withResults(op, k)
}

// called makes the kernel that stands for a function. Numbers that it returns are refused: nothing tells what
// they are.
func (l *lowering) called(op *ir.Op) (*kernel, error) {
	for _, v := range op.Results() {
		if !isMemory(v) {
			return nil, op.Errorf(code, "the number that '%s' returns has no counterpart in async",
				op.Name()).
				Suggest("return it in a resource")
		}
	}
	return &kernel{callee: l.Ctx.Array([]ir.Attr{op.Attr("callee")})}, nil
}

func isMemory(v *ir.Value) bool {
	_, ok := v.Type().(*ir.MemRefType)
	return ok
}
