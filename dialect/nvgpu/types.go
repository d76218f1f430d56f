package nvgpu

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// The types with parameters: a group of mbarriers, a tensor map, a matrix in shared memory that a warpgroup
// multiplies, and the warpgroup's accumulator.
var (
	BarrierGroup = &ir.TypeDef{Dialect: "nvgpu", Mnemonic: "mbarrier.group", Fields: []ir.TypeField{
		{Name: "memorySpace"},
		{Name: "num_barriers", Kind: ir.NumberField, Optional: true, Default: 1},
	}}
	TensorMap = &ir.TypeDef{Dialect: "nvgpu", Mnemonic: "tensormap.descriptor", Fields: []ir.TypeField{
		memrefField, enumField(Swizzle), enumField(L2Promo), enumField(OOB), enumField(Interleave),
	}}
	MatrixDescriptor = &ir.TypeDef{Dialect: "nvgpu", Mnemonic: "warpgroup.descriptor",
		Fields: []ir.TypeField{memrefField}}
	Accumulator = &ir.TypeDef{Dialect: "nvgpu", Mnemonic: "warpgroup.accumulator",
		Fields: []ir.TypeField{
			{Name: "fragmented", Kind: ir.TypeOfField, Match: isVector, Class: "builtin.vector"},
		}}
)

// The enumerations, with the numbers of the CUDA driver.
var (
	Swizzle    = enum("swizzle", "none", "swizzle_32b", "swizzle_64b", "swizzle_128b")
	L2Promo    = enum("l2promo", "none", "l2promo_64b", "l2promo_128b", "l2promo_256b")
	OOB        = enum("oob", "zero", "nan")
	Interleave = enum("interleave", "none", "interleave_16b", "interleave_32b")
	Rounding   = enum("rcp_rounding_mode", "approx", "rn", "rz", "rm", "rp")
)

// The numbers of cases that the rules need.
const (
	noSwizzle      = 0
	swizzle128     = 3
	noInterleave   = 0
	roundingApprox = 0
)

func enum(mnemonic string, cases ...string) *ir.EnumDef {
	def := &ir.EnumDef{Dialect: "nvgpu", Mnemonic: mnemonic, Width: 32, Word: true}
	for i, name := range cases {
		def.Cases = append(def.Cases, ir.EnumCase{Name: name, Value: int64(i)})
	}
	return def
}

func enumField(def *ir.EnumDef) ir.TypeField {
	return ir.TypeField{Name: def.Mnemonic, Kind: ir.EnumField, Enum: def}
}

var memrefField = ir.TypeField{Name: "tensor", Kind: ir.TypeOfField, Match: constraint.IsRankedMemRef,
	Class: "builtin.memref"}

func isVector(t ir.Type) bool { _, ok := t.(*ir.VectorType); return ok }

// barrierTokenText is the text of the type of a phase of an mbarrier.
const barrierTokenText = "mbarrier.token"

// BarrierTokenType returns !nvgpu.mbarrier.token: the type of the phase in which a thread arrived.
func BarrierTokenType(c *ir.Context) ir.Type { return c.OpaqueType("nvgpu", barrierTokenText) }

// isDef returns the predicate on types that def describes.
func isDef(def *ir.TypeDef) func(ir.Type) bool {
	return func(t ir.Type) bool {
		d, ok := t.(*ir.ParametricType)
		return ok && d.Def == def
	}
}

var (
	barrierGroup = ir.TypeConstraint{Summary: "mbarrier barrier type", Match: isDef(BarrierGroup),
		Def: BarrierGroup}
	barrierToken = ir.TypeConstraint{Summary: "", Build: BarrierTokenType,
		Match: func(t ir.Type) bool { return t.String() == "!nvgpu."+barrierTokenText }}
	tensorMap = ir.TypeConstraint{Summary: "TensorMap descriptor", Match: isDef(TensorMap),
		Def: TensorMap}
	matrixDescriptor = ir.TypeConstraint{Summary: "Warpgroup matrix descriptor type",
		Match: isDef(MatrixDescriptor), Def: MatrixDescriptor}
	accumulator = ir.TypeConstraint{Summary: "", Match: isDef(Accumulator), Def: Accumulator}
)

// BarrierCount returns the number of mbarriers in a group.
func BarrierCount(t ir.Type) int64 { return t.(*ir.ParametricType).IntParam(1) }

// BarrierSpace returns the memory space of the mbarriers in a group.
func BarrierSpace(t ir.Type) ir.Attr { return t.(*ir.ParametricType).Params[0] }

// Tile returns the tile that a tensor map or a matrix descriptor describes.
func Tile(t ir.Type) *ir.MemRefType { return t.(*ir.ParametricType).TypeParam(0).(*ir.MemRefType) }

// Fragment returns the shape of a warpgroup's accumulator.
func Fragment(t ir.Type) *ir.VectorType { return t.(*ir.ParametricType).TypeParam(0).(*ir.VectorType) }

// The fields of a tensor map that describe the layout of a tile in memory.
const (
	SwizzleField = iota + 1
	L2PromoField
	OOBField
	InterleaveField
)

// TensorAttr is the attribute of a kernel's argument that is a tensor map: which other argument, a memref,
// the map is of. MapAttr is what becomes of it where arguments are pointers: a dictionary with the type of
// that memref, the number of its pointer among the arguments, and the type of the map. Both are Inflight's
// own, and describe launches (docs/launch.md).
const (
	TensorAttr = "inflight.tensor"
	MapAttr    = "inflight.tensormap"
)

// MappedTo returns the attributes of a kernel's argument that is a tensor map of another argument.
func MappedTo(c *ir.Context, tensor int) ir.Attr {
	return c.Dict([]ir.NamedAttr{{Name: TensorAttr, Value: c.Int(c.I64, int64(tensor))}})
}

// MappedArguments returns of which argument each argument of a kernel is a tensor map, by TensorAttr.
func MappedArguments(kernel *ir.Op) map[int]int {
	maps := map[int]int{}
	list, _ := kernel.Attr("arg_attrs").(*ir.ArrayAttr)
	for i := 0; list != nil && i < len(list.Elems); i++ {
		d, _ := list.Elems[i].(*ir.DictAttr)
		for n := 0; d != nil && n < len(d.Entries); n++ {
			if a, ok := d.Entries[n].Value.(*ir.IntegerAttr); ok && d.Entries[n].Name == TensorAttr &&
				a.Value >= 0 {
				maps[i] = int(a.Value)
			}
		}
	}
	return maps
}

// Mode returns the value of field i of a tensor map, as the driver numbers it.
func Mode(t ir.Type, i int) int64 { return t.(*ir.ParametricType).Params[i].(*ir.EnumAttr).Value }

// DriverType returns the number that the driver has for a type of elements: CUDA driver API,
// CUtensorMapDataType. Numbers of 8 bits are bytes to it.
func DriverType(t ir.Type) (int64, bool) {
	switch t := t.(type) {
	case *ir.IntegerType:
		if t.Sign == ir.Unsigned {
			n, ok := map[uint32]int64{8: 0, 16: 1, 32: 2, 64: 4}[t.Width]
			return n, ok
		}
		n, ok := map[uint32]int64{8: 0, 16: 1, 32: 3, 64: 5}[t.Width]
		return n, ok
	case *ir.FloatType:
		n, ok := map[ir.FloatKind]int64{ir.F16: 6, ir.F32: 7, ir.F64: 8, ir.BF16: 9, ir.TF32: 11,
			ir.F8E4M3FN: 0, ir.F8E5M2: 0}[t.Kind]
		return n, ok
	}
	return 0, false
}
