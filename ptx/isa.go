package ptx

import (
	"fmt"
	"slices"
	"strings"
)

// form is what the table says of an opcode.
type form struct {
	// types are the types that may stand among the modifiers, and modifiers the other words.
	types, modifiers string
	// roles has a letter for each operand; several signatures are separated by blanks. Empty leaves the
	// operands to the one who gives the instruction its meaning.
	//
	//	d  result of the first type            f  source of the first type
	//	s  source of the last type             w  source of twice its width     W  result of twice its width
	//	u  source of 32 bits                   e  result of 32 bits
	//	v  result of a load, may be a vector   V  source of a store
	//	p  predicate                           q  result that is a predicate, or two as a pair
	//	a  address                             n  constant integer
	//	l  label                               x  anything
	//	c  result that may be wider than the   m  source or result of mov
	//	   first type
	//	t  tile of a tensor, with coordinates  i  source, or a variable for its address
	//	r  result: a register of any type, a vector or a pair of them
	//	*  any number of operands of the kind before it
	roles string
	// loose says that the modifiers are not checked.
	loose bool
	// apart says that the memory which the instruction accesses is no other instruction's.
	apart bool
	// extra are modifiers that add an operand behind the others, each with its letter: h for 16 bits, g for
	// 64, x for anything.
	extra string
	// only is the one target with the instruction, "" if later ones have it.
	only string
	// sm and version are the first target and language version with the instruction, 0 for any.
	sm, version int
}

const (
	integers16      = "u16 u32 u64 s16 s32 s64"
	floats          = "f16 f16x2 bf16 bf16x2 f32 f64"
	bitTypes        = "b16 b32 b64"
	memoryTypes     = everyType + " b128"
	everyType       = "b8 b16 b32 b64 u8 u16 u32 u64 s8 s16 s32 s64 f16 f32 f64"
	comparison      = "eq ne lt le gt ge lo ls hi hs equ neu ltu leu gtu geu num nan and or xor ftz"
	rounding        = "rn rz rm rp"
	scopes          = "cta cluster gpu sys"
	orders          = "weak volatile relaxed acquire release acq_rel sc mmio"
	spaces          = "global shared shared::cta shared::cluster local const param param::entry param::func"
	sparseTypes     = "f16 bf16 tf32 f32 s32 u8 s8 u4 s4 e4m3 e5m2 e2m1 e2m3 e3m2 ue8m0 ue4m3"
	sparseModifiers = "sync aligned m16n8k8 m16n8k16 m16n8k32 m16n8k64 m16n8k128 row col satfinite " + kinds
	kinds           = "kind::f8f6f4 kind::mxf8f6f4 kind::mxf4 kind::mxf4nvf4 block_scale scale_vec::1X " +
		"scale_vec::2X scale_vec::4X"
	narrow        = "e4m3x2 e5m2x2 e2m1x2 e2m3x2 e3m2x2 ue8m0x2 e4m3x4 e5m2x4 e2m1x4 e2m3x4 e3m2x4"
	wmmaTypes     = "f16 bf16 tf32 f32 f64 s32 u8 s8 u4 s4 b1"
	wmmaModifiers = "sync aligned row col m16n16k16 m8n32k16 m32n8k16 m16n16k8 m8n8k4 m8n8k32 m8n8k128 " +
		"global shared " +
		"shared::cta shared::cluster"
	completion = "mbarrier::complete_tx::bytes multicast::cluster L2::cache_hint"
	dimensions = " 1d 2d 3d 4d 5d"
	tiles      = "tile tile::gather4 im2col im2col::w im2col::w::128"
	windows    = "im2col x im2col::w x im2col::w::128 x"
	loadExtra  = "multicast::cluster h L2::cache_hint g"
	hints      = "nc ca cg cs lu cv wb wt L1::evict_normal L1::evict_unchanged L1::evict_first " +
		"L1::evict_last L1::no_allocate " +
		"L2::64B L2::128B L2::256B unified L2::cache_hint L2::evict_last L2::evict_normal L2::evict_first"
	policy = "L2::cache_hint g"
)

// instructions is the table of what is known: opcodes, and opcodes with their first modifiers, without those
// that count dimensions, where more is to say.
var instructions = table(basic, tensors, later)

// basic is the first part of the table.
var basic = map[string]form{
	"mov": {types: "b8 b128 b16 b32 b64 u16 u32 u64 s16 s32 s64 f16 f32 f64 pred", roles: "mm"},
	"ld": {types: memoryTypes, modifiers: spaces + " " + hints + " " + orders + " " + scopes + " v2 v4 v8",
		roles: "va", extra: policy},
	"ldu": {types: memoryTypes, modifiers: "global v2 v4", roles: "va"},
	"st": {types: memoryTypes, modifiers: spaces + " " + hints + " " + orders + " " + scopes + " v2 v4 v8",
		roles: "aV", extra: policy},
	"cvta": {types: "u32 u64", modifiers: "to global shared shared::cta shared::cluster local const param " +
		"param::entry", roles: "di"},
	"cvt": {types: everyType + " bf16 tf32 f16x2 bf16x2 " + narrow,
		modifiers: rounding + " rni rzi rmi rpi rna rs ftz sat relu satfinite scaled::n2::ue8m0",
		roles:     "cV cVV cVVx cVx"},
	"cvt.pack": {types: "u2 s2 u4 s4 u8 s8 u16 s16 b32 s32 u32", modifiers: "pack sat", roles: "exx exxx",
		sm: 72, version: 65},
	"isspacep": {modifiers: "global shared shared::cta shared::cluster local const param param::entry",
		roles: "rx"},

	"add": {types: integers16 + " u16x2 s16x2 f32x2 " + floats, modifiers: "sat ftz cc " + rounding,
		roles: "dss"},
	"sub":  {types: integers16 + " f32x2 " + floats, modifiers: "sat ftz cc " + rounding, roles: "dss"},
	"addc": {types: "u32 s32 u64 s64", modifiers: "cc", roles: "dss"},
	"subc": {types: "u32 s32 u64 s64", modifiers: "cc", roles: "dss"},
	"mul": {types: integers16 + " f32x2 " + floats, modifiers: "hi lo wide sat ftz " + rounding,
		roles: "dss"},
	"mad": {types: integers16 + " f32 f64", modifiers: "hi lo wide sat ftz cc " + rounding, roles: "dsss"},
	"fma": {types: floats + " f32x2", modifiers: "sat ftz relu oob " + rounding, roles: "dsss"},
	"div": {types: integers16 + " f32 f64", modifiers: "approx full ftz " + rounding, roles: "dss"},
	"rem": {types: integers16, roles: "dss"},
	"neg": {types: "s16 s32 s64 " + floats, modifiers: "ftz", roles: "ds"},
	"abs": {types: "s16 s32 s64 " + floats, modifiers: "ftz", roles: "ds"},
	"min": {types: integers16 + " u16x2 s16x2 " + floats, modifiers: "ftz NaN xorsign abs relu",
		roles: "dss dsss"},
	"max": {types: integers16 + " u16x2 s16x2 " + floats, modifiers: "ftz NaN xorsign abs relu",
		roles: "dss dsss"},
	"and":   {types: bitTypes + " pred", roles: "dss"},
	"or":    {types: bitTypes + " pred", roles: "dss"},
	"xor":   {types: bitTypes + " pred", roles: "dss"},
	"not":   {types: bitTypes + " pred", roles: "ds"},
	"shl":   {types: bitTypes, roles: "dsu"},
	"shr":   {types: bitTypes + " " + integers16, roles: "dsu"},
	"shf":   {types: "b32", modifiers: "l r clamp wrap", roles: "dssu"},
	"bfe":   {types: "u32 s32 u64 s64", roles: "dsuu"},
	"bfi":   {types: "b32 b64", roles: "dssuu"},
	"bfind": {types: "u32 s32 u64 s64", modifiers: "shiftamt", roles: "es"},
	"prmt":  {types: "b32", modifiers: "f4e b4e rc8 ecl ecr rc16", roles: "dssu"},
	"lop3":  {types: "b32", modifiers: "and or", roles: "dsssn rsssnp"},
	"popc":  {types: "b32 b64", roles: "es"},
	"clz":   {types: "b32 b64", roles: "es"},
	"brev":  {types: "b32 b64", roles: "ds"},
	"selp":  {types: "b16 b32 b64 u16 u32 u64 s16 s32 s64 f16 f32 f64", roles: "dssp"},
	"slct":  {types: "b16 b32 b64 u16 u32 u64 s16 s32 s64 f32 f64", modifiers: "ftz", roles: "dffs"},
	"set":   {types: everyType + " f16x2 bf16 bf16x2", modifiers: comparison, roles: "dss dssp"},
	"setp":  {types: everyType + " f16x2 bf16 bf16x2", modifiers: comparison, roles: "qss qssp"},

	"ex2":   {types: "f32 f16 f16x2 bf16 bf16x2", modifiers: "approx ftz", roles: "ds"},
	"lg2":   {types: "f32 f64", modifiers: "approx ftz", roles: "ds"},
	"rcp":   {types: "f32 f64", modifiers: "approx ftz " + rounding, roles: "ds"},
	"sqrt":  {types: "f32 f64", modifiers: "approx ftz " + rounding, roles: "ds"},
	"rsqrt": {types: "f32 f64", modifiers: "approx ftz", roles: "ds"},
	"sin":   {types: "f32", modifiers: "approx ftz", roles: "ds"},
	"cos":   {types: "f32", modifiers: "approx ftz", roles: "ds"},
	"tanh":  {types: "f32 f16 f16x2 bf16 bf16x2", modifiers: "approx", roles: "ds", sm: 75, version: 70},
	"testp": {types: "f32 f64", modifiers: "finite infinite number notanumber normal subnormal",
		roles: "ps"},
	"copysign": {types: "f32 f64", roles: "dss"},

	"bra":  {modifiers: "uni", roles: "l"},
	"ret":  {modifiers: "uni", roles: " "},
	"exit": {roles: " "},
	"trap": {roles: " "},
	"call": {modifiers: "uni"},
	"brx":  {modifiers: "idx uni", roles: "ux", sm: 30, version: 60},

	"barrier.cluster": {modifiers: "cluster arrive wait aligned relaxed release acquire", roles: " ", sm: 90,
		version: 78},
	"griddepcontrol": {modifiers: "wait launch_dependents", roles: " ", sm: 90, version: 78},
	"setmaxnreg":     {types: "u32", modifiers: "inc dec sync aligned", roles: "n", sm: 90, version: 80},
	"mapa":           {types: "u32 u64", modifiers: "shared::cluster", roles: "diu", sm: 90, version: 78},
	"bar":            {types: "pred u32", modifiers: "sync arrive red warp cta popc and or"},
	"barrier":        {types: "pred u32", modifiers: "sync arrive red cta aligned popc and or"},
	"membar":         {modifiers: "cta cluster gl sys gpu", roles: " "},
	"fence": {modifiers: scopes +
		" sc acq_rel proxy async async::generic global shared::cta shared::cluster alias mbarrier_init " +
		"release acquire " +
		"sync_restrict::shared::cta sync_restrict::shared::cluster", roles: " "},
	"fence.proxy.tensormap::generic.acquire": {modifiers: "proxy tensormap::generic acquire " + scopes,
		roles: "an", sm: 90, version: 83},
	"fence.proxy.tensormap::generic.release": {modifiers: "proxy tensormap::generic release " + scopes,
		roles: " ", sm: 90, version: 83},
	"prefetch": {modifiers: "global local const param L1 L2 L2::evict_last L2::evict_normal",
		roles: "a"},
	"prefetch.tensormap": {modifiers: "tensormap", roles: "a", sm: 90, version: 80},
	"atom": {
		types: "b16 b32 b64 b128 u32 u64 s32 s64 f16 f16x2 bf16 bf16x2 f32 f64",
		modifiers: "add min max exch cas and or xor inc dec noftz v2 v4 v8 global shared shared::cta " +
			"shared::cluster L2::cache_hint " + orders + " " + scopes},
	"red": {types: "b32 b64 u32 u64 s32 s64 f16 f16x2 bf16 bf16x2 f32 f64",
		modifiers: "add min max and or xor inc dec noftz v2 v4 v8 global shared shared::cta " +
			"shared::cluster L2::cache_hint " + orders + " " + scopes},
	"shfl":       {types: "b32", modifiers: "sync up down bfly idx"},
	"vote":       {types: "pred b32", modifiers: "sync all any uni ballot"},
	"match":      {types: "b32 b64", modifiers: "sync any all"},
	"activemask": {types: "b32", roles: "d"},
	"redux": {types: "u32 s32 b32 f32", modifiers: "sync add min max and or xor abs NaN",
		roles: "dsu", sm: 80, version: 70},
	"elect":     {modifiers: "sync", sm: 90, version: 80},
	"nanosleep": {types: "u32", roles: "u", sm: 70, version: 63},
	"cp": {
		modifiers: "async ca cg shared shared::cta global commit_group wait_group wait_all mbarrier arrive " +
			"noinc ignore-src L2::cache_hint L2::64B L2::128B L2::256B", types: "b64", sm: 80, version: 70},
	"mbarrier.pending_count": {types: "b64", modifiers: "pending_count", roles: "rx", apart: true, sm: 80,
		version: 70},
	"mbarrier": {types: "b64",
		modifiers: "init inval arrive arrive_drop noComplete expect_tx complete_tx test_wait try_wait " +
			"parity pending_count shared shared::cta shared::cluster " + orders + " " + scopes, sm: 80,
		version: 70},
	"ldmatrix": {types: "b16 b8",
		modifiers: "sync aligned m8n8 m8n16 m16n16 b8x16.b6x16_p32 b8x16 b6x16_p32 b4x16_p64 x1 x2 x4 " +
			"trans shared shared::cta", sm: 75, version: 65},
	"stmatrix": {types: "b16 b8",
		modifiers: "sync aligned m8n8 m16n8 x1 x2 x4 trans shared shared::cta", sm: 90, version: 78},
	"mma": {types: sparseTypes + " f64 b1",
		modifiers: "sync aligned m8n8k4 m8n8k16 m8n8k32 m8n8k128 m16n8k4 m16n8k8 m16n8k16 m16n8k32 " +
			"m16n8k64 " +
			"m16n8k128 m16n8k256 row col satfinite xor and popc " + rounding + " " + kinds, sm: 70,
		version: 64},

	"mma.sp": {types: sparseTypes, modifiers: "sp " + sparseModifiers, roles: "rxxxunx*",
		sm: 80, version: 71},
	"mma.sp::ordered_metadata": {types: sparseTypes, modifiers: "sp::ordered_metadata " + sparseModifiers,
		roles: "rxxxunx*", sm: 80, version: 85},

	"wmma.load": {types: wmmaTypes, modifiers: "load a b c " + wmmaModifiers, roles: "ra rau", sm: 70,
		version: 60},
	"wmma.store": {types: wmmaTypes, modifiers: "store d " + wmmaModifiers, roles: "ax axu", sm: 70,
		version: 60},
	"wmma.mma": {types: wmmaTypes, modifiers: "mma satfinite xor and popc " + rounding + " " + wmmaModifiers,
		roles: "rxxx", sm: 70,
		version: 60},

	"wgmma.fence":        {modifiers: "fence sync aligned", roles: " ", only: "sm_90a", version: 80},
	"wgmma.commit_group": {modifiers: "commit_group sync aligned", roles: " ", only: "sm_90a", version: 80},
	"wgmma.wait_group":   {modifiers: "wait_group sync aligned", roles: "n", only: "sm_90a", version: 80},
	"wgmma.mma_async": {types: "f16 bf16 tf32 f32 s32 u8 s8 b1 e4m3 e5m2",
		modifiers: "mma_async sync aligned satfinite and popc " + warpgroupShapes(8, 16, 32, 256),
		only:      "sm_90a", version: 80},
	"wgmma.mma_async.sp": {types: "f16 bf16 tf32 f32 s32 u8 s8 e4m3 e5m2",
		modifiers: "mma_async sp sync aligned satfinite " + warpgroupShapes(16, 32, 64),
		only:      "sm_90a", version: 82},

	"cp.async.bulk.commit_group": {modifiers: "async bulk commit_group", roles: " ", sm: 90, version: 80},
	"cp.async.bulk.wait_group":   {modifiers: "async bulk wait_group read", roles: "n", sm: 90, version: 80},
	"cp.async.bulk.shared::cluster": {
		modifiers: "async bulk shared::cluster shared::cta global " + completion, roles: "aaua",
		extra: loadExtra,
		sm:    90, version: 80},
	"cp.async.bulk.shared::cta": {modifiers: "async bulk shared::cta global " + completion, roles: "aaua",
		extra: "L2::cache_hint g", sm: 90, version: 86},
	"cp.async.bulk.global": {modifiers: "async bulk global shared::cta bulk_group L2::cache_hint cp_mask",
		roles: "aau",
		extra: "L2::cache_hint g cp_mask h", sm: 90, version: 80},
	"cp.async.bulk.prefetch": {modifiers: "async bulk prefetch L2 global L2::cache_hint", roles: "au",
		extra: "L2::cache_hint g", sm: 90, version: 80},
	"cp.async.bulk.tensor.shared::cluster": {
		modifiers: "async bulk tensor shared::cluster global cta_group::1 cta_group::2 " + tiles + " " +
			completion + dimensions,
		roles: "ata",
		extra: windows + " " + loadExtra, sm: 90, version: 80},
	"cp.async.bulk.tensor.shared::cta": {
		modifiers: "async bulk tensor shared::cta global " + tiles + " " + completion + dimensions,
		roles:     "ata",
		extra:     windows + " L2::cache_hint g", sm: 90, version: 86},
	"cp.async.bulk.tensor.global": {
		modifiers: "async bulk tensor global shared::cta tile tile::scatter4 im2col_no_offs bulk_group " +
			"L2::cache_hint" +
			dimensions, roles: "ta",
		extra: "L2::cache_hint g", sm: 90, version: 80},
	"cp.async.bulk.prefetch.tensor": {
		modifiers: "async bulk prefetch tensor L2 global L2::cache_hint " + tiles + dimensions, roles: "t",
		extra: windows + " L2::cache_hint g", sm: 90, version: 80},
	"cp.reduce.async.bulk.tensor": {
		modifiers: "reduce async bulk tensor global shared::cta tile im2col_no_offs bulk_group add min max " +
			"inc dec and or xor " +
			"L2::cache_hint" + dimensions, roles: "ta", extra: "L2::cache_hint g", sm: 90, version: 80},
}

// warpgroupShapes returns the extents of the products of a warpgroup, with some extents k.
func warpgroupShapes(extents ...int) string {
	var b strings.Builder
	for n := 8; n <= 256; n += 8 {
		for _, k := range extents {
			fmt.Fprintf(&b, "m64n%dk%d ", n, k)
		}
	}
	return b.String()
}

// formOf returns the entry with the most of an instruction's words.
func formOf(in *Instruction) (form, bool) {
	name := in.Opcode
	f, ok := instructions[name]
	for _, m := range in.Modifiers {
		if has(dimensions, m) {
			continue
		}
		name += "." + m
		if longer, found := instructions[name]; found {
			f, ok = longer, true
		}
	}
	return f, ok
}

// Opcodes returns the opcodes that are known.
func Opcodes() []string {
	all := make([]string, 0, len(instructions))
	for name := range instructions {
		opcode, _, _ := strings.Cut(name, ".")
		if !slices.Contains(all, opcode) {
			all = append(all, opcode)
		}
	}
	return all
}

// isSum reports whether an instruction is a sum, which may be of an f32 and narrower ones.
func isSum(in *Instruction) bool {
	return in.Opcode == "add" || in.Opcode == "sub" || in.Opcode == "fma"
}

// signatures returns the roles of an instruction's operands. A wide product has twice the width of its
// factors.
func (f form) signatures(in *Instruction) string {
	switch {
	case isSum(in) && len(in.Types()) == 2: // an f32 and narrower ones
		return strings.TrimSuffix(f.roles, "s") + "f"
	case !in.Has("wide"):
		return f.roles
	}
	return map[string]string{"mul": "Wss", "mad": "Wssw"}[in.Opcode]
}

// allows reports whether a modifier may follow the opcode.
func (f form) allows(modifier string) bool {
	if f.loose {
		return true
	}
	if Type(modifier).Kind() != NoType {
		return has(f.types, modifier)
	}
	return has(f.modifiers, modifier)
}

// has reports whether a word is in a list.
func has(list, word string) bool {
	for w := range strings.FieldsSeq(list) {
		if w == word {
			return true
		}
	}
	return false
}
