package bufferizetensors_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// program returns a random function on tensors: structured operations, elements, slices, loops in order and
// at once, and conditions.
func program(r *rand.Rand, name string) string {
	g := &generator{r: r, tensors: []string{"%a", "%b"}, ints: []string{"%k"}}
	g.line("func.func @%s(%%a: tensor<8xi32>, %%b: tensor<8xi32>) -> (tensor<8xi32>, tensor<8xi32>) {", name)
	for i := range 8 {
		g.line("%%i%d = arith.constant %d : index", i, i)
	}
	g.line("%%k = arith.constant 7 : i32")
	for range 3 + r.IntN(9) {
		g.statement()
	}
	g.line("return %s, %s : tensor<8xi32>, tensor<8xi32>", g.tensor(), g.tensors[len(g.tensors)-1])
	g.line("}")
	return g.b.String()
}

type generator struct {
	r             *rand.Rand
	b             strings.Builder
	names         int
	tensors, ints []string
}

func (g *generator) line(format string, args ...any) { fmt.Fprintf(&g.b, format+"\n", args...) }

func (g *generator) tensor() string { return g.tensors[g.r.IntN(len(g.tensors))] }
func (g *generator) int() string    { return g.ints[g.r.IntN(len(g.ints))] }
func (g *generator) index() string  { return fmt.Sprintf("%%i%d", g.r.IntN(8)) }

func (g *generator) name() string {
	g.names++
	return fmt.Sprintf("%%v%d", g.names)
}

// let writes an operation whose result is a tensor.
func (g *generator) let(format string, args ...any) string {
	v := g.name()
	g.line("%s = "+format, append([]any{v}, args...)...)
	return v
}

func (g *generator) statement() {
	switch g.r.IntN(23) {
	case 0:
		e := g.let("tensor.empty() : tensor<8xi32>")
		g.tensors = append(g.tensors,
			g.let("linalg.fill ins(%s : i32) outs(%s : tensor<8xi32>) -> tensor<8xi32>", g.int(), e))
	case 1, 2:
		g.tensors = append(g.tensors,
			g.let(
				"linalg.add ins(%s, %s : tensor<8xi32>, tensor<8xi32>) outs(%s : tensor<8xi32>) -> "+
					"tensor<8xi32>",
				g.tensor(), g.tensor(), g.tensor()))
	case 3:
		g.accumulate()
	case 4:
		g.ints = append(g.ints, g.let("tensor.extract %s[%s] : tensor<8xi32>", g.tensor(), g.index()))
	case 5:
		g.tensors = append(g.tensors,
			g.let("tensor.insert %s into %s[%s] : tensor<8xi32>", g.int(), g.tensor(), g.index()))
	case 6:
		s := g.let("tensor.extract_slice %s[%d] [4] [1] : tensor<8xi32> to tensor<4xi32>", g.tensor(),
			g.r.IntN(5))
		g.tensors = append(g.tensors,
			g.let("tensor.insert_slice %s into %s[%d] [4] [1] : tensor<4xi32> into tensor<8xi32>",
				s, g.tensor(), g.r.IntN(5)))
	case 7:
		g.loop()
	case 8, 9:
		g.forall()
	case 10:
		g.dims()
	case 11:
		g.joined()
	case 12:
		g.padded()
	case 13:
		g.generated()
	case 14:
		g.growing()
	case 15:
		g.dynamicCondition()
	case 16:
		g.tensors = append(g.tensors, g.let("arith.xori %s, %s : tensor<8xi32>", g.tensor(), g.tensor()))
	case 17:
		g.transfer()
	case 18:
		g.tensors = append(g.tensors,
			g.let("bufferization.alloc_tensor() copy(%s) : tensor<8xi32>", g.tensor()))
	case 19:
		g.buffered()
	case 20:
		// Nothing stores to globals: mlir-opt then copies memory that holds nothing in place of an argument.
		g.tensors = append(g.tensors, g.let("ml_program.global_load @%s : tensor<8xi32>", g.variable()))
	case 21:
		g.tiled()
	default:
		g.condition()
	}
}

// tiled lays a tensor out in tiles, the last of which may be padded, and takes elements from there: all of
// them, or those of the tensor that it is with tiles of another extent.
func (g *generator) tiled() {
	tile := 1 + g.r.IntN(8)
	tiles := (8 + tile - 1) / tile
	e := g.let("tensor.empty() : tensor<%dx%dxi32>", tiles, tile)
	packed := g.let("linalg.pack %s padding_value(%s : i32) inner_dims_pos = [0] inner_tiles = [%d] into %s "+
		": tensor<8xi32> -> tensor<%dx%dxi32>", g.tensor(), g.int(), tile, e, tiles, tile)
	if tile < 5 && g.r.IntN(2) == 0 {
		tile, tiles, packed = tiles, tile, g.transposed(packed, tiles, tile)
	}
	to := g.let("tensor.empty() : tensor<8xi32>")
	g.tensors = append(g.tensors,
		g.let("linalg.unpack %s inner_dims_pos = [0] inner_tiles = [%d] into %s : tensor<%dx%dxi32> -> "+
			"tensor<8xi32>", packed, tile, to, tiles, tile))
}

func (g *generator) transposed(v string, rows, columns int) string {
	e := g.let("tensor.empty() : tensor<%dx%dxi32>", columns, rows)
	moved := g.name()
	g.line(
		"%s = linalg.transpose ins(%s : tensor<%dx%dxi32>) outs(%s : tensor<%dx%dxi32>) permutation = [1, 0]",
		moved, v, rows, columns, e, columns, rows)
	return moved
}

// accumulate adds to what the output holds.
func (g *generator) accumulate() {
	v := g.name()
	g.line(
		"%s = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], "+
			"iterator_types = [\"parallel\"]}", v)
	g.line("  ins(%s : tensor<8xi32>) outs(%s : tensor<8xi32>) {", g.tensor(), g.tensor())
	g.line("^bb0(%%p: i32, %%q: i32):")
	g.line("%%s = arith.muli %%p, %%q : i32")
	g.line("linalg.yield %%s : i32")
	g.line("} -> tensor<8xi32>")
	g.tensors = append(g.tensors, v)
}

// loop carries two tensors, which may change places.
func (g *generator) loop() {
	v, w := g.name(), g.name()
	g.line(
		"%s:2 = scf.for %%j = %%i0 to %s step %%i1 iter_args(%%x = %s, %%y = %s) -> (tensor<8xi32>, "+
			"tensor<8xi32>) {",
		v, g.index(), g.tensor(), g.tensor())
	g.line(
		"%s = linalg.add ins(%%x, %s : tensor<8xi32>, tensor<8xi32>) outs(%%y : tensor<8xi32>) -> "+
			"tensor<8xi32>", w, g.tensor())
	yields := []string{"%x", "%y", w, g.tensor()}
	g.line("scf.yield %s, %s : tensor<8xi32>, tensor<8xi32>", yields[g.r.IntN(4)], yields[g.r.IntN(4)])
	g.line("}")
	g.tensors = append(g.tensors, v+"#0", v+"#1")
}

// forall changes two tensors in iterations that may run at once, each of which reads what was there before.
func (g *generator) forall() {
	v := g.name()
	g.line(
		"%s:2 = scf.forall (%%j) in (%d) shared_outs(%%x = %s, %%y = %s) -> (tensor<8xi32>, tensor<8xi32>) {",
		v, 1+g.r.IntN(4), g.tensor(), g.tensor())
	// of what others change, mlir-opt does not say what they see
	reads := [][2]string{{"%x", "%j"}, {"%y", "%j"}, {g.tensor(), g.index()}}
	for _, name := range []string{"p", "q"} {
		read := reads[g.r.IntN(3)]
		g.line("%s_%s = tensor.extract_slice %s[%s] [1] [1] : tensor<8xi32> to tensor<1xi32>", v, name,
			read[0], read[1])
	}
	// Slices themselves are not put into outputs: mlir-opt then reads what an insertion in front has changed.
	for _, name := range []string{"r", "s"} {
		g.line("%s_%s_e = tensor.empty() : tensor<1xi32>", v, name)
		g.line(
			"%[1]s_%[2]s = linalg.add ins(%[1]s_p, %[1]s_q : tensor<1xi32>, tensor<1xi32>) "+
				"outs(%[1]s_%[2]s_e : tensor<1xi32>) -> tensor<1xi32>",
			v, name)
	}
	g.line("scf.forall.in_parallel {")
	g.line("tensor.parallel_insert_slice %s_s into %%x[%%j] [1] [1] : tensor<1xi32> into tensor<8xi32>", v)
	g.line("tensor.parallel_insert_slice %s_r into %%y[%%j] [1] [1] : tensor<1xi32> into tensor<8xi32>", v)
	g.line("}")
	g.line("}")
	g.tensors = append(g.tensors, v+"#0", v+"#1")
}

// dims gives a tensor other dimensions and takes its elements in another order.
func (g *generator) dims() {
	square := g.let("tensor.expand_shape %s [[0, 1]] output_shape [2, 4] : tensor<8xi32> into "+
		"tensor<2x4xi32>", g.tensor())
	shape := g.let("arith.constant dense<[4, 2]> : tensor<2xi32>")
	turned := g.let("tensor.reshape %s(%s) : (tensor<2x4xi32>, tensor<2xi32>) -> tensor<4x2xi32>", square,
		shape)
	e := g.let("tensor.empty() : tensor<2x4xi32>")
	moved := g.name()
	g.line("%s = linalg.transpose ins(%s : tensor<4x2xi32>) outs(%s : tensor<2x4xi32>) permutation = [1, 0]",
		moved, turned, e)
	g.tensors = append(g.tensors,
		g.let("tensor.collapse_shape %s [[0, 1]] : tensor<2x4xi32> into tensor<8xi32>", moved))
}

// joined puts parts of two tensors one behind the other.
func (g *generator) joined() {
	n := 1 + g.r.IntN(7)
	a := g.let("tensor.extract_slice %s[%d] [%d] [1] : tensor<8xi32> to tensor<%dxi32>", g.tensor(),
		g.r.IntN(9-n), n, n)
	b := g.let("tensor.extract_slice %s[%d] [%d] [1] : tensor<8xi32> to tensor<%dxi32>", g.tensor(),
		g.r.IntN(1+n), 8-n, 8-n)
	g.tensors = append(g.tensors,
		g.let("tensor.concat dim(0) %s, %s : (tensor<%dxi32>, tensor<%dxi32>) -> tensor<8xi32>", a, b, n,
			8-n))
}

// padded puts a part of a tensor among copies of one number, or among numbers that are computed.
func (g *generator) padded() {
	low, n := g.r.IntN(4), 1+g.r.IntN(4)
	part := g.let("tensor.extract_slice %s[%d] [%d] [1] : tensor<8xi32> to tensor<%dxi32>", g.tensor(),
		g.r.IntN(9-n), n, n)
	v := g.name()
	g.line("%s = tensor.pad %s low[%d] high[%d] {", v, part, low, 8-n-low)
	g.line("^bb0(%%p: index):")
	yielded := g.int()
	if g.r.IntN(2) == 0 {
		yielded = g.let("arith.index_cast %%p : index to i32")
	}
	g.line("tensor.yield %s : i32", yielded)
	g.line("} : tensor<%dxi32> to tensor<8xi32>", n)
	g.tensors = append(g.tensors, v)
}

func (g *generator) generated() {
	v := g.name()
	g.line("%s = tensor.generate {", v)
	g.line("^bb0(%%p: index):")
	x := g.let("tensor.extract %s[%%p] : tensor<8xi32>", g.tensor())
	g.line("tensor.yield %s : i32", g.let("arith.addi %s, %s : i32", x, g.int()))
	g.line("} : tensor<8xi32>")
	g.tensors = append(g.tensors, v)
}

// growing is a loop that carries a tensor which is longer after each iteration.
func (g *generator) growing() {
	first, v := g.let("tensor.cast %s : tensor<8xi32> to tensor<?xi32>", g.tensor()), g.name()
	g.line("%s = scf.for %%j = %%i0 to %s step %%i1 iter_args(%%x = %s) -> (tensor<?xi32>) {", v, g.index(),
		first)
	longer := g.let("tensor.concat dim(0) %s, %%x : (tensor<8xi32>, tensor<?xi32>) -> tensor<?xi32>",
		g.tensor())
	yields := []string{longer, longer, "%x"}
	g.line("scf.yield %s : tensor<?xi32>", yields[g.r.IntN(3)])
	g.line("}")
	g.tensors = append(g.tensors,
		g.let("tensor.extract_slice %s[%%i0] [8] [1] : tensor<?xi32> to tensor<8xi32>", v))
}

// dynamicCondition chooses between tensors whose extents differ.
func (g *generator) dynamicCondition() {
	p, v := g.let("arith.cmpi slt, %s, %s : i32", g.int(), g.int()), g.name()
	g.line("%s = scf.if %s -> tensor<?xi32> {", v, p)
	g.line("scf.yield %s : tensor<?xi32>",
		g.let("tensor.cast %s : tensor<8xi32> to tensor<?xi32>", g.tensor()))
	g.line("} else {")
	g.line("scf.yield %s : tensor<?xi32>",
		g.let("tensor.concat dim(0) %s, %s : (tensor<8xi32>, tensor<8xi32>) -> tensor<?xi32>", g.tensor(),
			g.tensor()))
	g.line("}")
	g.tensors = append(g.tensors,
		g.let("tensor.extract_slice %s[%%i0] [8] [1] : tensor<?xi32> to tensor<8xi32>", v))
}

// variable is one of the global tensors.
func (g *generator) variable() string { return []string{"x", "y"}[g.r.IntN(2)] }

// buffered has memory of the program in the middle: a tensor goes there, an element changes, and it becomes a
// tensor again.
func (g *generator) buffered() {
	m := g.let("memref.alloc() : memref<8xi32>")
	g.line(
		"bufferization.materialize_in_destination %s in restrict writable %s : (tensor<8xi32>, "+
			"memref<8xi32>) -> ()", g.tensor(), m)
	g.line("memref.store %s, %s[%s] : memref<8xi32>", g.int(), m, g.index())
	g.tensors = append(g.tensors,
		g.let("bufferization.to_tensor %s restrict : memref<8xi32> to tensor<8xi32>", m))
}

// transfer takes a vector out of one tensor and puts it into another.
func (g *generator) transfer() {
	vector := g.let("vector.transfer_read %s[%s], %s : tensor<8xi32>, vector<4xi32>", g.tensor(), g.index(),
		g.int())
	g.tensors = append(g.tensors,
		g.let("vector.transfer_write %s, %s[%s] : vector<4xi32>, tensor<8xi32>", vector, g.tensor(),
			g.index()))
}

func (g *generator) condition() {
	p := g.let("arith.cmpi slt, %s, %s : i32", g.int(), g.int())
	v := g.name()
	g.line("%s = scf.if %s -> tensor<8xi32> {", v, p)
	g.line("scf.yield %s : tensor<8xi32>", g.tensor())
	g.line("} else {")
	g.line("%s_else = tensor.insert %s into %s[%s] : tensor<8xi32>", v, g.int(), g.tensor(), g.index())
	g.line("scf.yield %s_else : tensor<8xi32>", v)
	g.line("}")
	g.tensors = append(g.tensors, v)
}
