package wasm

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randaccess"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim"
)

// arguments returns memory with small numbers, extents 5 and 4 where the type says nothing, and numbers.
func arguments(t *testing.T, types []ir.Type, numbers []int64) (args []sim.Value, memory []*sim.Buffer) {
	for _, typ := range types {
		m, ok := typ.(*ir.MemRefType)
		if !ok {
			args, numbers = append(args, sim.Int(typ, numbers[0])), numbers[1:]
			continue
		}
		shape := slices.Clone(m.Shape)
		for d := range shape {
			if shape[d] == ir.Dynamic {
				shape[d] = int64(5 - d)
			}
		}
		b, err := sim.NewBuffer(m, shape)
		if err != nil {
			t.Fatal(err)
		}
		for i := range len(b.Data) / 4 {
			b.Data[4*i] = byte(i*3) % 7
		}
		args, memory = append(args, sim.Memory(b)), append(memory, b)
	}
	return args, memory
}

func codeOf(err error) diag.Code {
	if d, ok := errors.AsType[*diag.Diagnostic](err); ok {
		return d.Code
	}
	if err != nil {
		return "?"
	}
	return ""
}

// Where the simulator stops a program because of an access, the engine does as well; where it does not, both leave the same in memory.
func TestPropertyBounds(t *testing.T) {
	stopped, passed, unsupported := 0, 0, 0
	n := passtest.Programs(120)
	for i := range n {
		source, numbers := randaccess.Program(rand.New(rand.NewPCG(uint64(i), 23)))
		// Accesses whose value nobody needs are none: the first pass of the engine drops them.
		module := passtest.Transform(t, passtest.Parse(t, source), "builtin.module(convert-linalg-to-loops)")
		reference, err := sim.Compile(module, "main")
		if err != nil {
			t.Fatal(err)
		}
		args, want := arguments(t, reference.Inputs(), numbers)
		_, simErr := reference.Run(context.Background(), sim.Config{Limits: sim.Limits{Steps: 30000, Memory: 1 << 24}}, args)
		if strings.HasPrefix(string(codeOf(simErr)), "sim-limit") {
			continue
		}
		program, err := Compile(context.Background(), module, "main")
		if err != nil {
			unsupported++
			t.Logf("program %d: %v", i, err)
			continue
		}
		args, have := arguments(t, reference.Inputs(), numbers)
		_, err = program.Run(context.Background(), args, Options{Time: 20 * time.Second, Memory: 1 << 24})
		if (err == nil) != (simErr == nil) {
			t.Fatalf("program %d: %v, but the simulator says %v\n%v\n%s", i, err, simErr, numbers, source)
		}
		if err != nil {
			stopped++
			continue
		}
		passed++
		for k := range want {
			if !bytes.Equal(want[k].Data, have[k].Data) {
				t.Fatalf("program %d: argument %d differs\n%v\n%s", i, k, numbers, source)
			}
		}
	}
	t.Logf("%d programs: %d are stopped, %d are not, %d cannot be compiled", n, stopped, passed, unsupported)
	if stopped < n/6 || passed < n/6 {
		t.Errorf("of %d programs %d are stopped, %d are not, %d cannot be compiled", n, stopped, passed, unsupported)
	}
}
