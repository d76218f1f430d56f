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

	"github.com/inflight-compiler/inflight/config"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randaccess"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim"
	"github.com/inflight-compiler/inflight/value"
)

// arguments returns memory with small numbers, extents 5 and 4 where the type says nothing, and numbers.
func arguments(t *testing.T, types []ir.Type, numbers []int64) (args []value.Value, memory []*value.Buffer) {
	for _, typ := range types {
		m, ok := typ.(*ir.MemRefType)
		if !ok {
			args, numbers = append(args, value.Int(typ, numbers[0])), numbers[1:]
			continue
		}
		shape := slices.Clone(m.Shape)
		for d := range shape {
			if shape[d] == ir.Dynamic {
				shape[d] = int64(5 - d)
			}
		}
		b, err := value.NewBuffer(m, shape)
		if err != nil {
			t.Fatal(err)
		}
		for i := range len(b.Data) / 4 {
			b.Data[4*i] = byte(i*3) % 7
		}
		args, memory = append(args, value.Memory(b)), append(memory, b)
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

// If the simulator stops a program because of an access, the engine stops it as well; otherwise both leave
// the same contents in memory.
func TestPropertyBounds(t *testing.T) {
	stopped, passed, unsupported := 0, 0, 0
	n := passtest.Programs(60)
	for i := range n {
		source, numbers := randaccess.Program(rand.New(rand.NewPCG(uint64(i), 23)))
		module := passtest.Parse(t, source)
		reference, err := sim.Compile(module, "main")
		if err != nil {
			t.Fatal(err)
		}
		args, want := arguments(t, reference.Inputs(), numbers)
		_, simErr := reference.Run(context.Background(),
			sim.Config{Limits: sim.Limits{Steps: 30000, Memory: 1 << 24}}, args)
		if strings.HasPrefix(string(codeOf(simErr)), "sim-limit") {
			continue
		}
		program, err := Compile(context.Background(), module, "main", config.Code{})
		if err != nil {
			unsupported++
			t.Logf("program %d: %v", i, err)
			continue
		}
		args, have := arguments(t, reference.Inputs(), numbers)
		_, err = program.Run(context.Background(), args,
			config.Run{Limits: config.Limits{Time: 20 * time.Second, Memory: 1 << 24}})
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
		t.Errorf("of %d programs %d are stopped, %d are not, %d cannot be compiled", n, stopped, passed,
			unsupported)
	}
}

// outside are programs @f of memory of 4 and of ? elements and a number that is 9. Each has the line that is
// out of bounds, and the message about it.
var outside = map[string]struct {
	body, says string
	line       int
}{
	"a load": {"%v = memref.load %m[%n] : memref<4xi32>\nmemref.store %v, %m[%c0] : memref<4xi32>",
		"dimension 0 of %m, which has extent 4", 5},
	"a store": {"memref.store %z, %d[%n] : memref<?xi32>", "dimension 0 of %d", 5},
	"a negative index": {"%k = arith.subi %c1, %n : index\nmemref.store %z, %m[%k] : memref<4xi32>",
		"dimension 0 of %m", 6},
	"a constant index": {"%k = arith.constant 4 : index\nmemref.store %z, %m[%k] : memref<4xi32>",
		"index 4 is outside of dimension 0 of %m", 6},
	"a function": {"affine.store %z, %m[symbol(%n) - 5] : memref<4xi32>", "dimension 0 of %m", 5},
	"an update": {"%v = memref.atomic_rmw addi %z, %d[%n] : (i32, memref<?xi32>) -> i32",
		"dimension 0 of %d", 5},
	"in a loop": {"scf.for %i = %c0 to %n step %c1 {\n  memref.store %z, %d[%i] : memref<?xi32>\n}",
		"dimension 0 of %d", 6},
	"behind a loop": {
		"scf.for %i = %c0 to %n step %c1 {\n  %j = memref.load %m[%c0] : memref<4xi32>\n  %k = " +
			"arith.index_cast %j : i32 to index\n  %l = arith.addi %k, %i : index\n  memref.store %z, " +
			"%d[%l] : memref<?xi32>\n}", "dimension 0 of %d", 9},
	"in a task": {
		"%t = async.execute {\n  memref.store %z, %d[%n] : memref<?xi32>\n  async.yield\n}\nasync.await %t " +
			": !async.token", "dimension 0 of %d", 6},
	"a subview": {
		"%s = memref.subview %d[%n] [2] [1] : memref<?xi32> to memref<2xi32, strided<[1], offset: " +
			"?>>\nmemref.store %z, %s[%c0] : memref<2xi32, strided<[1], offset: ?>>",
		"the part is outside of dimension 0 of %d", 5},
	"in a subview": {
		"%s = memref.subview %m[1] [2] [1] : memref<4xi32> to memref<2xi32, strided<[1], offset: " +
			"1>>\nmemref.store %z, %s[%n] : memref<2xi32, strided<[1], offset: 1>>",
		"dimension 0 of %m, which has extent 2", 6},
	"a cast": {
		"%s = memref.cast %d : memref<?xi32> to memref<6xi32>\nfunc.call @g(%s) : (memref<6xi32>) -> ()",
		"shape mismatch", 5},
	"a reinterpretation": {
		"%s = memref.reinterpret_cast %d to offset: [0], sizes: [%n], strides: [1] : memref<?xi32> to " +
			"memref<?xi32, strided<[1]>>\nmemref.store %z, %s[%c0] : memref<?xi32, strided<[1]>>",
		"elements are outside of %d", 5},
	"a copy": {"memref.copy %d, %m : memref<?xi32> to memref<4xi32>", "shape mismatch", 5},
	"a size": {
		"%k = arith.subi %c1, %n : index\n%a = memref.alloc(%k) : memref<?xi32>\nmemref.copy %d, %a : " +
			"memref<?xi32> to memref<?xi32>", "negative size", 6},
	"a vector": {
		"%v = arith.constant dense<1> : vector<4xi32>\nvector.store %v, %d[%c1] : memref<?xi32>, " +
			"vector<4xi32>\nvector.store %v, %d[%n] : memref<?xi32>, vector<4xi32>", "dimension 0 of %d", 7},
	"a long one": {
		"%v = arith.constant dense<1> : vector<8xi32>\nvector.store %v, %d[%c0] : memref<?xi32>, " +
			"vector<8xi32>", "dimension 0 of %d", 6},
	"a transfer": {
		"%v = arith.constant dense<1> : vector<4xi32>\nvector.transfer_write %v, %d[%n] {in_bounds = " +
			"[true]} : vector<4xi32>, memref<?xi32>", "dimension 0 of %d", 6},
	"a mask": {
		"%v = arith.constant dense<1> : vector<4xi32>\n%k = vector.create_mask %n : " +
			"vector<4xi1>\nvector.maskedstore %d[%n], %k, %v : memref<?xi32>, vector<4xi1>, vector<4xi32>",
		"dimension 0 of %d", 7},
	"a dimension": {
		"%e = memref.dim %d, %n : memref<?xi32>\nscf.for %i = %c0 to %e step %c1 {\n  memref.store %z, " +
			"%m[%c0] : memref<4xi32>\n}", "no such dimension", 5},
}

// An access out of bounds is a diagnostic at the operation.
func TestOutOfBoundsHasItsPlace(t *testing.T) {
	for name, c := range outside {
		t.Run(name, func(t *testing.T) {
			source := "func.func @f(%m: memref<4xi32>, %d: memref<?xi32>, %n: index) {\n%c0 = " +
				"arith.constant 0 : index\n" +
				"%c1 = arith.constant 1 : index\n%z = arith.constant 1 : i32\n" + c.body +
				"\nreturn\n}\nfunc.func private @g(%s: memref<6xi32>) {\nreturn\n}"
			module := passtest.Parse(t, source)
			p, err := Compile(t.Context(), module, "f", config.Code{})
			if err != nil {
				t.Fatal(err)
			}
			index := module.Context().Index
			args, _ := arguments(t, []ir.Type{memory(module, 4), memory(module, ir.Dynamic), index},
				[]int64{9})
			_, err = p.Run(t.Context(), args, config.Run{})
			d, ok := errors.AsType[*diag.Diagnostic](err)
			if !ok || d.Code != codeBounds || d.Span.Place().Line != c.line ||
				!strings.Contains(d.Message, c.says) {
				t.Errorf("the run says %v, not %q in line %d", err, c.says, c.line)
			}
		})
	}
}

func memory(module *ir.Op, n int64) ir.Type {
	return module.Context().MemRef([]int64{n}, module.Context().I32, nil, nil)
}
