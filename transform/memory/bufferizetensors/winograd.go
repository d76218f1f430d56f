package bufferizetensors

import (
	"math"
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/linalg"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/affine"
)

// winograd multiplies the tiles of an operation by a matrix from the left and by its transpose from the
// right: a structured operation for each side that is transformed. The result of an output transform is added
// to what the output holds.
func (c *converter) winograd(op *ir.Op) error {
	elem, ok := c.bufferType(op.Result(0)).Elem.(*ir.FloatType)
	if !ok || ir.ElemBytes(elem) > 8 {
		return op.Errorf(codeUnsupported, "'%s' of elements of type '%v' cannot be bufferized", op.Name(),
			c.bufferType(op.Result(0)).Elem)
	}
	w := &winograd{Builder: ir.At(op), c: c, op: op, elem: elem, tile: linalg.WinogradTileOf(op)}
	from, to, sides := w.operand(0), w.operand(1), w.sides()
	switch {
	case op.Is(linalg.WinogradOutput) && len(sides) > 0:
		to.buffer = c.copyOf(w.Builder, to.buffer)
	default:
		to.buffer = c.output(op, op.Operand(1))
	}
	c.replace(op, to.buffer)
	if len(sides) == 0 {
		w.pointwise(from, to, func(_ *ir.Builder, in, _ *ir.Value) *ir.Value { return in })
		return nil
	}
	matrix, scale := linalg.WinogradMatrix(op)
	values := w.constant(matrix)
	if len(sides) == 2 {
		part := w.temporary(len(matrix), len(matrix[0]))
		w.product(values, 0, from, part)
		from = part
	}
	w.last(from, to, values, sides, math.Pow(scale, float64(len(sides))))
	return nil
}

// winograd is a transform on its way to structured operations. Their loops are: 0 and 1 along a tile, then
// those along the other dimensions, and behind these the sum of a product.
type winograd struct {
	*ir.Builder
	c    *converter
	op   *ir.Op
	elem *ir.FloatType
	tile linalg.WinogradTile
}

// tiled is a buffer with the subscripts of the element that stands in row h and column w of a tile.
type tiled struct {
	buffer *ir.Value
	at     func(h, w *affine.Expr) []*affine.Expr
}

// sides returns which sides are transformed, height in front of width.
func (w *winograd) sides() []int {
	var list []int
	for side, along := range w.tile.Along {
		if along {
			list = append(list, side)
		}
	}
	return list
}

// loops returns the number of loops but for the sum.
func (w *winograd) loops() int {
	if w.op.Is(linalg.WinogradFilter) {
		return 4
	}
	return 6
}

// operand returns how an operand holds the elements of tiles.
func (w *winograd) operand(i int) tiled {
	v := tiled{buffer: w.c.buffers[w.op.Operand(i)], at: w.inTiles}
	switch {
	case w.op.Is(linalg.WinogradFilter) && i == 0:
		v.at = func(h, w *affine.Expr) []*affine.Expr {
			return []*affine.Expr{affine.D(3), h, w, affine.D(2)}
		}
	case !w.op.Is(linalg.WinogradFilter) && w.op.Is(linalg.WinogradInput) == (i == 0):
		v.at = w.inImage
	}
	return v
}

// inTiles has the subscripts of a buffer that has the elements of a tile in its first two dimensions.
func (w *winograd) inTiles(row, column *affine.Expr) []*affine.Expr {
	list := []*affine.Expr{row, column}
	for d := 2; d < w.loops(); d++ {
		list = append(list, affine.D(d))
	}
	return list
}

// inImage has the subscripts of a buffer in which tiles stand beside each other, loops 2 and 3 counting them.
func (w *winograd) inImage(row, column *affine.Expr) []*affine.Expr {
	side := func(i int, at *affine.Expr) *affine.Expr {
		tile := affine.D(2 + i)
		if !w.tile.Along[i] {
			return tile
		}
		return tile.Mul(affine.C(w.tile.M)).Add(at)
	}
	return []*affine.Expr{affine.D(4), side(0, row), side(1, column), affine.D(5)}
}

// temporary makes a buffer of zeros for tiles of some rows and columns.
func (w *winograd) temporary(rows, columns int) tiled {
	like := w.c.buffers[w.op.Operand(1)]
	if w.op.Is(linalg.WinogradOutput) {
		like = w.c.buffers[w.op.Operand(0)]
	}
	shape := slices.Clone(like.Type().(*ir.MemRefType).Shape)
	shape[0], shape[1] = int64(rows), int64(columns)
	v := w.c.alloc(w.Builder, w.Ctx.MemRef(shape, w.elem, nil, nil), like)
	w.clear(v)
	return tiled{v, w.inTiles}
}

func (w *winograd) clear(v *ir.Value) {
	linalg.NewFill(w.Builder, arith.ConstFloat(w.Builder, w.elem, 0), v)
}

// constant makes memory that holds a matrix.
func (w *winograd) constant(matrix [][]float64) *ir.Value {
	var data strings.Builder
	for _, row := range matrix {
		for _, n := range row {
			bytes, _ := ir.NumberBytes(w.Ctx.FloatValue(w.elem, n))
			data.WriteString(bytes)
		}
	}
	t := w.Ctx.Tensor([]int64{int64(len(matrix)), int64(len(matrix[0]))}, w.elem, nil)
	v := arith.NewConstant(w.Builder, w.Ctx.Dense(t, data.String(), false))
	_ = w.c.constant(v.DefiningOp()) // these elements are numbers
	return w.c.buffers[v]
}

// last makes the product along the last side, the first of one. An output is added to: right away, or once
// all is summed up where that is to be multiplied by something.
func (w *winograd) last(from, to tiled, values *ir.Value, sides []int, scale float64) {
	side := sides[len(sides)-1]
	switch {
	case !w.op.Is(linalg.WinogradOutput):
		w.clear(to.buffer)
		w.product(values, side, from, to)
	case scale == 1:
		w.product(values, side, from, to)
	default:
		extents := [2]int{1, 1}
		for _, side := range sides {
			extents[side] = int(w.tile.M)
		}
		sum := w.temporary(extents[0], extents[1])
		w.product(values, side, from, sum)
		factor := arith.ConstFloat(w.Builder, w.elem, scale)
		w.pointwise(sum, to, func(b *ir.Builder, in, out *ir.Value) *ir.Value {
			return arith.Binary(b, arith.AddF, arith.Binary(b, arith.MulF, factor, in), out)
		})
	}
}

// product adds to a buffer the product of the matrix and the columns of tiles, for height, or of the rows of
// tiles and the transposed matrix, for width.
func (w *winograd) product(values *ir.Value, side int, from, to tiled) {
	row, column, sum := affine.D(0), affine.D(1), affine.D(w.loops())
	operands := []*ir.Value{values, from.buffer}
	places := [][]*affine.Expr{{row, sum}, from.at(sum, column), to.at(row, column)}
	if side == 1 {
		operands = []*ir.Value{from.buffer, values}
		places = [][]*affine.Expr{from.at(row, sum), {column, sum}, to.at(row, column)}
	}
	maps := make([]*affine.Map, len(places))
	for i, list := range places {
		maps[i] = affine.NewMap(w.loops()+1, 0, list...)
	}
	kinds := append(slices.Repeat([]int64{linalg.ParallelLoop}, w.loops()), linalg.ReductionLoop)
	linalg.NewGeneric(w.Builder, operands, to.buffer, maps, kinds,
		func(b *ir.Builder, e []*ir.Value) *ir.Value {
			return arith.Binary(b, arith.AddF, e[2], arith.Binary(b, arith.MulF, e[0], e[1]))
		})
}

// pointwise computes what stands in tiles of one buffer from the same place of another, and from what is
// there.
func (w *winograd) pointwise(from, to tiled, element func(b *ir.Builder, in, out *ir.Value) *ir.Value) {
	maps := make([]*affine.Map, 2)
	for i, t := range []tiled{from, to} {
		maps[i] = affine.NewMap(w.loops(), 0, t.at(affine.D(0), affine.D(1))...)
	}
	linalg.NewGeneric(w.Builder, []*ir.Value{from.buffer}, to.buffer, maps,
		slices.Repeat([]int64{linalg.ParallelLoop}, w.loops()),
		func(b *ir.Builder, e []*ir.Value) *ir.Value { return element(b, e[0], e[1]) })
}
