package importer_test

import (
	"bytes"
	"context"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randjump"
	"github.com/inflight-compiler/inflight/internal/tools"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim"
	"github.com/inflight-compiler/inflight/value"
)

const jumpsHead = `from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def f(A: T.Buffer((8,), "int32"), C: T.Buffer((8,), "int32")):
`

// TestRandomJumps executes random nests of loops with break and continue as CPython does.
func TestRandomJumps(t *testing.T) {
	var bodies []string
	for seed := range uint64(passtest.Programs(300)) {
		bodies = append(bodies, randjump.Program(rand.New(rand.NewPCG(seed, 41))))
	}
	differ := 0
	for i, want := range askCPython(t, bodies) {
		module := mustLoad(t, "f.py", []byte(jumpsHead+bodies[i]))
		if got := runJumps(t, module); !slices.Equal(got, want) {
			t.Errorf("C is %v, want %v, in\n%s", got, want, bodies[i])
			if differ++; differ > 2 {
				t.FailNow()
			}
		}
	}
}

// askCPython returns what functions of two lists leave in the second one.
func askCPython(t *testing.T, bodies []string) (results [][]int32) {
	t.Helper()
	input, err := json.Marshal(bodies)
	if err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	cmd := tools.Command(t, tools.Require(t, "python3"), "testdata/jumps_oracle.py")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(input), &stdout, &stderr
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v\n%s", err, stderr.Bytes())
	}
	if err := json.Unmarshal(stdout.Bytes(), &results); err != nil || len(results) != len(bodies) {
		t.Fatalf("%d of %d answers: %v", len(results), len(bodies), err)
	}
	return results
}

// runJumps executes @f on 0, 1, ... 7 and zeros.
func runJumps(t *testing.T, module *ir.Op) []int32 {
	t.Helper()
	program, err := sim.Compile(module, "f")
	if err != nil {
		t.Fatal(err)
	}
	var args []value.Value
	for _, typ := range program.Inputs() {
		m := typ.(*ir.MemRefType)
		b, err := value.NewBuffer(m, m.Shape)
		if err != nil {
			t.Fatal(err)
		}
		args = append(args, value.Memory(b))
	}
	copy(args[0].Buffer.Data, packed([]int32{0, 1, 2, 3, 4, 5, 6, 7}))
	if _, err := program.Run(context.Background(), sim.Config{}, args); err != nil {
		t.Fatal(err)
	}
	return unpacked[int32](args[1].Buffer.Data, randjump.Elements)
}

// What is behind a break is not executed, and neither is the condition of the loop: its element is not there.
func TestConditionBehindBreak(t *testing.T) {
	module := mustLoad(t, "f.py", []byte(jumpsHead+strings.TrimPrefix(`
    i: T.int32 = 0
    while A[i] >= 0:
        C[i] = 1
        i += 1
        if i == 8:
            break
            C[0] = 5
`, "\n")))
	if got := runJumps(t, module); !slices.Equal(got, []int32{1, 1, 1, 1, 1, 1, 1, 1}) {
		t.Errorf("C is %v", got)
	}
}

// A jump in a block under T.where, and in T.init, is taken only where these run.
func TestJumpsUnderConditions(t *testing.T) {
	module := mustLoad(t, "f.py", []byte(jumpsHead+strings.TrimPrefix(`
    for i in range(4):
        with T.sblock("b"):
            v = T.axis.spatial(8, i)
            T.where(i == 2)
            C[v] = 7
            break
        C[i] += 1
    for i, k in T.grid(2, 3):
        for j in range(1):
            with T.sblock("c"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    C[vi + 4] = 5
                    continue
                C[vi + 4] += vk
            C[i + 6] += 1
`, "\n")))
	if got := runJumps(t, module); !slices.Equal(got, []int32{1, 1, 7, 0, 8, 8, 2, 2}) {
		t.Errorf("C is %v", got)
	}
}
