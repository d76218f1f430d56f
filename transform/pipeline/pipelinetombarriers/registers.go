package pipelinetombarriers

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/nvvm"
	"github.com/inflight-compiler/inflight/ir"
)

// A kernel whose consumers multiply by warpgroups needs registers for sums, and its producer needs hardly
// any. So all threads begin with as many as the block's registers allow, the producer gives back all but a
// few, and the consumers take them (PTX ISA, "setmaxnreg").

const (
	blockRegisters    = 65536
	producerRegisters = 24
	mostRegisters     = 240
	leastPiece        = 8 // numbers of registers are multiples of it
)

// budget returns how many registers a thread begins with, and how many a consumer has then. ok is false where
// the consumers would not get more.
func (k *kernel) budget() (first, consumer int64, ok bool) {
	if !slices.ContainsFunc(k.rings, func(r *ring) bool { return r.byProduct }) {
		return 0, 0, false // the kernel may be for devices without setmaxnreg
	}
	consumers := k.threads / warpgroup
	first = blockRegisters / (k.threads + warpgroup) / leastPiece * leastPiece
	consumer = min(((consumers+1)*first-producerRegisters)/consumers/leastPiece*leastPiece, mostRegisters)
	return first, consumer, first < consumer
}

// shareRegisters makes both roles begin with the change of their registers.
func (k *kernel) shareRegisters(choice *ir.Op) {
	first, consumer, ok := k.budget()
	if !ok {
		return
	}
	k.f.SetAttr("nvvm.maxnreg", choice.Context().Int(choice.Context().I32, first))
	const increase, decrease = 0, 1
	for i, change := range []struct {
		action, registers int64
	}{{decrease, producerRegisters}, {increase, consumer}} {
		b := ir.NewBuilder(choice.Context())
		b.SetStart(choice.Region(i).Entry())
		b.Loc = choice.Loc()
		b.Op(nvvm.SetMaxRegister, nil,
			ir.NamedAttr{Name: "regCount", Value: b.Ctx.Int(b.Ctx.I32, change.registers)},
			ir.NamedAttr{Name: "action", Value: b.Ctx.Enum(nvvm.SetMaxAction, change.action)})
	}
}
