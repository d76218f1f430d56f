package nvvm

import "github.com/inflight-compiler/inflight/ir"

// The enumerations of the dialect. The custom syntax of those that bare makes has no brackets.
var (
	MemScope = enum("mem_scope", "cta", "cluster", "gpu", "sys")
	MemOrder = enum("mem_order", "weak", "relaxed", "acquire", "release", "acq_rel", "sc", "mmio",
		"volatile")
	SharedSpace = enum("shared_space", "cta", "cluster")
	ProxyKind   = enum("proxy_kind", "alias", "async", "async.global", "async.shared", "tensormap",
		"generic")
	BarrierReduction = enum("reduction", "popc", "and", "or")
	PermuteMode      = enum("permute_mode", "default", "f4e", "b4e", "rc8", "ecl", "ecr", "rc16")
	MatrixLayout     = enum("mma_layout", "row", "col")
	MatrixElement    = enum("ld_st_matrix_elt_type", "b16", "b8", "b8x16.b6x16_p32", "b8x16.b4x16_p64")
	LoadMode         = enum("tma_load_mode", "tile", "im2col", "im2col_w", "im2col_w_128", "tile_gather4")
	StoreMode        = enum("tma_store_mode", "tile", "im2col", "tile_scatter4")
	BulkReduction    = enum("tma_redux_kind", "add", "min", "max", "inc", "dec", "and", "or", "xor")
	CTAGroup         = enum("cta_group", "cta_1", "cta_2")
	CacheModifier    = bare("load_cache_modifier", "ca", "cg", "cs", "lu", "cv")
	SetMaxAction     = bare("action", "increase", "decrease")
	ShuffleKind      = bare("shfl_kind", "bfly", "up", "down", "idx")
	VoteKind         = bare("vote_sync_kind", "any", "all", "ballot", "uni")
	MatchKind        = bare("match_sync_kind", "any", "all")
	ReduxKind        = reduxKinds()
	GridDependency   = bare("grid_dep_action", "wait", "launch_dependents")
	CacheLevel       = bare("prefetch_cache_level", "L1", "L2")
	EvictionPriority = bare("cache_eviction_priority", "evict_normal", "evict_first", "evict_last",
		"evict_unchanged", "no_allocate")
	enums = []*ir.EnumDef{MemScope, MemOrder, SharedSpace, ProxyKind, BarrierReduction,
		PermuteMode, MatrixLayout, MatrixElement, LoadMode, StoreMode, BulkReduction, CTAGroup, CacheModifier,
		SetMaxAction, ShuffleKind, VoteKind, MatchKind, ReduxKind, GridDependency, CacheLevel,
		EvictionPriority, MatrixType, MatrixOverflow, MatrixBits, MatrixKind, WarpgroupScaleIn,
		WarpgroupScaleOut, WarpgroupType, WmmaFragment}
	MatrixShape = &ir.AttributeDef{Dialect: "nvvm", Mnemonic: "ld_st_matrix_shape",
		Fields: []ir.TypeField{number("m"), number("n")}}
)

// enum numbers its cases from 0.
func enum(mnemonic string, cases ...string) *ir.EnumDef {
	def := &ir.EnumDef{Dialect: "nvvm", Mnemonic: mnemonic, Width: 32}
	for i, name := range cases {
		def.Cases = append(def.Cases, ir.EnumCase{Name: name, Value: int64(i)})
	}
	return def
}

func bare(mnemonic string, cases ...string) *ir.EnumDef {
	def := enum(mnemonic, cases...)
	def.Word = true
	return def
}

// reduxKinds numbers its cases from 1, as upstream, where 0 is no case.
func reduxKinds() *ir.EnumDef {
	def := bare("redux_kind", "none", "add", "and", "max", "min", "or", "umax", "umin", "xor", "fmin", "fmax")
	def.Cases = def.Cases[1:]
	return def
}

func number(name string) ir.TypeField { return ir.TypeField{Name: name, Kind: ir.NumberField} }

// isCase reports whether an attribute is the case of that name.
func isCase(a ir.Attr, name string) bool {
	e, ok := a.(*ir.EnumAttr)
	return ok && e.Def.CaseName(e.Value) == name
}
