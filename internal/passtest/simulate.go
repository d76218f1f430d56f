package passtest

import (
	"context"
	"testing"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim"
	"github.com/inflight-compiler/inflight/value"
)

// Simulate runs @main on numbered elements, with condition for every scalar, and returns its arguments and
// the hazards found.
func Simulate(t testing.TB, m *ir.Op, cfg sim.Config, condition int64) (memory []value.Value,
	hazards []sim.Hazard) {
	t.Helper()
	program, err := sim.Compile(m, "main")
	if err != nil {
		t.Fatalf("%v\n%s", err, Print(m))
	}
	var args []value.Value
	for _, typ := range program.Inputs() {
		mt, ok := typ.(*ir.MemRefType)
		if !ok {
			args = append(args, value.Int(typ, condition))
			continue
		}
		b, err := value.NewBuffer(mt, mt.Shape)
		if err != nil {
			t.Fatal(err)
		}
		for i := range b.Data {
			b.Data[i] = byte(7*i + len(args))
		}
		args = append(args, value.Memory(b))
	}
	cfg.Hazards = true
	result, err := program.Run(context.Background(), cfg, args)
	if err != nil {
		t.Fatalf("%v: %v\n%s", cfg.Mode, err, Print(m))
	}
	return args, result.Hazards
}

// Modes are ways in which asynchronous operations make progress.
var Modes = []sim.Config{
	{Mode: sim.Sequential}, {Mode: sim.Late}, {Mode: sim.Early}, {Mode: sim.Random, Seed: 1},
	{Mode: sim.Random, Seed: 2},
	{Mode: sim.Random, Seed: 3}, {Mode: sim.Random, Seed: 4}, {Mode: sim.Random, Seed: 5},
}

// Clean reports whether a program has no race in any mode.
func Clean(t testing.TB, m *ir.Op, condition int64) bool {
	t.Helper()
	for _, mode := range Modes {
		if _, hazards := Simulate(t, m, mode, condition); len(hazards) > 0 {
			return false
		}
	}
	return true
}
