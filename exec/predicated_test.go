package exec_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/exec"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim"
	"github.com/inflight-compiler/inflight/value"
)

// predicatedLength is the number of elements of the vectors of predicatedProgram.
const predicatedLength = 8

// predicatedOps are the operations of predicatedProgram: name, operands, types of operands and result. Row i
// of the result has operation i. The operands are %x and %y, vectors of i32; %a and %b, vectors of f32, those
// of %b not negative; %s and %f, numbers; and %m, a mask.
var predicatedOps = [][3]string{
	{"add", "%x, %y", "I, I -> I"}, {"sub", "%x, %y", "I, I -> I"}, {"mul", "%x, %y", "I, I -> I"},
	{"sdiv", "%x, %y", "I, I -> I"}, {"udiv", "%x, %y", "I, I -> I"}, {"srem", "%x, %y", "I, I -> I"},
	{"urem", "%x, %y", "I, I -> I"}, {"and", "%x, %y", "I, I -> I"}, {"or", "%x, %y", "I, I -> I"},
	{"xor", "%x, %y", "I, I -> I"}, {"smax", "%x, %y", "I, I -> I"}, {"smin", "%x, %y", "I, I -> I"},
	{"umax", "%x, %y", "I, I -> I"}, {"umin", "%x, %y", "I, I -> I"}, {"shl", "%x, %five", "I, I -> I"},
	{"ashr", "%x, %five", "I, I -> I"}, {"lshr", "%x, %five", "I, I -> I"},
	{"fptosi", "%a", "F -> I"}, {"fptoui", "%b", "F -> I"}, {"merge", "%m, %x, %y", "M, I, I -> I"},
	{"select", "%m, %x, %y", "M, I, I -> I"},
	{"reduce.add", "%s, %x", "i32, I -> i32"}, {"reduce.mul", "%s, %x", "i32, I -> i32"},
	{"reduce.and", "%s, %x", "i32, I -> i32"}, {"reduce.or", "%s, %x", "i32, I -> i32"},
	{"reduce.xor", "%s, %x", "i32, I -> i32"}, {"reduce.smax", "%s, %x", "i32, I -> i32"},
	{"reduce.smin", "%s, %x", "i32, I -> i32"}, {"reduce.umax", "%s, %x", "i32, I -> i32"},
	{"reduce.umin", "%s, %x", "i32, I -> i32"},
	{"fadd", "%a, %b", "F, F -> F"}, {"fsub", "%a, %b", "F, F -> F"}, {"fmul", "%a, %b", "F, F -> F"},
	{"fdiv", "%a, %b", "F, F -> F"}, {"fneg", "%a", "F -> F"}, {"fma", "%a, %b, %a", "F, F, F -> F"},
	{"sitofp", "%x", "I -> F"}, {"uitofp", "%x", "I -> F"}, {"select", "%m, %a, %b", "M, F, F -> F"},
	{"reduce.fadd", "%f, %a", "f32, F -> f32"}, {"reduce.fmul", "%f, %a", "f32, F -> f32"},
	{"reduce.fmax", "%f, %a", "f32, F -> f32"}, {"reduce.fmin", "%f, %a", "f32, F -> f32"},
}

// predicatedProgram returns a function that applies all operations to its arguments, and keeps the elements
// that are not poison.
func predicatedProgram() string {
	var b strings.Builder
	b.WriteString(
		`func.func @apply(%xs: memref<8xi32>, %ys: memref<8xi32>, %as: memref<8xf32>, %bs: memref<8xf32>,
    %mask: memref<8xi32>, %evl: i32, %s: i32, %f: f32, %ints: memref<ROWSx8xi32>, %floats: memref<ROWSx8xf32>) {
  %c0 = arith.constant 0 : index
  %five = arith.constant dense<5> : vector<8xi32>
  %zero = arith.constant dense<0> : vector<8xi32>
  %fzero = arith.constant dense<0.0> : vector<8xf32>
  %x = vector.load %xs[%c0] : memref<8xi32>, vector<8xi32>
  %y = vector.load %ys[%c0] : memref<8xi32>, vector<8xi32>
  %a = vector.load %as[%c0] : memref<8xf32>, vector<8xf32>
  %b = vector.load %bs[%c0] : memref<8xf32>, vector<8xf32>
  %bits = vector.load %mask[%c0] : memref<8xi32>, vector<8xi32>
  %m = arith.cmpi ne, %bits, %zero : vector<8xi32>
`)
	types := strings.NewReplacer("I", "vector<8xi32>", "F", "vector<8xf32>", "M", "vector<8xi1>")
	for row, op := range predicatedOps {
		from, to, _ := strings.Cut(op[2], " -> ")
		last := ", %m, %evl) : (" + from + ", M, i32) -> "
		if op[0] == "merge" || op[0] == "select" {
			last = ", %evl) : (" + from + ", i32) -> "
		}
		fmt.Fprintf(&b, "  %%r%d = \"llvm.intr.vp.%s\"(%s%s%s\n", row, op[0], op[1], types.Replace(last),
			types.Replace(to))
		out, zero, t := "%ints", "%zero", "vector<8xi32>"
		if to == "F" || to == "f32" {
			out, zero, t = "%floats", "%fzero", "vector<8xf32>"
		}
		v := fmt.Sprintf("%%r%d", row)
		if strings.HasPrefix(op[0], "reduce") {
			fmt.Fprintf(&b, "  %%w%d = vector.broadcast %s : %s to %s\n", row, v, to, t)
			v = fmt.Sprintf("%%w%d", row)
		} else if op[0] != "merge" {
			fmt.Fprintf(&b,
				"  %%w%d = \"llvm.intr.vp.merge\"(%%m, %s, %s, %%evl) : (vector<8xi1>, %[4]s, %[4]s, "+
					"i32) -> %[4]s\n", row, v, zero, t)
			v = fmt.Sprintf("%%w%d", row)
		}
		fmt.Fprintf(&b, "  %%at%d = arith.constant %d : index\n", row, row)
		fmt.Fprintf(&b, "  vector.store %s, %s[%%at%d, %%c0] : memref<ROWSx8x%s>, %s\n", v, out, row,
			strings.TrimSuffix(strings.TrimPrefix(t, "vector<8x"), ">"), t)
	}
	b.WriteString("  return\n}\n")
	return strings.ReplaceAll(b.String(), "ROWS", fmt.Sprint(len(predicatedOps)))
}

// predicatedArguments returns random arguments. Divisors are 0 where the mask leaves an element out.
func predicatedArguments(t *testing.T, types []ir.Type, r *rand.Rand) []value.Value {
	t.Helper()
	words := make([][]uint32, 5)
	for range predicatedLength {
		on := r.Uint32() & 1
		y := (r.Uint32()>>r.IntN(31) | 1) * on
		words[0] = append(words[0], r.Uint32()>>r.IntN(32))
		words[1] = append(words[1], y)
		words[2] = append(words[2], math.Float32bits(float32(r.IntN(4000)-2000)/16))
		words[3] = append(words[3], math.Float32bits(float32(r.IntN(4000))/16))
		words[4] = append(words[4], on)
	}
	var args []value.Value
	for i, typ := range types {
		switch m := typ.(type) {
		case *ir.MemRefType:
			b, err := value.NewBuffer(m, m.Shape)
			if err != nil {
				t.Fatal(err)
			}
			if i < len(words) {
				for at, w := range words[i] {
					binary.LittleEndian.PutUint32(b.Data[4*at:], w)
				}
			}
			args = append(args, value.Memory(b))
		case *ir.FloatType:
			args = append(args, value.Float(m, -1.5))
		default:
			args = append(args, value.Int(typ, int64(r.IntN(predicatedLength+1))))
		}
	}
	return args
}

// cloned returns arguments with memory of their own.
func cloned(args []value.Value) []value.Value {
	copies := slices.Clone(args)
	for i, v := range copies {
		if v.Buffer != nil {
			copies[i] = value.Memory(v.Buffer.Clone())
		}
	}
	return copies
}

// Predicated arithmetic of LLVM computes on every engine the same results as clang's code for the intrinsics
// themselves.
func TestPropertyPredicatedVectors(t *testing.T) {
	expanded := passtest.Transform(t, passtest.Parse(t, predicatedProgram()), "builtin.module(expand-vp)")
	for op := range expanded.Walk() {
		if strings.HasPrefix(op.Name(), "llvm.") {
			t.Fatalf("%s is left", op.Name())
		}
	}
	oracle, err := sim.Compile(expanded, "apply")
	if err != nil {
		t.Fatal(err)
	}
	programs := map[string]*ir.Op{
		"wasm": expanded, "native": expanded,
		"native, of the intrinsics": passtest.Parse(t, predicatedProgram()),
	}
	for name, module := range programs {
		t.Run(name, func(t *testing.T) {
			engine, _, _ := strings.Cut(name, ",")
			require(t, engine)
			e, err := exec.Lookup(engine)
			if err != nil {
				t.Fatal(err)
			}
			program, err := e.Compile(t.Context(), module, "apply", exec.Code{})
			if err != nil {
				t.Fatal(err)
			}
			for seed := range passtest.Programs(20) {
				args := predicatedArguments(t, oracle.Inputs(), rand.New(rand.NewPCG(uint64(seed), 5)))
				want, got := cloned(args), cloned(args)
				if _, err := oracle.Run(t.Context(), sim.Config{}, want); err != nil {
					t.Fatal(err)
				}
				if _, err := program.Run(t.Context(), got, exec.Options{}); err != nil {
					t.Fatal(err)
				}
				checkPredicated(t, seed, want, got)
			}
		})
	}
}

// checkPredicated compares the last two arguments, row by row.
func checkPredicated(t *testing.T, seed int, want, got []value.Value) {
	t.Helper()
	for i := len(want) - 2; i < len(want); i++ {
		for row, op := range predicatedOps {
			at := 4 * predicatedLength * row
			w, g := want[i].Buffer.Data[at:][:4*predicatedLength],
				got[i].Buffer.Data[at:][:4*predicatedLength]
			if !slices.Equal(w, g) {
				t.Errorf("seed %d: %s is %x, and %x in the simulator", seed, op[0], g, w)
			}
		}
	}
}
