package trial

import (
	"context"
	"fmt"
	"slices"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim"
	"github.com/inflight-compiler/inflight/value"
)

// Extents are the numbers that programs are executed for.
var Extents = []int64{0, 1, 2, 3, 7, 16}

// trial is a program to be tried.
type trial struct {
	prog    *sim.Program
	extents []int64
	bools   []int64
}

// compile prepares function @main of a module, whose arguments are memory, numbers of type index and
// conditions.
func compile(module *ir.Op, extents []int64) (*trial, error) {
	prog, err := sim.Compile(module, "main")
	if err != nil {
		return nil, err
	}
	p := &trial{prog: prog, extents: []int64{0}, bools: []int64{0}}
	for _, t := range prog.Inputs() {
		switch t.(type) {
		case *ir.IndexType:
			p.extents = extents
		case *ir.IntegerType:
			p.bools = []int64{0, 1}
		}
	}
	return p, nil
}

// arguments returns memory of zeros, n for every number and c for every condition.
func (p *trial) arguments(n, c int64) ([]value.Value, error) {
	var args []value.Value
	for _, t := range p.prog.Inputs() {
		switch t := t.(type) {
		case *ir.MemRefType:
			b, err := value.NewBuffer(t, t.Shape)
			if err != nil {
				return nil, err
			}
			args = append(args, value.Memory(b))
		case *ir.IndexType:
			args = append(args, value.Int(t, n))
		default:
			args = append(args, value.Int(t, c))
		}
	}
	return args, nil
}

// orders are the schedules that decide, and inOrder is the one that finds most races.
var (
	inOrder = []sim.Config{{Mode: sim.Sequential}}
	orders  = []sim.Config{{Mode: sim.Sequential}, {Mode: sim.Late}, {Mode: sim.Early},
		{Mode: sim.Random, Seed: 1}}
)

// first returns the hazards of the first execution that has some.
func (p *trial) first(orders []sim.Config) ([]sim.Hazard, error) {
	for _, cfg := range orders {
		for _, n := range p.extents {
			for _, c := range p.bools {
				args, err := p.arguments(n, c)
				if err != nil {
					return nil, err
				}
				cfg.Hazards = true
				cfg.Limits.Steps = 1_000_000
				res, err := p.prog.Run(context.Background(), cfg, args)
				if err != nil {
					return nil, fmt.Errorf("%v, n = %d, c = %d: %w", cfg.Mode, n, c, err)
				}
				if found := races(res.Hazards); len(found) > 0 {
					return found, nil
				}
			}
		}
	}
	return nil, nil
}

// races leaves out the reads of what nothing has written, which are no fault of the synchronization.
func races(found []sim.Hazard) []sim.Hazard {
	return slices.DeleteFunc(found, func(h sim.Hazard) bool { return h.Code == "sim-uninitialized-read" })
}

// Hazards executes @main of a module in program order, late, early and in a random order, for all
// combinations of a number among extents and both values of a condition, and returns the hazards of the first
// execution that has some.
func Hazards(module *ir.Op, extents []int64) ([]sim.Hazard, error) {
	p, err := compile(module, extents)
	if err != nil {
		return nil, err
	}
	return p.first(orders)
}
