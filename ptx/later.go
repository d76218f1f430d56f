package ptx

// This file has the instructions of textures and surfaces, of tensor memory and of clusters, and others that
// package machine does not execute. Their modifiers are many, and are not checked one by one.

const (
	multimemTypes = "b32 b64 u32 u64 s32 s64 f16 f16x2 bf16 bf16x2 f32 f64 e5m2 e5m2x2 e5m2x4 e4m3 e4m3x2 " +
		"e4m3x4"
	tensorGroups   = "cta_group::1 cta_group::2"
	tensorMoves    = "16x64b 16x128b 16x256b 32x32b 16x32bx2 x1 x2 x4 x8 x16 x32 x64 x128"
	tensorProducts = "kind::f16 kind::tf32 kind::i8 " + kinds + " block16 block32 collector::a::fill " +
		"collector::a::use collector::a::lastuse collector::a::discard collector::b0::fill " +
		"collector::b0::use " +
		"collector::b0::lastuse collector::b0::discard collector::b1::fill collector::b1::use " +
		"collector::b1::lastuse collector::b1::discard collector::b2::fill collector::b2::use " +
		"collector::b2::lastuse collector::b2::discard collector::b3::fill collector::b3::use " +
		"collector::b3::lastuse collector::b3::discard "
)

// later is the second part of the table of instructions.
var later = map[string]form{
	// textures, surfaces and samplers
	"tex": {types: "u32 s32 f16 f16x2 f32", modifiers: "base level grad a1d a2d cube acube 2dms a2dms v2 v4" +
		dimensions, roles: "rx*", apart: true},
	"tld4": {types: "u32 s32 f32", modifiers: "r g b a a2d cube acube v4" + dimensions, roles: "rx*",
		apart: true},
	"txq": {types: "b32",
		modifiers: "level width height depth channel_data_type channel_order normalized_coords " +
			"array_size num_mipmap_levels num_samples force_unnormalized_coords filter_mode addr_mode_0 " +
			"addr_mode_1 " +
			"addr_mode_2", roles: "rx*", apart: true},
	"suq": {types: "b32",
		modifiers: "width height depth channel_data_type channel_order array_size memory_layout",
		roles:     "rx", apart: true},
	"suld": {types: "b8 b16 b32 b64", modifiers: "b a1d a2d ca cg cs cv v2 v4 trap clamp zero" + dimensions,
		roles: "rx", apart: true},
	"sust": {types: "b8 b16 b32 b64", modifiers: "b p a1d a2d wb cg cs wt v2 v4 trap clamp zero" + dimensions,
		roles: "xx", apart: true},
	"sured": {types: "u32 s32 b32 u64 s64 b64",
		modifiers: "b p add min max and or trap clamp zero" + dimensions,
		roles:     "xx", apart: true},
	"istypep": {types: "texref samplerref surfref", roles: "rx", apart: true},

	// tensor memory: PTX ISA, "TensorCore 5th Generation"
	"tcgen05.alloc": {types: "b32", modifiers: "alloc sync aligned shared::cta " + tensorGroups, roles: "au",
		sm: 100, version: 86},
	"tcgen05.dealloc": {types: "b32", modifiers: "dealloc sync aligned " + tensorGroups, roles: "uu", sm: 100,
		version: 86},
	"tcgen05.relinquish_alloc_permit": {modifiers: "relinquish_alloc_permit sync aligned " + tensorGroups,
		roles: " ", sm: 100, version: 86},
	"tcgen05.ld": {types: "b32", modifiers: "ld sync aligned pack::16b " + tensorMoves, roles: "ra ran",
		apart: true, sm: 100, version: 86},
	"tcgen05.ld.red": {loose: true, roles: "rrax*", apart: true, sm: 100, version: 86},
	"tcgen05.st": {types: "b32", modifiers: "st sync aligned unpack::16b " + tensorMoves, roles: "ax anx",
		apart: true, sm: 100, version: 86},
	"tcgen05.wait::ld": {modifiers: "wait::ld sync aligned", roles: " ", sm: 100, version: 86},
	"tcgen05.wait::st": {modifiers: "wait::st sync aligned", roles: " ", sm: 100, version: 86},
	"tcgen05.cp": {modifiers: "cp 128x256b 4x256b 128x128b 64x128b 32x128b warpx2::02_13 warpx2::01_23 " +
		"warpx4 b8x16 b6x16_p32 b4x16_p64 b8x16.b6x16_p32 b8x16.b4x16_p64 " + tensorGroups, roles: "ag",
		apart: true, sm: 100, version: 86},
	"tcgen05.shift": {modifiers: "shift down " + tensorGroups, roles: "a", apart: true, sm: 100, version: 86},
	"tcgen05.mma": {modifiers: "mma ws ashift " + tensorProducts + tensorGroups, roles: "axgux*", apart: true,
		sm: 100, version: 86},
	"tcgen05.mma.sp":    {loose: true, roles: "axx*", apart: true, sm: 100, version: 86},
	"tcgen05.mma.ws.sp": {loose: true, roles: "axx*", apart: true, sm: 100, version: 86},
	"tcgen05.commit": {types: "b64", modifiers: "commit mbarrier::arrive::one shared::cluster " +
		"multicast::cluster " + tensorGroups, roles: "a", extra: "multicast::cluster h", sm: 100,
		version: 86},
	"tcgen05.fence::before_thread_sync": {modifiers: "fence::before_thread_sync", roles: " ", sm: 100,
		version: 86},
	"tcgen05.fence::after_thread_sync": {modifiers: "fence::after_thread_sync", roles: " ", sm: 100,
		version: 86},

	// clusters and several devices
	"clusterlaunchcontrol.try_cancel": {types: "b128",
		modifiers: "try_cancel async shared::cta mbarrier::complete_tx::bytes multicast::cluster::all",
		roles:     "aa", sm: 100, version: 86},
	"clusterlaunchcontrol.query_cancel": {types: "pred b32 b128", modifiers: "query_cancel is_canceled v4 " +
		"get_first_ctaid get_first_ctaid::x get_first_ctaid::y get_first_ctaid::z", roles: "rx", sm: 100,
		version: 86},
	"multimem.ld_reduce": {types: multimemTypes,
		modifiers: "ld_reduce min max add and or xor acc::f32 acc::f16 " +
			"v2 v4 v8 weak relaxed acquire global " + scopes, roles: "va", sm: 90, version: 81},
	"multimem.st": {types: multimemTypes, modifiers: "st weak relaxed release global v2 v4 v8 " + scopes,
		roles: "aV", sm: 90, version: 81},
	"multimem.red": {types: multimemTypes, modifiers: "red min max add and or xor relaxed release global " +
		"v2 v4 v8 " + scopes, roles: "aV", sm: 90, version: 81},
	"multimem.cp":        {loose: true, roles: "aax*", sm: 90, version: 81},
	"multimem.cp.reduce": {loose: true, roles: "aax*", sm: 90, version: 81},
	"getctarank": {types: "u32 u64", modifiers: "shared::cluster", roles: "rx", sm: 90,
		version: 78},
	"st.async": {types: "b32 b64 u32 u64 s32 s64 f32 f64",
		modifiers: "async weak shared::cluster mbarrier::complete_tx::bytes v2 v4", roles: "axa", sm: 90,
		version: 81},
	"st.bulk": {modifiers: "bulk weak shared::cta", roles: "axn", sm: 100, version: 86},
	"red.async": {types: "u32 s32 u64 s64 b32 b64",
		modifiers: "async relaxed cluster shared::cluster mbarrier::complete_tx::bytes add min max and or " +
			"xor " +
			"inc dec", roles: "axa", sm: 90, version: 81},

	// caches
	"createpolicy": {types: "b64", modifiers: "fractional range cvt global L2 L2::evict_last " +
		"L2::evict_normal L2::evict_first L2::evict_unchanged", roles: "rx*", sm: 80, version: 74},
	"prefetchu":     {modifiers: "L1", roles: "a"},
	"applypriority": {modifiers: "global L2::evict_normal", roles: "an", sm: 80, version: 74},
	"discard":       {modifiers: "global L2", roles: "an", sm: 80, version: 74},

	// integers
	"mul24": {types: "u32 s32", modifiers: "hi lo", roles: "dss"},
	"mad24": {types: "u32 s32", modifiers: "hi lo sat", roles: "dsss"},
	"madc":  {types: "u32 s32 u64 s64", modifiers: "hi lo cc", roles: "dsss"},
	"sad":   {types: integers16, roles: "dsss"},
	"cnot":  {types: bitTypes, roles: "ds"},
	"bmsk":  {types: "b32", modifiers: "clamp wrap", roles: "dss", sm: 70, version: 76},
	"szext": {types: "u32 s32", modifiers: "clamp wrap", roles: "dsu", sm: 70, version: 76},
	"fns":   {types: "b32", roles: "dsss", sm: 30, version: 60},
	"dp4a":  {types: "u32 s32", roles: "euuu", sm: 61, version: 50},
	"dp2a":  {types: "u32 s32", modifiers: "lo hi", roles: "euuu", sm: 61, version: 50},

	// integers in parts: PTX ISA, "Video Instructions"
	"vadd": {loose: true, roles: "rx*"}, "vsub": {loose: true, roles: "rx*"},
	"vabsdiff": {loose: true, roles: "rx*"}, "vmin": {loose: true, roles: "rx*"},
	"vmax": {loose: true, roles: "rx*"}, "vshl": {loose: true, roles: "rx*"},
	"vshr": {loose: true, roles: "rx*"}, "vmad": {loose: true, roles: "rx*"},
	"vset": {loose: true, roles: "rx*"}, "vadd2": {loose: true, roles: "rx*"},
	"vsub2": {loose: true, roles: "rx*"}, "vavrg2": {loose: true, roles: "rx*"},
	"vabsdiff2": {loose: true, roles: "rx*"}, "vmin2": {loose: true, roles: "rx*"},
	"vmax2": {loose: true, roles: "rx*"}, "vset2": {loose: true, roles: "rx*"},
	"vadd4": {loose: true, roles: "rx*"}, "vsub4": {loose: true, roles: "rx*"},
	"vavrg4": {loose: true, roles: "rx*"}, "vabsdiff4": {loose: true, roles: "rx*"},
	"vmin4": {loose: true, roles: "rx*"}, "vmax4": {loose: true, roles: "rx*"},
	"vset4": {loose: true, roles: "rx*"},

	// memory of a thread, and tools
	"alloca":       {types: "u32 u64", roles: "rx*", sm: 52, version: 73},
	"stacksave":    {types: "u32 u64", roles: "r", sm: 52, version: 73},
	"stackrestore": {types: "u32 u64", roles: "x", sm: 52, version: 73},
	"brkpt":        {roles: " "},
	"pmevent":      {modifiers: "mask", roles: "n"},
}

// table joins the parts of the table of instructions.
func table(parts ...map[string]form) map[string]form {
	all := map[string]form{}
	for _, part := range parts {
		for name, f := range part {
			all[name] = f
		}
	}
	return all
}

// beyond are words of instructions in the first part of the table that are known and not executed.
var beyond = setOf("sp", "sp::ordered_metadata", "block_scale", "kind::f8f6f4", "kind::mxf8f6f4",
	"kind::mxf4",
	"kind::mxf4nvf4", "rs", "scaled::n2::ue8m0", "e2m1x2", "e2m3x2", "e3m2x2", "m16n16", "m8n16", "m16n8",
	"tensor", "reduce", "multicast::cluster",
	"cp_mask",
	"lop3.and", "lop3.or",
	"im2col::w", "im2col::w::128", "cta_group::2", "u2", "s2", "b128", "v2", "v4", "v8")

// laterOpcodes are the opcodes of the second part of the table that have several entries, whose words are
// checked.
var laterOpcodes = setOf("tcgen05", "clusterlaunchcontrol", "multimem")

func setOf(words ...string) map[string]bool {
	all := map[string]bool{}
	for _, w := range words {
		all[w] = true
	}
	return all
}

// Beyond reports whether an instruction is known and not executed: it is one of the second part of the table
// without a meaning in package machine, or has a word that the machine does not know.
func Beyond(in *Instruction) bool {
	f, _ := formOf(in)
	if _, isLater := later[in.Opcode]; f.loose || isLater || laterOpcodes[in.Opcode] {
		return true
	}
	if isSum(in) && len(in.Types()) == 2 {
		return true
	}
	for _, word := range in.Modifiers {
		if beyond[word] || beyond[in.Opcode+"."+word] {
			return true
		}
	}
	return false
}

// Executable reports whether package machine may execute an instruction: its modifiers were checked.
func Executable(in *Instruction) bool {
	f, _ := formOf(in)
	return !f.loose
}

// Apart reports whether an instruction accesses no memory that others access through addresses, and orders
// nothing: it has no address, or it is one of textures, surfaces or tensor memory.
func Apart(in *Instruction) bool {
	f, _ := formOf(in)
	if f.apart {
		return true
	}
	for _, o := range in.Operands {
		if _, isAddress := o.(*Address); isAddress {
			return false
		}
	}
	return !synchronizes(in.Opcode)
}

// synchronizes reports whether an instruction without an address makes threads wait or orders memory.
func synchronizes(opcode string) bool {
	switch opcode {
	case "bar", "barrier", "fence", "membar", "cp", "wgmma", "mbarrier", "griddepcontrol", "tcgen05":
		return true
	}
	return false
}
