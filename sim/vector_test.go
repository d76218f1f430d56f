package sim_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	_ "github.com/inflight-compiler/inflight/internal/fixedseed"
	"github.com/inflight-compiler/inflight/internal/tools"
	"github.com/inflight-compiler/inflight/sim"
	"github.com/inflight-compiler/inflight/value"
)

// vectorTotal is the number of elements in the buffers of a loopPair.
const vectorTotal = 24

// loopPair is a computation on every element of two buffers, as a loop over vectors and as a loop over
// scalars.
type loopPair struct {
	rt     *rapid.T
	lanes  int
	elem   string
	n      int
	vector strings.Builder
	scalar strings.Builder
	values map[string][]string
}

// emit adds an operation to both loops. $T in it stands for the type, and $T(i1) for the same type with other
// elements.
func (p *loopPair) emit(elem, format string, args ...any) string {
	p.n++
	name := fmt.Sprintf("%%v%d", p.n)
	line := fmt.Sprintf("    %s = %s\n", name, fmt.Sprintf(format, args...))
	p.scalar.WriteString(p.typed(line, func(elem string) string { return elem }))
	p.vector.WriteString(p.typed(line, p.vectorOf))
	p.values[elem] = append(p.values[elem], name)
	return name
}

// typed replaces the types of a line.
func (p *loopPair) typed(line string, typ func(elem string) string) string {
	for _, elem := range []string{"i1", "i8", "i16", "i32", "i64", "index", "f16", "f32", "f64"} {
		line = strings.ReplaceAll(line, "$T("+elem+")", typ(elem))
	}
	return strings.ReplaceAll(line, "$T", typ(p.elem))
}

func (p *loopPair) vectorOf(elem string) string { return fmt.Sprintf("vector<%dx%s>", p.lanes, elem) }

func (p *loopPair) pick(elem string) string {
	return rapid.SampledFrom(p.values[elem]).Draw(p.rt, "operand")
}

func (p *loopPair) oneOf(words ...string) string { return rapid.SampledFrom(words).Draw(p.rt, "op") }

// op adds a random operation.
func (p *loopPair) op() {
	if p.elem[0] == 'f' {
		p.floatOp()
		return
	}
	switch rapid.IntRange(0, 5).Draw(p.rt, "kind") {
	case 0, 1:
		p.emit(p.elem, "arith.%s %s, %s : $T",
			p.oneOf("addi", "subi", "muli", "andi", "ori", "xori", "maxsi", "maxui", "minsi",
				"minui", "shli", "shrsi", "shrui"), p.pick(p.elem), p.pick(p.elem))
	case 2:
		p.emit("i1", "arith.cmpi %s, %s, %s : $T", p.oneOf("eq", "slt", "sge", "ult", "ugt"), p.pick(p.elem),
			p.pick(p.elem))
	case 3:
		p.selects()
	case 4:
		if p.elem == "index" {
			p.emit("i32", "arith.%s %s : $T to $T(i32)", p.oneOf("index_cast", "index_castui"),
				p.pick(p.elem))
			p.emit(p.elem, "arith.%s %s : $T(i32) to $T", p.oneOf("index_cast", "index_castui"),
				p.pick("i32"))
			return
		}
		p.emit("f64", "arith.%s %s : $T to $T(f64)", p.oneOf("sitofp", "uitofp"), p.pick(p.elem))
		p.emit(p.elem, "arith.%s %s : $T(f64) to $T", p.oneOf("fptosi", "fptoui"), p.pick("f64"))
	case 5:
		if p.elem != "index" {
			p.emit(p.elem, "math.%s %s : $T", p.oneOf("ctlz", "cttz", "ctpop", "absi"), p.pick(p.elem))
		}
	}
}

func (p *loopPair) floatOp() {
	switch rapid.IntRange(0, 4).Draw(p.rt, "kind") {
	case 0, 1:
		p.emit(p.elem, "arith.%s %s, %s : $T", p.oneOf("addf", "subf", "mulf", "divf", "maximumf", "minnumf"),
			p.pick(p.elem), p.pick(p.elem))
	case 2:
		p.emit("i1", "arith.cmpf %s, %s, %s : $T", p.oneOf("oeq", "olt", "uge", "uno"), p.pick(p.elem),
			p.pick(p.elem))
	case 3:
		p.selects()
	case 4:
		p.emit(p.elem, "math.%s %s : $T", p.oneOf("absf", "floor", "sqrt", "exp"), p.pick(p.elem))
		p.emit(p.elem, "math.fma %s, %s, %s : $T", p.pick(p.elem), p.pick(p.elem), p.pick(p.elem))
	}
}

// selects adds a select, whose condition is an element or the same for all. Only in the first case does the
// type of the condition stand in the text.
func (p *loopPair) selects() {
	if rapid.Bool().Draw(p.rt, "same for all") {
		p.emit(p.elem, "arith.select %%same, %s, %s : $T", p.pick(p.elem), p.pick(p.elem))
		return
	}
	x, y, c := p.pick(p.elem), p.pick(p.elem), p.pick("i1")
	p.n++
	name := fmt.Sprintf("%%v%d", p.n)
	fmt.Fprintf(&p.scalar, "    %s = arith.select %s, %s, %s : %s\n", name, c, x, y, p.elem)
	fmt.Fprintf(&p.vector, "    %s = arith.select %s, %s, %s : %s, %s\n", name, c, x, y, p.vectorOf("i1"),
		p.vectorOf(p.elem))
	p.values[p.elem] = append(p.values[p.elem], name)
}

// vectorHeader is the beginning of both programs. %k is a lane, or the number of lanes, of an access.
const vectorHeader = `func.func @main(%%A: memref<24x%[1]s>, %%B: memref<24x%[1]s>, %%out: memref<24x%[1]s>, %%k: index, %%same: i1, %%pad: %[1]s) {
  %%c0 = arith.constant 0 : index
  %%c1 = arith.constant 1 : index
  %%lanes = arith.constant %[2]d : index
  %%last = arith.constant %[3]d : index
  %%total = arith.constant 24 : index
`

// programs returns the vector loop and the scalar loop. In the scalar one, %i is the first element of a
// vector and %l the lane.
func (p *loopPair) programs() (vector, scalar string) {
	p.values = map[string][]string{}
	head := fmt.Sprintf(vectorHeader, p.elem, p.lanes, p.lanes-1)
	fmt.Fprintf(&p.vector, "%s  scf.for %%i = %%c0 to %%total step %%lanes {\n", head)
	fmt.Fprintf(&p.scalar,
		"%s  scf.for %%i = %%c0 to %%total step %%lanes {\n  scf.for %%l = %%c0 to %%lanes step %%c1 {\n",
		head)
	p.scalar.WriteString("    %e = arith.addi %i, %l : index\n")
	p.load("%a", "%A", rapid.IntRange(0, 3).Draw(p.rt, "first load"))
	p.load("%b", "%B", rapid.IntRange(0, 3).Draw(p.rt, "second load"))
	p.values[p.elem] = []string{"%a", "%b"}
	p.values["i1"] = []string{p.firstBit()}
	for range rapid.IntRange(0, 12).Draw(p.rt, "operations") {
		p.op()
	}
	result := p.values[p.elem][len(p.values[p.elem])-1]
	p.store(result, rapid.IntRange(0, 3).Draw(p.rt, "store"))
	p.scalar.WriteString("  }\n  }\n  return\n}\n")
	p.vector.WriteString("  }\n  return\n}\n")
	return p.vector.String(), p.scalar.String()
}

// firstBit adds a comparison of the operands.
func (p *loopPair) firstBit() string {
	if p.elem[0] == 'f' {
		return p.emit("i1", "arith.cmpf olt, %%a, %%b : $T")
	}
	return p.emit("i1", "arith.cmpi slt, %%a, %%b : $T")
}

// masks adds the mask of the first %k lanes and, in the scalar loop, whether a lane is one of them.
func (p *loopPair) masks(name string) {
	fmt.Fprintf(&p.vector, "    %sm = vector.create_mask %%k : %s\n", name, p.vectorOf("i1"))
	fmt.Fprintf(&p.scalar, "    %sm = arith.cmpi slt, %%l, %%k : index\n", name)
}

// reversed adds the lanes in reverse order and, in the scalar loop, the element of such a lane.
func (p *loopPair) reversed(name string) {
	index := p.vectorOf("index")
	fmt.Fprintf(&p.vector, "    %ss = vector.step : %s\n    %sb = vector.broadcast %%last : index to %s\n",
		name, index, name, index)
	fmt.Fprintf(&p.vector, "    %sr = arith.subi %sb, %ss : %s\n", name, name, name, index)
	fmt.Fprintf(&p.vector, "    %st = arith.constant dense<true> : %s\n", name, p.vectorOf("i1"))
	fmt.Fprintf(&p.scalar,
		"    %sx = arith.subi %%last, %%l : index\n    %sr = arith.addi %%i, %sx : index\n", name, name, name)
}

// load adds the load of a value: plain, masked, beyond the end of memory, or in another order.
func (p *loopPair) load(name, m string, kind int) {
	v, mt := p.vectorOf(p.elem), "memref<24x"+p.elem+">"
	switch kind {
	case 0:
		fmt.Fprintf(&p.vector, "    %s = vector.load %s[%%i] : %s, %s\n", name, m, mt, v)
		fmt.Fprintf(&p.scalar, "    %s = memref.load %s[%%e] : %s\n", name, m, mt)
	case 1:
		p.masks(name)
		fmt.Fprintf(&p.vector, "    %sp = vector.broadcast %%pad : %s to %s\n", name, p.elem, v)
		fmt.Fprintf(&p.vector, "    %s = vector.maskedload %s[%%i], %sm, %sp : %s, %s, %s into %s\n", name, m,
			name, name, mt, p.vectorOf("i1"), v, v)
		p.guarded(name, m, name+"m", "%e")
	case 2:
		fmt.Fprintf(&p.vector, "    %si = arith.addi %%i, %%k : index\n", name)
		fmt.Fprintf(&p.vector, "    %s = vector.transfer_read %s[%si], %%pad : %s, %s\n", name, m, name, mt,
			v)
		fmt.Fprintf(&p.scalar,
			"    %si = arith.addi %%e, %%k : index\n    %sm = arith.cmpi slt, %si, %%total : index\n", name,
			name, name)
		p.guarded(name, m, name+"m", name+"i")
	default:
		p.reversed(name)
		fmt.Fprintf(&p.vector, "    %sp = vector.broadcast %%pad : %s to %s\n", name, p.elem, v)
		fmt.Fprintf(&p.vector, "    %s = vector.gather %s[%%i] [%sr], %st, %sp : %s, %s, %s, %s into %s\n",
			name, m, name, name, name, mt,
			p.vectorOf("index"), p.vectorOf("i1"), v, v)
		fmt.Fprintf(&p.scalar, "    %s = memref.load %s[%sr] : %s\n", name, m, name, mt)
	}
}

// guarded adds the load of an element under a condition; where it is false, the value is %pad.
func (p *loopPair) guarded(name, m, cond, at string) {
	fmt.Fprintf(&p.scalar,
		"    %s = scf.if %s -> (%s) {\n      %%x = memref.load %s[%s] : memref<24x%s>\n      scf.yield %%x "+
			": %s\n    } else {\n"+
			"      scf.yield %%pad : %s\n    }\n", name, cond, p.elem, m, at, p.elem, p.elem, p.elem)
}

// store adds the store of the result, in the kinds that load has.
func (p *loopPair) store(result string, kind int) {
	v, mt := p.vectorOf(p.elem), "memref<24x"+p.elem+">"
	switch kind {
	case 0:
		fmt.Fprintf(&p.vector, "    vector.store %s, %%out[%%i] : %s, %s\n", result, mt, v)
		fmt.Fprintf(&p.scalar, "    memref.store %s, %%out[%%e] : %s\n", result, mt)
	case 1:
		p.masks("%o")
		fmt.Fprintf(&p.vector, "    vector.maskedstore %%out[%%i], %%om, %s : %s, %s, %s\n", result, mt,
			p.vectorOf("i1"), v)
		fmt.Fprintf(&p.scalar, "    scf.if %%om {\n      memref.store %s, %%out[%%e] : %s\n    }\n", result,
			mt)
	case 2:
		fmt.Fprintf(&p.vector,
			"    %%oi = arith.addi %%i, %%k : index\n    vector.transfer_write %s, %%out[%%oi] : %s, %s\n",
			result, v, mt)
		fmt.Fprintf(&p.scalar,
			"    %%oi = arith.addi %%e, %%k : index\n    %%om = arith.cmpi slt, %%oi, %%total : index\n"+
				"    scf.if %%om {\n      memref.store %s, %%out[%%oi] : %s\n    }\n", result, mt)
	default:
		p.reversed("%o")
		fmt.Fprintf(&p.vector, "    vector.scatter %%out[%%i] [%%or], %%ot, %s : %s, %s, %s, %s\n", result,
			mt, p.vectorOf("index"), p.vectorOf("i1"), v)
		fmt.Fprintf(&p.scalar, "    memref.store %s, %%out[%%or] : %s\n", result, mt)
	}
}

// A loop over vectors leaves the same bits in memory as the same loop over their elements.
func TestVectorsAgreeWithScalars(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := &loopPair{rt: rt}
		p.lanes = rapid.SampledFrom([]int{1, 2, 3, 4, 8}).Draw(rt, "lanes")
		p.elem = rapid.SampledFrom([]string{"i8", "i32", "i64", "index", "f16", "f32", "f64"}).Draw(rt,
			"elements")
		vector, scalar := p.programs()
		seed := rapid.SliceOfN(rapid.Byte(), 2*vectorTotal*8, 2*vectorTotal*8).Draw(rt, "data")
		k := rapid.IntRange(0, p.lanes).Draw(rt, "k")
		got, want := finalMemory(t, vector, seed, k), finalMemory(t, scalar, seed, k)
		if !got.Equal(want) {
			rt.Fatalf("the vectors leave %s, the scalars %s\n%s\n%s", showBuffer(got), showBuffer(want),
				vector, scalar)
		}
	})
}

// finalMemory runs a program on buffers filled with bytes, and returns the last buffer.
func finalMemory(t *testing.T, source string, data []byte, k int) *value.Buffer {
	t.Helper()
	p := compile(t, source, "main")
	elem := makeArgs(t, p, []string{"zero", "zero", "zero", fmt.Sprint(k), "1", "3"})
	copy(elem[0].Buffer.Data, data)
	copy(elem[1].Buffer.Data, data[len(data)/2:])
	res, err := p.Run(context.Background(), sim.Config{Hazards: true}, elem)
	if err != nil || len(res.Hazards) > 0 {
		t.Fatalf("%v %v\n%s", err, res.Diagnostics(), source)
	}
	return elem[2].Buffer
}

// vectorDigest computes with every operation on vectors and sums the results up.
const vectorDigest = `
func.func @main() -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %c7 = arith.constant 7 : index
  %c12 = arith.constant 12 : index
  %c24 = arith.constant 24 : index
  %zero = arith.constant 0 : i32
  %A = memref.alloc() : memref<4x6xi32>
  %out = memref.alloc() : memref<12x6xi32>
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %c6 step %c1 {
      %x = arith.muli %i, %c6 : index
      %y = arith.addi %x, %j : index
      %z = arith.muli %y, %y : index
      %v = arith.index_cast %z : index to i32
      memref.store %v, %A[%i, %j] : memref<4x6xi32>
    }
  }
  scf.for %i = %c0 to %c12 step %c1 {
    scf.for %j = %c0 to %c6 step %c1 {
      memref.store %zero, %out[%i, %j] : memref<12x6xi32>
    }
  }
  %none = arith.constant dense<-2> : vector<4xi32>
  %m = vector.create_mask %c2 : vector<4xi1>
  %m3 = vector.constant_mask [3] : vector<4xi1>
  %ml = vector.maskedload %A[%c1, %c2], %m, %none : memref<4x6xi32>, vector<4xi1>, vector<4xi32> into vector<4xi32>
  vector.store %ml, %out[%c0, %c0] : memref<12x6xi32>, vector<4xi32>
  vector.maskedstore %out[%c1, %c2], %m3, %ml : memref<12x6xi32>, vector<4xi1>, vector<4xi32>
  %at = arith.constant dense<[0, 7, -1, 13]> : vector<4xi32>
  %all = arith.constant dense<true> : vector<4xi1>
  %g = vector.gather %A[%c1, %c2] [%at], %all, %none : memref<4x6xi32>, vector<4xi32>, vector<4xi1>, vector<4xi32> into vector<4xi32>
  vector.scatter %out[%c2, %c0] [%at], %m, %g : memref<12x6xi32>, vector<4xi32>, vector<4xi1>, vector<4xi32>
  %pad = arith.constant -1 : i32
  %t = vector.transfer_read %A[%c2, %c4], %pad : memref<4x6xi32>, vector<3x3xi32>
  vector.transfer_write %t, %out[%c4, %c4] : vector<3x3xi32>, memref<12x6xi32>
  %tt = vector.transfer_read %A[%c3, %c1], %pad {in_bounds = [true, false], permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : memref<4x6xi32>, vector<4x2xi32>
  %row = vector.extract %tt[2] : vector<2xi32> from vector<4x2xi32>
  %el = vector.extract %tt[%c1, 0] : i32 from vector<4x2xi32>
  %in = vector.insert %el, %g[%c3] : i32 into vector<4xi32>
  %in2 = vector.insert %row, %tt[3] : vector<2xi32> into vector<4x2xi32>
  vector.transfer_write %in2, %out[%c7, %c2] {in_bounds = [true, true]} : vector<4x2xi32>, memref<12x6xi32>
  %sh = vector.shuffle %in, %ml [3, 4, 1, 6] : vector<4xi32>, vector<4xi32>
  %st = vector.step : vector<4xindex>
  %sti = arith.index_cast %st : vector<4xindex> to vector<4xi32>
  %bb = vector.broadcast %el : i32 to vector<4xi32>
  %bc = vector.broadcast %row : vector<2xi32> to vector<3x2xi32>
  %flat = vector.shape_cast %bc : vector<3x2xi32> to vector<6xi32>
  vector.store %flat, %out[%c5, %c0] : memref<12x6xi32>, vector<6xi32>
  %s1 = arith.addi %sh, %sti : vector<4xi32>
  %s2 = arith.muli %s1, %bb : vector<4xi32>
  %half = vector.bitcast %s2 : vector<4xi32> to vector<8xi16>
  %h32 = arith.extsi %half : vector<8xi16> to vector<8xi32>
  %low = vector.reduction <minsi>, %h32 : vector<8xi32> into i32
  %xor = vector.reduction <xor>, %s2, %low : vector<4xi32> into i32
  %f = arith.sitofp %s2 : vector<4xi32> to vector<4xf32>
  %third = arith.constant dense<0.333333> : vector<4xf32>
  %fm = vector.fma %f, %third, %f : vector<4xf32>
  %fs = vector.reduction <add>, %fm : vector<4xf32> into f32
  %fi = arith.bitcast %fs : f32 to i32
  %lhs = vector.transfer_read %A[%c0, %c0], %pad {in_bounds = [true, true]} : memref<4x6xi32>, vector<2x3xi32>
  %rhs = vector.transfer_read %A[%c1, %c2], %pad : memref<4x6xi32>, vector<3x4xi32>
  %acc = vector.broadcast %xor : i32 to vector<2x4xi32>
  %p = vector.contract {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
    iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %lhs, %rhs, %acc
    : vector<2x3xi32>, vector<3x4xi32> into vector<2x4xi32>
  vector.transfer_write %p, %out[%c5, %c1] : vector<2x4xi32>, memref<12x6xi32>
  %e:4 = vector.to_elements %s2 : vector<4xi32>
  %fe = vector.from_elements %e#3, %fi, %low, %e#0 : vector<4xi32>
  vector.store %fe, %out[%c3, %c0] : memref<12x6xi32>, vector<4xi32>
  %k31 = arith.constant 31 : i64
  %start = arith.constant 0 : i64
  %sum = scf.for %i = %c0 to %c12 step %c1 iter_args(%s = %start) -> (i64) {
    %u = scf.for %j = %c0 to %c6 step %c1 iter_args(%r = %s) -> (i64) {
      %v = memref.load %out[%i, %j] : memref<12x6xi32>
      %w = arith.extsi %v : i32 to i64
      %x = arith.muli %r, %k31 : i64
      %y = arith.addi %x, %w : i64
      scf.yield %y : i64
    }
    scf.yield %u : i64
  }
  memref.dealloc %A : memref<4x6xi32>
  memref.dealloc %out : memref<12x6xi32>
  return %sum : i64
}
`

// Vectors have the same results as their code by mlir-opt and LLVM.
func TestVectorsAgreeWithLLVM(t *testing.T) {
	opt := tools.Require(t, "mlir-opt")
	scalars := pipe(t, vectorDigest, opt, "--convert-vector-to-scf=full-unroll", "--lower-vector-mask",
		"--convert-vector-to-llvm",
		"--convert-ub-to-llvm")
	if got, want := simulated(t, vectorDigest), native(t, scalars); got != want {
		t.Errorf("got %d, LLVM computes %d", got, want)
	}
}

// A race between vectors is found at their common element. Accesses to vectors without a common element do
// not race.
func TestVectorRacesByElement(t *testing.T) {
	for _, c := range []struct {
		at   int
		want string
	}{{0, ""}, {1, "%B[4]"}, {4, "%B[4]"}, {11, "%B[11]"}, {12, ""}} {
		p := compile(t, fmt.Sprintf(`
func.func @main(%%A: memref<8xf32>, %%B: memref<16xf32>) -> f32 {
  %%c0 = arith.constant 0 : index
  %%c4 = arith.constant 4 : index
  %%at = arith.constant %d : index
  pipeline.async_scope {
    %%v = vector.load %%A[%%c0] : memref<8xf32>, vector<8xf32>
    vector.store %%v, %%B[%%c4] : memref<16xf32>, vector<8xf32>
  }
  pipeline.async_commit_stage 0
  %%v = vector.load %%B[%%at] : memref<16xf32>, vector<4xf32>
  pipeline.async_wait_stage 0, 0
  %%s = vector.reduction <add>, %%v : vector<4xf32> into f32
  return %%s : f32
}`, c.at), "main")
		for _, cfg := range everyMode(3) {
			cfg.Hazards = true
			res, err := p.Run(context.Background(), cfg, makeArgs(t, p, []string{"iota", "zero"}))
			if err != nil {
				t.Fatal(err)
			}
			found := ""
			for _, h := range res.Hazards {
				found += fmt.Sprintf("%s%v", h.Buffer, h.Index)
			}
			if found != c.want {
				t.Errorf("%v at %d: hazards at %q, want %q", cfg.Mode, c.at, found, c.want)
			}
		}
	}
}

// An instruction on many elements counts as many steps, so that the limit of steps limits the time.
func TestVectorsCountSteps(t *testing.T) {
	for _, op := range []string{
		"arith.addf %v, %v : vector<1024xf32>", "vector.load %m[%c0] : memref<1024xf32>, vector<1024xf32>",
		"vector.reduction <add>, %v : vector<1024xf32> into f32",
		"vector.broadcast %x : f32 to vector<1024xf32>",
		"vector.create_mask %c0 : vector<1024xi1>",
		"vector.bitcast %v : vector<1024xf32> to vector<1024xi32>",
		"vector.insert %x, %v[%c0] : f32 into vector<1024xf32>",
		"vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) " +
			"-> ()>], " +
			"iterator_types = [\"reduction\"]} %v, %v, %x : vector<1024xf32>, vector<1024xf32> into f32",
	} {
		p := compile(t, `
func.func @main(%m: memref<1024xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %v = arith.constant dense<1.0> : vector<1024xf32>
  %w = `+op+`
  return
}`, "main")
		for _, mode := range []sim.Mode{sim.Sequential, sim.Timed} {
			res, err := p.Run(context.Background(), sim.Config{Mode: mode},
				makeArgs(t, p, []string{"iota", "1"}))
			if err != nil || res.Steps < 1000 || res.Steps > 3000 {
				t.Errorf("%v: %d steps, %v: %s", mode, res.Steps, err, op)
			}
		}
	}
}

// Vectors that are too large, or too many, are refused when the program is compiled.
func TestVectorsTooLarge(t *testing.T) {
	for name, body := range map[string]string{
		"one": "%v = arith.constant dense<1.0> : vector<70000xf32>",
		"huge": "%x = arith.constant 1.0 : f32\n%v = vector.broadcast %x : f32 to " +
			"vector<4294967296x4294967296x2xf32>",
		"many": strings.Repeat("%v = arith.constant dense<1.0> : vector<65536xf32>\n", 70),
	} {
		for n := 0; strings.Contains(body, "%v ="); n++ {
			body = strings.Replace(body, "%v =", fmt.Sprintf("%%v%d =", n), 1)
		}
		_, err := sim.Compile(parse(t, "m.mlir", "func.func @main() {\n"+body+"\nreturn\n}"), "main")
		if codeOf(err) != "sim-unsupported-type" {
			t.Errorf("%s: got %v", name, err)
		}
	}
}
