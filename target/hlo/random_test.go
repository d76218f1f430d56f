package hlo_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/frontend/hlo"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/ir"
	target "github.com/inflight-compiler/inflight/target/hlo"
)

// asyncProgram writes a program that was never HLO: calls on three buffers, some of them asynchronous, which
// read one buffer and write another one. Each call is one of a function of its own.
func asyncProgram(r *rand.Rand, size int) string {
	var main, declarations strings.Builder
	var open []string
	await := func(i int) {
		fmt.Fprintf(&main, "    async.await %s : !async.token\n", open[i])
		open = slices.Delete(open, i, i+1)
	}
	for n := range size {
		if len(open) > 0 && r.IntN(3) == 0 {
			await(r.IntN(len(open)))
		}
		fmt.Fprintf(&declarations,
			"  func.func private @k%d(memref<8xf32> {bufferization.access = \"read\"}, "+
				"memref<8xf32> {bufferization.access = \"%s\"})\n", n,
			[]string{"write", "read-write"}[r.IntN(2)])
		from := r.IntN(3)
		call := fmt.Sprintf("func.call @k%d(%%m%d, %%m%d) : (memref<8xf32>, memref<8xf32>) -> ()\n", n, from,
			(from+1+r.IntN(2))%3)
		if r.IntN(2) == 0 {
			main.WriteString("    " + call)
			continue
		}
		after := ""
		if len(open) > 0 && r.IntN(3) == 0 {
			after = "[" + open[r.IntN(len(open))] + "] "
		}
		fmt.Fprintf(&main, "    %%t%d = async.execute %s{\n      %s      async.yield\n    }\n", n, after,
			call)
		open = append(open, fmt.Sprintf("%%t%d", n))
	}
	for len(open) > 0 {
		await(r.IntN(len(open)))
	}
	return "module {\n" + declarations.String() +
		"  func.func @main(%m0: memref<8xf32>, %m1: memref<8xf32>, " +
		"%m2: memref<8xf32>) {\n" + main.String() + "    return\n  }\n}\n"
}

// calls returns the events of a program by the functions that are called. What an asynchronous operation
// depends on has its done in front of it.
func calls(b *ir.Block) (all []event) {
	starts, done := map[*ir.Value]string{}, map[*ir.Value]bool{}
	end := func(token *ir.Value) {
		if !done[token] {
			done[token] = true
			all = append(all, event{name: "done " + starts[token], ends: starts[token]})
		}
	}
	for op := range b.Ops() {
		switch op.Name() {
		case "async.execute":
			for _, token := range op.Operands() {
				end(token)
			}
			for inner := range op.Body().Ops() {
				if inner.Name() == "func.call" {
					name := inner.Def().Callee(inner).Root
					all = append(all, event{name: name, starts: true})
					starts[op.Result(0)] = name
				}
			}
		case "async.await":
			end(op.Operand(0))
		case "func.call":
			all = append(all, event{name: op.Def().Callee(op).Root})
		}
	}
	return all
}

// targets returns the events of a computation by the targets of custom calls.
func targets(c *hlo.Computation) (all []event) {
	target := func(in *hlo.Instruction) string {
		if called := in.Computation(); called != nil {
			in = called.Root
			for in.Opcode != "custom-call" {
				in = in.Operands[0]
			}
		}
		return in.Attribute("custom_call_target").String()
	}
	for _, in := range c.Instructions {
		switch {
		case in.IsStart():
			all = append(all, event{name: target(in), starts: true})
		case in.IsDone():
			all = append(all, event{name: "done " + target(in.Start()), ends: target(in.Start())})
		case in.Opcode == "custom-call":
			all = append(all, event{name: target(in)})
		}
	}
	return all
}

// Random programs in MLIR, right and wrong ones, become modules in which the same calls have ended in front
// of the same others. The judge says of a module what that of MLIR says of the program, or that it is right
// where a start waits for what it depends on. Right modules go to MLIR and back once more.
func TestRandomPrograms(t *testing.T) {
	right, wrong := 0, 0
	n := passtest.Programs(150)
	for seed := range n {
		program := asyncProgram(rand.New(rand.NewPCG(uint64(seed), 32)), 2+seed%7)
		module := passtest.Parse(t, program)
		text, err := target.Write(context.Background(), module)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, program)
		}
		m := parse(t, string(text))
		for op := range module.Body().Ops() {
			if op.SymbolName() != "main" {
				continue
			}
			if got, want := before(targets(m.Entry)),
				before(calls(op.Body())); fmt.Sprint(got) != fmt.Sprint(want) {
				t.Fatalf("seed %d: the orders differ:\n%s\n%s\n%v\n%v", seed, program, m, got, want)
			}
		}
		ok := checked(t, program)
		waits := strings.Contains(program, "async.execute [") // for what a start depends on, in front of it
		if h := judged(t, m); h != ok && !(h && waits) {
			t.Fatalf("seed %d: the judge of MLIR says %v, and that of HLO not:\n%s\n%s", seed, ok, program, m)
		}
		if ok {
			right++
			roundTrip(t, string(text))
		} else {
			wrong++
		}
	}
	if right < n/10 || wrong < n/10 {
		t.Errorf("%d right and %d wrong programs", right, wrong)
	}
}
