package convertvectortoscf

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/affine"
)

// permutations are the patterns that put the dimensions of transfers in the order of the memory.
func permutations() []ir.Pattern {
	patterns := []struct {
		name    string
		def     *ir.OpDef
		rewrite func(x *transfer, rw *ir.Rewriter) bool
	}{
		{"transpose-read", vector.TransferRead, transposeRead},
		{"transpose-write", vector.TransferWrite, transposeWrite},
		{"broadcast-read", vector.TransferRead, broadcastRead},
		{"write-unit-dimensions", vector.TransferWrite, writeUnitDimensions},
	}
	var list []ir.Pattern
	for _, p := range patterns {
		list = append(list, ir.Pattern{Name: p.name, Root: p.def.Name,
			Rewrite: func(op *ir.Op, rw *ir.Rewriter) bool {
				x := transferOf(op)
				return len(x.dims) > 0 && x.t.Scalable == nil && !op.Parent().Is(vector.Mask) &&
					p.rewrite(x, rw)
			}})
	}
	return list
}

// dimsOf returns the dimension of memory that each result of a map is, or broadcast.
func dimsOf(m *affine.Map) []int {
	dims := make([]int, len(m.Results))
	for i, e := range m.Results {
		dims[i] = broadcast
		if e.Kind == affine.Dim {
			dims[i] = int(e.Value)
		}
	}
	return dims
}

// mapTo is the map from so many subscripts to dims.
func mapTo(subscripts int, dims []int) *affine.Map {
	results := make([]*affine.Expr, len(dims))
	for i, d := range dims {
		results[i] = affine.C(0)
		if d != broadcast {
			results[i] = affine.D(d)
		}
	}
	return affine.NewMap(subscripts, 0, results...)
}

// isMinor reports whether the dimensions are the last of the memory in order, where some may be repeated ones
// if repeats is set.
func isMinor(dims []int, rank int, repeats bool) bool {
	first := rank - len(dims)
	for i, d := range dims {
		if d != first+i && !(repeats && d == broadcast) {
			return false
		}
	}
	return first >= 0
}

// minorPlaces returns the place of each dimension once they are in the order of the last dimensions of the
// memory; repeated ones take the places that are free, in order. It returns nil where a dimension is none of
// the last.
func minorPlaces(dims []int, rank int) []int {
	first, lead := max(rank-len(dims), 0), max(len(dims)-rank, 0)
	places, taken := make([]int, len(dims)), make([]bool, max(len(dims), rank))
	for i, d := range dims {
		if d == broadcast {
			continue
		}
		if d < first {
			return nil
		}
		places[i] = d - first + lead
		taken[places[i]] = true
	}
	next := 0
	for i, d := range dims {
		if d != broadcast {
			continue
		}
		for taken[next] {
			next++
		}
		places[i] = next
		next++
	}
	return places
}

func (x *transfer) memoryRank() int { return x.Map.NumDims }

// moved returns a list whose element i is at places[i].
func moved[T any](list []T, places []int) []T {
	to := make([]T, len(list))
	for i, v := range list {
		to[places[i]] = v
	}
	return to
}

// sortedPlaces returns the place of each dimension once those that are not repeated are in the order of the
// memory.
func sortedPlaces(dims []int) []int {
	var at []int
	for i, d := range dims {
		if d != broadcast {
			at = append(at, i)
		}
	}
	order := slices.SortedFunc(slices.Values(at), func(i, j int) int { return dims[i] - dims[j] })
	places := make([]int, len(dims))
	for i := range dims {
		places[i] = i
	}
	for k, i := range order {
		places[i] = at[k]
	}
	return places
}

// transposeRead reads the dimensions in the order of the memory and transposes the vector. It does so where
// they are the last ones of the memory, and, other than upstream's pass, wherever there is a mask, whose
// dimensions are in the order of the memory: a loop along another one would take the wrong part of the mask.
func transposeRead(x *transfer, rw *ir.Rewriter) bool {
	places := minorPlaces(x.dims, x.memoryRank())
	if places == nil && x.Mask != nil {
		places = sortedPlaces(x.dims)
	}
	if places == nil || slices.IsSorted(places) {
		return false
	}
	t := rw.Ctx.Vector(moved(x.t.Shape, places), nil, x.t.Elem)
	read := vector.NewTransferRead(rw.Builder, t, vector.Transfer{
		Base: x.Base, Indices: x.Indices, Padding: x.Padding, Mask: x.Mask,
		Map: mapTo(x.memoryRank(), moved(x.dims, places)), InBounds: moved(x.InBounds, places),
	})
	rw.ReplaceWithNew(x.op, transposition(rw.Ctx, read.Result(0), places))
	return true
}

// transposition is the state of a vector.transpose.
func transposition(c *ir.Context, v *ir.Value, permutation []int) ir.OpState {
	from := v.Type().(*ir.VectorType)
	shape, list := make([]int64, len(permutation)), make([]int64, len(permutation))
	for i, d := range permutation {
		shape[i], list[i] = from.Shape[d], int64(d)
	}
	return ir.OpState{
		Def: vector.Transpose, Operands: []*ir.Value{v}, Results: []ir.Type{c.Vector(shape, nil, from.Elem)},
		Attrs: []ir.NamedAttr{{Name: "permutation", Value: c.I64Array(list...)}},
	}
}

// transposeWrite transposes the vector and writes the dimensions in the order of the memory.
func transposeWrite(x *transfer, rw *ir.Rewriter) bool {
	places := minorPlaces(x.dims, x.memoryRank())
	if places == nil || isMinor(x.dims, x.memoryRank(), false) {
		return false
	}
	order := make([]int, len(places))
	for i, at := range places {
		order[at] = i
	}
	v := rw.Create(transposition(rw.Ctx, x.Vector, order)).Result(0)
	made := vector.NewTransferWrite(rw.Builder, vector.Transfer{
		Vector: v, Base: x.Base, Indices: x.Indices, Mask: x.Mask,
		Map: mapTo(x.memoryRank(), moved(x.dims, places)), InBounds: moved(x.InBounds, places),
	})
	rw.Replace(x.op, made.Results()...)
	return true
}

// broadcastRead reads a vector without the first dimensions, which are repeated, and repeats it.
func broadcastRead(x *transfer, rw *ir.Rewriter) bool {
	lead := 0
	for lead < len(x.dims) && x.dims[lead] == broadcast {
		lead++
	}
	if lead == 0 || !isMinor(x.dims[lead:], x.memoryRank(), true) {
		return false
	}
	read := vector.NewTransferRead(rw.Builder, rw.Ctx.Vector(x.t.Shape[lead:], nil, x.t.Elem),
		vector.Transfer{
			Base: x.Base, Indices: x.Indices, Padding: x.Padding, Mask: x.Mask,
			Map: mapTo(x.memoryRank(), x.dims[lead:]), InBounds: x.InBounds[lead:],
		}).Result(0)
	rw.ReplaceWithNew(x.op,
		ir.OpState{Def: vector.Broadcast, Operands: []*ir.Value{read}, Results: x.op.ResultTypes()})
	return true
}

// writeUnitDimensions makes dimensions of extent 1 of those of the memory that a transfer leaves out between
// others.
func writeUnitDimensions(x *transfer, rw *ir.Rewriter) bool {
	if minorPlaces(x.dims, x.memoryRank()) != nil {
		return false
	}
	var missing []int
	for d := slices.Min(x.dims); d < x.memoryRank(); d++ {
		if !slices.Contains(x.dims, d) {
			missing = append(missing, d)
		}
	}
	inBounds := slices.Concat(slices.Repeat([]bool{true}, len(missing)), x.InBounds)
	v, mask := widened(rw.Builder, x.Vector, len(missing)), x.Mask
	if mask != nil {
		mask = rw.Create(transposition(rw.Ctx, widened(rw.Builder, mask, len(missing)),
			maskOrder(x, missing))).Result(0)
	}
	made := vector.NewTransferWrite(rw.Builder, vector.Transfer{
		Vector: v, Base: x.Base, Indices: x.Indices, Mask: mask,
		Map: mapTo(x.memoryRank(), slices.Concat(missing, x.dims)), InBounds: inBounds,
	})
	rw.Replace(x.op, made.Results()...)
	return true
}

// maskOrder returns which dimensions of a mask, behind one for each missing dimension, are those of the
// memory in order.
func maskOrder(x *transfer, missing []int) []int {
	var order []int
	unit, next := 0, len(missing)
	for d := slices.Min(x.dims); d < x.memoryRank(); d++ {
		if slices.Contains(missing, d) {
			order = append(order, unit)
			unit++
		} else {
			order = append(order, next)
			next++
		}
	}
	return order
}

// widened puts n dimensions of extent 1 in front of those of a vector.
func widened(b *ir.Builder, v *ir.Value, n int) *ir.Value {
	t := v.Type().(*ir.VectorType)
	return vector.NewBroadcast(b,
		b.Ctx.Vector(slices.Concat(slices.Repeat([]int64{1}, n), t.Shape), nil, t.Elem), v)
}

// index makes a constant.
func index(b *ir.Builder, n int64) *ir.Value { return arith.ConstIndex(b, n) }
