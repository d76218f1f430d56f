package wasm

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim"
	"github.com/inflight-compiler/inflight/value"
)

// vectorFunction returns the program of an operation on every element of vectors that are in memory.
func (o operation) vectorFunction(typ string, lanes int) string {
	results := o.results
	if results == nil {
		results = []string{"TYPE"}
	}
	var args, body []string
	vector := func(t string) string { return fmt.Sprintf("vector<%dx%s>", lanes, t) }
	memref := func(t string) string { return fmt.Sprintf("memref<%dx%s>", lanes, t) }
	for _, name := range []string{"a", "b", "c"}[:o.args] {
		args = append(args, "%m"+name+": "+memref("TYPE"))
		body = append(body, fmt.Sprintf("%%%s = vector.load %%m%s[%%c0] : %s, %s", name, name, memref("TYPE"),
			vector("TYPE")))
	}
	// The types of the operation become vectors; the words of predicates and names stay.
	text := strings.ReplaceAll(o.body, "TYPE", vector("TYPE"))
	if i := strings.LastIndex(text, " to "); i >= 0 {
		text = text[:i] + " to " + vector(text[i+4:])
	}
	text = strings.ReplaceAll(text, ", i1", ", "+vector("i1"))
	text = strings.ReplaceAll(text, "select %k, %b, %a : "+vector("TYPE"),
		"select %k, %b, %a : "+vector("i1")+", "+vector("TYPE"))
	body = append(body, text)
	for i, t := range results {
		args = append(args, fmt.Sprintf("%%r%d: %s", i, memref(t)))
		body = append(body, fmt.Sprintf("vector.store %s, %%r%d[%%c0] : %s, %s", []string{"%r", "%s"}[i], i,
			memref(t), vector(t)))
	}
	source := "func.func @f(" + strings.Join(args, ", ") + ") {\n  %c0 = arith.constant 0 : index\n  " +
		strings.Join(body, "\n  ") + "\n  return\n}"
	return strings.ReplaceAll(source, "TYPE", typ)
}

// agreeOnMemory runs a function on random memory and compares the contents afterwards.
func (s session) agreeOnMemory(t *testing.T, r *rand.Rand) {
	t.Helper()
	var want, got []value.Value
	for _, typ := range s.entry.Inputs {
		v, w := randomValue(t, typ, r)
		want, got = append(want, v), append(got, w)
	}
	s.site = -1
	result, wantErr := s.oracle.Run(t.Context(), sim.Config{}, want)
	values, err := s.call(got)
	if (wantErr != nil) != (err != nil) {
		t.Fatalf("got error %v, want %v", err, wantErr)
	}
	if err != nil {
		return
	}
	for i, v := range result.Returns {
		if !same(v, values[i]) {
			t.Fatalf("result %d is %#x, want %#x", i, values[i].Bits, v.Bits)
		}
	}
	for i, v := range want {
		for j := range elementsOf(v) {
			if a, b := elementOf(v, j), elementOf(got[i], j); !same(a, b) {
				t.Fatalf("element %d of argument %d is %#x, want %#x", j, i, b.Bits, a.Bits)
			}
		}
	}
}

func elementsOf(v value.Value) int64 {
	if v.Buffer == nil {
		return 0
	}
	return v.Buffer.Len()
}

func elementOf(v value.Value, i int64) value.Value {
	shape := v.Buffer.Shape
	at := make([]int64, len(shape))
	for d := len(shape) - 1; d >= 0; d-- {
		at[d], i = i%shape[d], i/shape[d]
	}
	return value.Value{Type: v.Buffer.Type.Elem, Bits: v.Buffer.At(at...)}
}

// randomValue returns edge values of a type, twice.
func randomValue(t *testing.T, typ ir.Type, r *rand.Rand) (a, b value.Value) {
	m, ok := typ.(*ir.MemRefType)
	if !ok {
		vs := valuesOf(typ)
		v := vs[r.IntN(len(vs))]
		return v, v
	}
	shape := slices.Clone(m.Shape)
	buffer, err := value.NewBuffer(m, shape)
	if err != nil {
		t.Fatal(err)
	}
	vs, size := valuesOf(m.Elem), value.ElementSize(m.Elem)
	first := r.IntN(2) // sometimes without 0, by which nothing can be divided
	for at := int64(0); at < int64(len(buffer.Data)); at += size {
		bits := vs[min(first+r.IntN(len(vs)), len(vs)-1)].Bits
		for i := range size {
			buffer.Data[at+i] = byte(bits >> (8 * i))
		}
	}
	return value.Memory(buffer), value.Memory(buffer.Clone())
}

// Every operation on vectors has the results of the same operation on each of their elements, whether or not
// the vector fits into 128 bits.
func TestVectorOperations(t *testing.T) {
	operations := allOperations()
	for i, name := range slices.Sorted(maps.Keys(operations)) {
		op := operations[name]
		for j, typ := range op.types {
			lanes := []int{4, 16, 3, 8, 2, 5}[(i+j)%6]
			t.Run(fmt.Sprint(name, " ", lanes, " ", typ), func(t *testing.T) {
				s := open(t, op.vectorFunction(typ, lanes))
				r := rand.New(rand.NewPCG(uint64(i), uint64(j)))
				for range passtest.Programs(4) {
					s.agreeOnMemory(t, r)
				}
			})
		}
	}
}

// vectorPrograms are operations that move lanes, on TYPE.
var vectorPrograms = map[string]string{
	"broadcast": "%v = vector.load %a[%c0] : memref<16xTYPE>, vector<16xTYPE>\n%s = " +
		"vector.extract %v[3] : TYPE from vector<16xTYPE>\n%r = vector.broadcast %s : TYPE to " +
		"vector<16xTYPE>",
	"broadcast of a vector": "%v = vector.load %a[%c0] : memref<16xTYPE>, vector<4xTYPE>\n%w = " +
		"vector.broadcast %v : vector<4xTYPE> to vector<4x4xTYPE>\n%r = vector.shape_cast %w : " +
		"vector<4x4xTYPE> to vector<16xTYPE>",
	"insert": "%v = vector.load %a[%c0] : memref<16xTYPE>, vector<16xTYPE>\n%s = " +
		"memref.load %b[%c3] : memref<16xTYPE>\n%r = vector.insert %s, %v[5] : TYPE into vector<16xTYPE>",
	"dynamic positions": "%v = vector.load %a[%c0] : memref<16xTYPE>, vector<16xTYPE>\n%s = " +
		"vector.extract %v[%i] : TYPE from vector<16xTYPE>\n%r = vector.insert %s, %v[%j] : TYPE into " +
		"vector<16xTYPE>",
	"rows at dynamic positions": "%v = vector.load %a[%c0] : memref<16xTYPE>, vector<16xTYPE>\n%w = " +
		"vector.load %b[%c0] : memref<16xTYPE>, vector<16xTYPE>\n" +
		"%m = vector.shape_cast %v : vector<16xTYPE> to vector<2x4x2xTYPE>\n%k = arith.andi %i, %c3 : " +
		"index\n%c1 = arith.constant 1 : index\n%g = arith.andi %j, %c1 : index\n" +
		"%row = vector.extract %m[%g, %k] : vector<2xTYPE> from vector<2x4x2xTYPE>\n%block = " +
		"vector.extract %m[%g] : vector<4x2xTYPE> from vector<2x4x2xTYPE>\n" +
		"%block2 = vector.insert %row, %block[%k] : vector<2xTYPE> into vector<4x2xTYPE>\n%n = " +
		"vector.shape_cast %w : vector<16xTYPE> to vector<2x4x2xTYPE>\n" +
		"%n2 = vector.insert %block2, %n[%g] : vector<4x2xTYPE> into vector<2x4x2xTYPE>\n%n3 = " +
		"vector.insert %row, %n2[1, %k] : vector<2xTYPE> into vector<2x4x2xTYPE>\n" +
		"%r = vector.shape_cast %n3 : vector<2x4x2xTYPE> to vector<16xTYPE>",
	"shuffle": "%v = vector.load %a[%c0] : memref<16xTYPE>, vector<16xTYPE>\n%w = vector.load %b[%c0] : " +
		"memref<16xTYPE>, vector<16xTYPE>\n" +
		"%r = vector.shuffle %v, %w [31, 0, 16, 1, 30, 30, 7, 8, 23, 24, 15, 2, 3, 29, 11, 12] : " +
		"vector<16xTYPE>, vector<16xTYPE>",
	"transpose": "%v = vector.load %a[%c0] : memref<16xTYPE>, vector<16xTYPE>\n%m = vector.shape_cast %v : " +
		"vector<16xTYPE> to vector<2x8xTYPE>\n" +
		"%t = vector.transpose %m, [1, 0] : vector<2x8xTYPE> to vector<8x2xTYPE>\n%r = vector.shape_cast " +
		"%t : vector<8x2xTYPE> to vector<16xTYPE>",
	"interleave": "%v = vector.load %a[%c0] : memref<16xTYPE>, vector<8xTYPE>\n%w = vector.load %b[%c3] : " +
		"memref<16xTYPE>, vector<8xTYPE>\n" +
		"%m = vector.interleave %v, %w : vector<8xTYPE> -> vector<16xTYPE>\n%x, %y = vector.deinterleave " +
		"%m : vector<16xTYPE> -> vector<8xTYPE>\n" +
		"%r = vector.interleave %y, %x : vector<8xTYPE> -> vector<16xTYPE>",
	"slices": "%v = vector.load %a[%c0] : memref<16xTYPE>, vector<16xTYPE>\n%w = vector.load %b[%c0] : " +
		"memref<16xTYPE>, vector<16xTYPE>\n" +
		"%part = vector.extract_strided_slice %v {offsets = [3], sizes = [5], strides = [1]} : " +
		"vector<16xTYPE> to vector<5xTYPE>\n" +
		"%r = vector.insert_strided_slice %part, %w {offsets = [7], strides = [1]} : vector<5xTYPE> into " +
		"vector<16xTYPE>",
	"elements": "%v = vector.load %a[%c0] : memref<16xTYPE>, vector<2xTYPE>\n%x, %y = vector.to_elements " +
		"%v : vector<2xTYPE>\n" +
		"%part = vector.from_elements %y, %x, %x : vector<3xTYPE>\n%w = vector.load %b[%c0] : " +
		"memref<16xTYPE>, vector<16xTYPE>\n" +
		"%r = vector.insert_strided_slice %part, %w {offsets = [1], strides = [1]} : vector<3xTYPE> into " +
		"vector<16xTYPE>",
	"masks": "%v = vector.load %a[%c0] : memref<16xTYPE>, vector<16xTYPE>\n%w = vector.load %b[%c0] : " +
		"memref<16xTYPE>, vector<16xTYPE>\n" +
		"%m = vector.create_mask %i : vector<16xi1>\n%k = vector.constant_mask [5] : vector<16xi1>\n%o = " +
		"arith.xori %m, %k : vector<16xi1>\n" +
		"%s = vector.shuffle %o, %m [0, 17, 2, 19, 4, 21, 6, 23, 8, 25, 10, 27, 12, 29, 14, 31] : " +
		"vector<16xi1>, vector<16xi1>\n" +
		"%r = arith.select %s, %v, %w : vector<16xi1>, vector<16xTYPE>",
	"masked accesses": "%m = vector.create_mask %i : vector<16xi1>\n%w = vector.load %b[%c0] : " +
		"memref<16xTYPE>, vector<16xTYPE>\n" +
		"%v = vector.maskedload %a[%c0], %m, %w : memref<16xTYPE>, vector<16xi1>, vector<16xTYPE> into " +
		"vector<16xTYPE>\n" +
		"vector.maskedstore %b[%c0], %m, %v : memref<16xTYPE>, vector<16xi1>, vector<16xTYPE>\n%r = " +
		"vector.shuffle %v, %w [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 16] : vector<16xTYPE>, " +
		"vector<16xTYPE>",
	"loops and branches": "%v = vector.load %a[%c0] : memref<16xTYPE>, vector<16xTYPE>\n%w = vector.load " +
		"%b[%c0] : memref<16xTYPE>, vector<16xTYPE>\n" +
		"%c1 = arith.constant 1 : index\n%l:2 = scf.for %n = %c0 to %i step %c1 iter_args(%x = %v, %y = " +
		"%w) -> (vector<16xTYPE>, vector<16xTYPE>) {\n" +
		"  %odd = arith.andi %n, %c1 : index\n  %t = arith.cmpi eq, %odd, %c1 : index\n  %z = scf.if %t -> " +
		"vector<16xTYPE> {\n    scf.yield %y : vector<16xTYPE>\n" +
		"  } else {\n    %s = vector.shuffle %x, %y [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, " +
		"16] : vector<16xTYPE>, vector<16xTYPE>\n" +
		"    scf.yield %s : vector<16xTYPE>\n  }\n  scf.yield %z, %x : vector<16xTYPE>, " +
		"vector<16xTYPE>\n}\n%r = arith.select %p, %l#0, %l#1 : vector<16xTYPE>",
}

// accesses are accesses of vectors with any number of dimensions to %m, of 5 rows and 6 columns, at %i and
// %j, which may be near its end.
var accesses = map[string]string{
	"load and store": "%v = vector.load %m[%c0, %j] : memref<5x6xTYPE>, vector<3x2xTYPE>\nvector.store %v, " +
		"%m[%i, %c0] : memref<5x6xTYPE>, vector<3x2xTYPE>",
	"whole rows": "%v = vector.load %m[%i, %c0] : memref<5x6xTYPE>, vector<2x6xTYPE>\nvector.store %v, " +
		"%m[%c0, %c0] : memref<5x6xTYPE>, vector<2x6xTYPE>",
	"transfers": "%v = vector.transfer_read %m[%i, %j], %x : memref<5x6xTYPE>, vector<3x4xTYPE>\n" +
		"vector.transfer_write %v, %m[%j, %i] : vector<3x4xTYPE>, memref<5x6xTYPE>",
	"transposing": "%v = vector.transfer_read %m[%i, %j], %x {in_bounds = [false, true], permutation_map = " +
		"affine_map<(a, b) -> (b, a)>} : memref<5x6xTYPE>, vector<4x2xTYPE>\n" +
		"vector.transfer_write %v, %m[%c0, %j] {permutation_map = affine_map<(a, b) -> (b, a)>} : " +
		"vector<4x2xTYPE>, memref<5x6xTYPE>",
	"repeating": "%v = vector.transfer_read %m[%i, %j], %x {permutation_map = affine_map<(a, b) -> (0, b, " +
		"0)>, in_bounds = [true, false, true]} : memref<5x6xTYPE>, vector<2x4x2xTYPE>\n" +
		"%s = vector.shape_cast %v : vector<2x4x2xTYPE> to vector<4x4xTYPE>\nvector.transfer_write %s, " +
		"%m[%i, %c0] : vector<4x4xTYPE>, memref<5x6xTYPE>",
	"under a mask": "%k = vector.create_mask %i, %j : vector<3x4xi1>\n%v = vector.transfer_read %m[%i, " +
		"%j], %x, %k : memref<5x6xTYPE>, vector<3x4xTYPE>\n" +
		"vector.transfer_write %v, %m[%c0, %c0], %k : vector<3x4xTYPE>, memref<5x6xTYPE>",
	"masked": "%k = vector.create_mask %i, %j : vector<2x2xi1>\n%o = vector.broadcast %x : TYPE to " +
		"vector<2x2xTYPE>\n" +
		"%v = vector.maskedload %m[%i, %j], %k, %o : memref<5x6xTYPE>, vector<2x2xi1>, vector<2x2xTYPE> " +
		"into vector<2x2xTYPE>\n" +
		"vector.maskedstore %m[%c0, %c0], %k, %v : memref<5x6xTYPE>, vector<2x2xi1>, vector<2x2xTYPE>",
	"one element": "%v = vector.transfer_read %m[%i, %j], %x : memref<5x6xTYPE>, " +
		"vector<TYPE>\nvector.transfer_write %v, %m[%j, %i] : vector<TYPE>, memref<5x6xTYPE>",
	"contraction": "%v = vector.load %m[%c0, %c0] : memref<5x6xTYPE>, vector<3x4xTYPE>\n%w = vector.load " +
		"%m[%i, %j] : memref<5x6xTYPE>, vector<2x3xTYPE>\n" +
		"%o = vector.broadcast %x : TYPE to vector<4x2xTYPE>\n%s = vector.contract {indexing_maps = " +
		"[affine_map<(i, j, k) -> (k, i)>, affine_map<(i, j, k) -> (j, k)>, " +
		"affine_map<(i, j, k) -> (i, j)>], iterator_types = [\"parallel\", \"parallel\", \"reduction\"]} " +
		"%v, %w, %o : vector<3x4xTYPE>, vector<2x3xTYPE> into vector<4x2xTYPE>\n" +
		"vector.store %s, %m[%c0, %j] : memref<5x6xTYPE>, vector<4x2xTYPE>",
}

// Accesses of vectors of several dimensions access the same elements as on the simulator, and stop where the
// simulator stops.
func TestVectorAccesses(t *testing.T) {
	for i, name := range slices.Sorted(maps.Keys(accesses)) {
		for j, typ := range []string{"i5", "f32", "i1", "f64"} {
			t.Run(name+" "+typ, func(t *testing.T) {
				s := open(t,
					strings.ReplaceAll(
						"func.func @f(%m: memref<5x6xTYPE>, %p: i8, %q: i8, %x: TYPE) {\n%c0 = "+
							"arith.constant 0 : index\n%c3 = arith.constant 3 : index\n"+
							"%pi = arith.index_castui %p : i8 to index\n%i = arith.andi %pi, %c3 : "+
							"index\n%qi = "+
							"arith.index_castui %q : i8 to index\n%j = arith.andi %qi, %c3 : index\n"+
							accesses[name]+"\nreturn\n}", "TYPE", typ))
				r := rand.New(rand.NewPCG(uint64(i), uint64(j)))
				for range passtest.Programs(12) {
					s.agreeOnMemory(t, r)
				}
			})
		}
	}
}

// Operations that move lanes have the same results as on the simulator, for every width.
func TestVectorPrograms(t *testing.T) {
	for _, typ := range []string{"i1", "i5", "i8", "i16", "i24", "i32", "i64", "index", "f16", "f32", "f64"} {
		for _, name := range slices.Sorted(maps.Keys(vectorPrograms)) {
			t.Run(name+" "+typ, func(t *testing.T) {
				body := strings.ReplaceAll(vectorPrograms[name], "TYPE", typ)
				s := open(t, "func.func @f(%a: memref<16x"+typ+">, %b: memref<16x"+typ+
					">, %q: i8, %p: i1) {\n%c0 = arith.constant 0 : index\n"+
					"%c3 = arith.constant 3 : index\n%c15 = arith.constant 15 : index\n%u = "+
					"arith.index_castui %q : i8 to index\n%i = arith.andi %u, %c15 : index\n"+
					"%j = arith.xori %i, %c3 : index\n"+body+"\nvector.store %r, %a[%c0] : memref<16x"+typ+
					">, vector<16x"+typ+">\nreturn\n}")
				r := rand.New(rand.NewPCG(7, uint64(len(name))))
				for range passtest.Programs(4) {
					s.agreeOnMemory(t, r)
				}
			})
		}
	}
}

// Reductions combine elements in the same order as the simulator.
func TestReductions(t *testing.T) {
	kinds := map[string][]string{
		"add": {"i8", "i32", "i64", "f16", "f32", "f64"}, "mul": {"i16", "index", "f32", "bf16", "f64"},
		"and": {"i8", "i64", "i1"}, "or": {"i32"}, "xor": {"i16"},
		"minsi": {"i8", "i32"}, "maxsi": {"i16", "i64"}, "minui": {"i8", "index"}, "maxui": {"i32"},
		"minnumf": {"f32", "f16"}, "maxnumf": {"f64"},
		"minimumf": {"f32"}, "maximumf": {"f64", "bf16"},
	}
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		for i, typ := range kinds[kind] {
			for _, acc := range []string{"", ", %x"} {
				t.Run(kind+" "+typ+acc, func(t *testing.T) {
					v := fmt.Sprintf("vector<%dx%s>", 5+3*i, typ)
					s := open(t, "func.func @f(%a: memref<32x"+typ+">, %x: "+typ+") -> "+typ+
						" {\n%c0 = arith.constant 0 : index\n%v = vector.load %a[%c0] : memref<32x"+
						typ+">, "+v+"\n%r = vector.reduction <"+kind+">, %v"+acc+" : "+v+" into "+typ+
						"\nreturn %r : "+typ+"\n}")
					r := rand.New(rand.NewPCG(3, uint64(i)))
					for range passtest.Programs(4) {
						s.agreeOnMemory(t, r)
					}
				})
			}
		}
	}
}

// Whether all lanes of a mask, or any of them, are set is asked of the mask as a whole.
func TestMasks(t *testing.T) {
	for _, typ := range []string{"i8", "i16", "i32", "i64", "f32", "f64"} {
		compare, zero, convert := "arith.cmpi ne", "0", "%v = arith.extui %u : vector<8xi8> to vector<8xT>"
		switch {
		case typ[0] == 'f':
			compare, zero, convert = "arith.cmpf une", "0.0",
				"%v = arith.sitofp %u : vector<8xi8> to vector<8xT>"
		case typ == "i8":
			convert = "%v = arith.addi %u, %u : vector<8xi8>"
		}
		s := open(t,
			strings.ReplaceAll(strings.ReplaceAll(
				"func.func @f(%a: i8) -> (i1, i1) {\n%z = arith.constant dense<ZERO> : vector<8xT>\n%i = "+
					"vector.step : vector<8xindex>\n"+
					"%s = arith.index_cast %i : vector<8xindex> to vector<8xi8>\n%b = vector.broadcast %a "+
					": i8 "+
					"to "+
					"vector<8xi8>\n%t = arith.shrui %b, %s : vector<8xi8>\n"+
					"%one = arith.constant dense<1> : vector<8xi8>\n%u = arith.andi %t, %one : "+
					"vector<8xi8>\n"+
					convert+
					"\n%m = "+compare+
					", %v, %z : vector<8xT>\n%any = vector.reduction <or>, %m : vector<8xi1> into i1\n"+
					"%all = vector.reduction <and>, %m : vector<8xi1> into i1\nreturn %any, %all : i1, i1\n}",
				"T",
				typ), "ZERO", zero))
		for bits := range 256 {
			s.agree(t, []value.Value{value.Int(s.entry.Inputs[0], int64(int8(bits)))})
		}
	}
}

// A mask without dimensions is set where its one size is not 0.
func TestMaskWithoutDimensions(t *testing.T) {
	s := open(t, `func.func @f(%n: i8, %x: f32, %y: f32) -> (f32, f32, f32) {
  %i = arith.index_cast %n : i8 to index
  %a = vector.broadcast %x : f32 to vector<f32>
  %b = vector.broadcast %y : f32 to vector<f32>
  %computed = vector.create_mask %i : vector<i1>
  %set = vector.constant_mask [1] : vector<i1>
  %clear = vector.constant_mask [0] : vector<i1>
  %r = arith.select %computed, %a, %b : vector<i1>, vector<f32>
  %s = arith.select %set, %a, %b : vector<i1>, vector<f32>
  %t = arith.select %clear, %a, %b : vector<i1>, vector<f32>
  %u = vector.extract %r[] : f32 from vector<f32>
  %v = vector.extract %s[] : f32 from vector<f32>
  %w = vector.extract %t[] : f32 from vector<f32>
  return %u, %v, %w : f32, f32, f32
}`)
	f32 := s.entry.Inputs[1].(*ir.FloatType)
	for _, n := range []int64{-1, 0, 1, 2} {
		s.agree(t, []value.Value{value.Int(s.entry.Inputs[0], n), value.Float(f32, 1), value.Float(f32, 2)})
	}
}
