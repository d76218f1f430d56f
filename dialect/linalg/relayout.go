package linalg

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/internal/indexlist"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// Pack is linalg.pack: it lays a tensor out in tiles. Each dimension in inner_dims_pos becomes a dimension
// that counts its tiles. The extents of the tiles follow behind all dimensions. Elements of the last tile
// beyond the end of a dimension are padding_value.
var Pack = relayout(&ir.OpDef{
	Name:    "linalg.pack",
	Summary: "lay a tensor out in tiles",
	Operands: []ir.OperandDef{
		{Name: "source", Type: constraint.RankedTensor}, {Name: "dest", Type: constraint.RankedTensor},
		{Name: "padding_value", Type: constraint.AnyType, Arity: ir.Optional},
		{Name: "inner_tiles", Type: constraint.Index, Arity: ir.Variadic},
	},
	Attrs:  append(slices.Clone(relayoutAttrs), constraint.OperandSegmentSize),
	Traits: ir.AttrSizedOperands,
	Format: "$source (`padding_value` `(` $padding_value^ `:` type($padding_value) `)`)? " + relayoutFormat,
}, "pack")

// Unpack is linalg.unpack: the inverse of linalg.pack. Elements of the last tile beyond the end of a
// dimension of the result are left out.
var Unpack = relayout(&ir.OpDef{
	Name:    "linalg.unpack",
	Summary: "lay a tensor that is in tiles out in rows",
	Operands: []ir.OperandDef{
		{Name: "source", Type: constraint.RankedTensor}, {Name: "dest", Type: constraint.RankedTensor},
		{Name: "inner_tiles", Type: constraint.Index, Arity: ir.Variadic},
	},
	Attrs:  relayoutAttrs,
	Format: "$source " + relayoutFormat,
}, "unpack")

var relayoutAttrs = []ir.AttrDef{
	{Name: "outer_dims_perm", Type: constraint.I64Array, Optional: true,
		Implied: func(c *ir.Context) ir.Attr { return c.I64Array() }},
	{Name: "inner_dims_pos", Type: constraint.I64Array},
	{Name: "static_inner_tiles", Type: constraint.I64Array},
}

const relayoutFormat = "(`outer_dims_perm` `=` $outer_dims_perm^)? `inner_dims_pos` `=` $inner_dims_pos " +
	"`inner_tiles` `=` custom<DynamicIndexList>($inner_tiles, $static_inner_tiles) `into` $dest attr-dict " +
	"`:` type($source) `->` type($dest)"

func init() {
	Pack.Verify = verifyPack
	Unpack.Verify = verifyRelayout
}

// relayout adds the fields that Pack and Unpack share. Both operations have no effects, but a pass must not
// run one where the program would not run it: its dynamic extents may not agree.
func relayout(def *ir.OpDef, name string) *ir.OpDef {
	def.Results = []ir.ResultDef{{Name: "result", Type: constraint.RankedTensor}}
	def.TypesMatch = []ir.TypesMatch{{From: "dest", To: "result",
		Summary: "result type matches type of dest",
		Type:    func(_ *ir.Context, t ir.Type) ir.Type { return t }}}
	def.Effects = func(*ir.Op, func(ir.Effect)) {}
	def.ResultNames = nameResult(name)
	return def
}

// Tiling is how a Pack or an Unpack lays a tensor out.
type Tiling struct {
	// Rank is the number of dimensions of the tensor that is not in tiles.
	Rank int
	// Dims are the dimensions of that tensor that have tiles, and Tiles are the extents of the tiles.
	Dims  []int64
	Tiles []ir.OpFoldResult
	// Outer has an entry for each of the first dimensions of the tensor in tiles: the dimension of the other
	// tensor whose tiles it counts, or whose elements if that one has no tiles.
	Outer []int64
	// Padding is the value of elements beyond the end, nil for a Pack of whole tiles and for an Unpack.
	Padding *ir.Value
}

// TilingOf returns how a Pack or an Unpack lays a tensor out. The operands may be buffers already.
func TilingOf(op *ir.Op) Tiling {
	t := Tiling{Dims: op.Ints("inner_dims_pos"), Tiles: indexlist.Of(op), Outer: op.Ints("outer_dims_perm")}
	if t.Rank = rankOf(op.Operand(1)); op.Is(Pack) {
		t.Rank = rankOf(op.Operand(0))
	}
	if len(t.Outer) == 0 {
		for d := range t.Rank {
			t.Outer = append(t.Outer, int64(d))
		}
	}
	if op.Is(Pack) {
		if padding := op.OperandsOf(2); len(padding) > 0 {
			t.Padding = padding[0]
		}
	}
	return t
}

// unpackedAndPacked returns the types of the tensor without tiles and of the one in tiles.
func unpackedAndPacked(op *ir.Op) (flat, tiled *ir.TensorType) {
	source, dest := op.Operand(0).Type().(*ir.TensorType), op.Operand(1).Type().(*ir.TensorType)
	if op.Is(Pack) {
		return source, dest
	}
	return dest, source
}

func verifyPack(op *ir.Op) error {
	if err := verifyRelayout(op); err != nil {
		return err
	}
	t := TilingOf(op)
	flat, tiled := unpackedAndPacked(op)
	if t.Padding != nil {
		if t.Padding.Type() != flat.Elem {
			return op.OpErrorf(codeLinalg, "expected padding_value has '%v' but got: '%v'", flat.Elem,
				t.Padding.Type())
		}
		return nil
	}
	for i, d := range t.Dims {
		n, tile := flat.Shape[d], t.Tiles[i]
		if n == ir.Dynamic {
			continue
		}
		count := tiled.Shape[slices.Index(t.Outer, d)]
		if tile.Value == nil && n%tile.Const != 0 || tile.Value != nil && count > 0 && n%count != 0 {
			return op.OpErrorf(codeLinalg,
				"invalid tile factor or output size provided. Only full tiles are "+
					"supported when padding_value is not set")
		}
	}
	return nil
}

// verifyRelayout checks the lists of a Pack or an Unpack, and that the extents of both tensors agree.
func verifyRelayout(op *ir.Op) error {
	flat, tiled := unpackedAndPacked(op)
	rank, dims, outer := len(flat.Shape), op.Ints("inner_dims_pos"), op.Ints("outer_dims_perm")
	tiles := op.Ints("static_inner_tiles")
	switch {
	case !indexlist.Matches(op):
		return op.OpErrorf(codeLinalg, "expected a value for each dynamic tile")
	case slices.Contains(tiles, 0):
		return op.Errorf(codeLinalg, "invalid zero tile factor")
	case !distinct(dims, rank):
		return op.Errorf(codeLinalg, "invalid inner_dims_pos vector")
	case !distinct(outer, rank):
		return op.Errorf(codeLinalg, "invalid outer_dims_perm vector")
	case len(outer) > 0 && len(outer) != rank:
		return op.Errorf(codeLinalg, "outer_dims_perm must be a permutation or empty")
	case len(tiles) > rank:
		return op.Errorf(codeLinalg,
			"tiling factors must be less than or equal to the input rank for pack or output rank for unpack")
	case len(tiles) != len(dims):
		return op.Errorf(codeLinalg, "tiling factors must equal the number of dimensions to tile")
	case len(tiled.Shape) != rank+len(tiles):
		return op.Errorf(codeLinalg, "packed rank != (unpacked rank + num tiling factors), got %d != %d",
			len(tiled.Shape), rank+len(tiles))
	case !slices.Equal(tiled.Shape[rank:], tiles):
		return op.Errorf(codeLinalg,
			"mismatch in inner tile sizes specified and shaped of tiled dimension in the packed type")
	case flat.Elem != tiled.Elem:
		return op.OpErrorf(codeLinalg, "has elements of type '%v' and of type '%v'", flat.Elem, tiled.Elem)
	}
	if want := packedShape(op); !ir.CompatibleShapes(want, tiled.Shape) {
		return op.Errorf(codeLinalg, "expected '%v' for the packed domain value, got '%v'",
			op.Context().Tensor(want, flat.Elem, nil), tiled)
	}
	return nil
}

// distinct reports whether a list names dimensions below the rank, each at most once.
func distinct(dims []int64, rank int) bool {
	for i, d := range dims {
		if d < 0 || d >= int64(rank) || slices.Contains(dims[:i], d) {
			return false
		}
	}
	return true
}

// packedShape returns the extents of the tensor in tiles, as far as the other tensor determines them.
func packedShape(op *ir.Op) []int64 {
	t := TilingOf(op)
	flat, _ := unpackedAndPacked(op)
	shape := make([]int64, t.Rank)
	for i, d := range t.Outer {
		shape[i] = flat.Shape[d]
		at := slices.Index(t.Dims, d)
		switch {
		case at < 0 || shape[i] == ir.Dynamic:
		case t.Tiles[at].Value != nil:
			shape[i] = ir.Dynamic
		default:
			n, tile := shape[i], t.Tiles[at].Const
			if shape[i] = n / tile; n%tile != 0 {
				shape[i]++
			}
		}
	}
	return append(shape, op.Ints("static_inner_tiles")...)
}
