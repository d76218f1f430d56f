package ptx

import "strings"

// form is what the table says of an opcode.
type form struct {
	// types are the types that may stand among the modifiers, and modifiers the other words.
	types, modifiers string
	// roles has a letter for each operand; several signatures are separated by blanks. Empty leaves the operands to the one
	// who gives the instruction its meaning.
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
	roles string
	// sm and version are the first target and language version with the instruction, 0 for any.
	sm, version int
}

const (
	integers16 = "u16 u32 u64 s16 s32 s64"
	floats     = "f16 f16x2 bf16 bf16x2 f32 f64"
	bitTypes   = "b16 b32 b64"
	everyType  = "b8 b16 b32 b64 u8 u16 u32 u64 s8 s16 s32 s64 f16 f32 f64"
	comparison = "eq ne lt le gt ge lo ls hi hs equ neu ltu leu gtu geu num nan and or xor ftz"
	rounding   = "rn rz rm rp"
	scopes     = "cta cluster gpu sys"
	orders     = "weak volatile relaxed acquire release acq_rel sc"
	spaces     = "global shared shared::cta local const param param::entry"
	hints      = "nc ca cg cs lu cv wb wt L1::evict_normal L1::evict_unchanged L1::evict_first L1::evict_last L1::no_allocate " +
		"L2::64B L2::128B L2::256B"
)

// instructions is the table of the opcodes that are known.
var instructions = map[string]form{
	"mov":  {types: "b16 b32 b64 u16 u32 u64 s16 s32 s64 f16 f32 f64 pred", roles: "mm"},
	"ld":   {types: everyType, modifiers: spaces + " " + hints + " " + orders + " " + scopes + " v2 v4", roles: "va"},
	"st":   {types: everyType, modifiers: spaces + " " + hints + " " + orders + " " + scopes + " v2 v4", roles: "aV"},
	"cvta": {types: "u32 u64", modifiers: "to global shared shared::cta local const param", roles: "ds"},
	"cvt": {types: everyType + " bf16 tf32 f16x2 bf16x2", modifiers: rounding + " rni rzi rmi rpi rna ftz sat relu satfinite",
		roles: "cV cVV"},
	"isspacep": {modifiers: "global shared shared::cta local const", roles: "px"},

	"add":   {types: integers16 + " " + floats, modifiers: "sat ftz cc " + rounding, roles: "dss"},
	"sub":   {types: integers16 + " " + floats, modifiers: "sat ftz cc " + rounding, roles: "dss"},
	"addc":  {types: "u32 s32 u64 s64", modifiers: "cc", roles: "dss"},
	"subc":  {types: "u32 s32 u64 s64", modifiers: "cc", roles: "dss"},
	"mul":   {types: integers16 + " " + floats, modifiers: "hi lo wide sat ftz " + rounding, roles: "dss"},
	"mad":   {types: integers16 + " f32 f64", modifiers: "hi lo wide sat ftz " + rounding, roles: "dsss"},
	"fma":   {types: floats, modifiers: "sat ftz relu oob " + rounding, roles: "dsss"},
	"div":   {types: integers16 + " f32 f64", modifiers: "approx full ftz " + rounding, roles: "dss"},
	"rem":   {types: integers16, roles: "dss"},
	"neg":   {types: "s16 s32 s64 " + floats, modifiers: "ftz", roles: "ds"},
	"abs":   {types: "s16 s32 s64 " + floats, modifiers: "ftz", roles: "ds"},
	"min":   {types: integers16 + " " + floats, modifiers: "ftz NaN xorsign abs relu", roles: "dss"},
	"max":   {types: integers16 + " " + floats, modifiers: "ftz NaN xorsign abs relu", roles: "dss"},
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
	"lop3":  {types: "b32", roles: "dsssn"},
	"popc":  {types: "b32 b64", roles: "es"},
	"clz":   {types: "b32 b64", roles: "es"},
	"brev":  {types: "b32 b64", roles: "ds"},
	"selp":  {types: "b16 b32 b64 u16 u32 u64 s16 s32 s64 f16 f32 f64", roles: "dssp"},
	"slct":  {types: "b16 b32 b64 u16 u32 u64 s16 s32 s64 f32 f64", modifiers: "ftz", roles: "dffs"},
	"set":   {types: everyType + " f16x2 bf16 bf16x2", modifiers: comparison, roles: "dss dssp"},
	"setp":  {types: everyType + " f16x2 bf16 bf16x2", modifiers: comparison, roles: "qss qssp"},

	"ex2":      {types: "f32 f16 f16x2 bf16 bf16x2", modifiers: "approx ftz", roles: "ds"},
	"lg2":      {types: "f32", modifiers: "approx ftz", roles: "ds"},
	"rcp":      {types: "f32 f64", modifiers: "approx ftz " + rounding, roles: "ds"},
	"sqrt":     {types: "f32 f64", modifiers: "approx ftz " + rounding, roles: "ds"},
	"rsqrt":    {types: "f32 f64", modifiers: "approx ftz", roles: "ds"},
	"sin":      {types: "f32", modifiers: "approx ftz", roles: "ds"},
	"cos":      {types: "f32", modifiers: "approx ftz", roles: "ds"},
	"tanh":     {types: "f32 f16 f16x2 bf16 bf16x2", modifiers: "approx", roles: "ds", sm: 75, version: 70},
	"testp":    {types: "f32 f64", modifiers: "finite infinite number notanumber normal subnormal", roles: "ps"},
	"copysign": {types: "f32 f64", roles: "dss"},

	"bra":  {modifiers: "uni", roles: "l"},
	"ret":  {modifiers: "uni", roles: " "},
	"exit": {roles: " "},
	"trap": {roles: " "},
	"call": {modifiers: "uni"},

	"bar":        {types: "pred u32", modifiers: "sync arrive red warp cta popc and or"},
	"barrier":    {types: "pred u32", modifiers: "sync arrive red cta aligned popc and or"},
	"membar":     {modifiers: "cta gl sys gpu", roles: " "},
	"fence":      {modifiers: scopes + " sc acq_rel proxy async async.global async.shared::cta alias mbarrier_init release acquire", roles: " "},
	"prefetch":   {modifiers: "global local L1 L2", roles: "a"},
	"atom":       {types: "b16 b32 b64 u32 u64 s32 s64 f16 f16x2 bf16 bf16x2 f32 f64", modifiers: "add min max exch cas and or xor inc dec noftz global shared shared::cta " + orders + " " + scopes},
	"red":        {types: "b32 b64 u32 u64 s32 s64 f16 f16x2 bf16 bf16x2 f32 f64", modifiers: "add min max and or xor inc dec noftz global shared shared::cta " + orders + " " + scopes},
	"shfl":       {types: "b32", modifiers: "sync up down bfly idx"},
	"vote":       {types: "pred b32", modifiers: "sync all any uni ballot"},
	"match":      {types: "b32 b64", modifiers: "sync any all"},
	"activemask": {types: "b32", roles: "d"},
	"redux":      {types: "u32 s32 b32", modifiers: "sync add min max and or xor", roles: "dsu", sm: 80, version: 70},
	"elect":      {modifiers: "sync", sm: 90, version: 80},
	"nanosleep":  {types: "u32", roles: "u", sm: 70, version: 63},
	"cp":         {modifiers: "async ca cg shared shared::cta global commit_group wait_group wait_all mbarrier arrive noinc L2::64B L2::128B L2::256B", types: "b64", sm: 80, version: 70},
	"mbarrier":   {types: "b64", modifiers: "init inval arrive arrive_drop noComplete expect_tx complete_tx test_wait try_wait parity shared shared::cta " + orders + " " + scopes, sm: 80, version: 70},
	"ldmatrix":   {types: "b16", modifiers: "sync aligned m8n8 x1 x2 x4 trans shared shared::cta", sm: 75, version: 65},
	"stmatrix":   {types: "b16", modifiers: "sync aligned m8n8 x1 x2 x4 trans shared shared::cta", sm: 90, version: 78},
	"mma":        {types: "f16 bf16 tf32 f32 s32 u8 s8", modifiers: "sync aligned m16n8k4 m16n8k8 m16n8k16 m16n8k32 row col satfinite", sm: 75, version: 65},
}

// Opcodes returns the opcodes that are known.
func Opcodes() []string {
	all := make([]string, 0, len(instructions))
	for name := range instructions {
		all = append(all, name)
	}
	return all
}

// signatures returns the roles of an instruction's operands. A wide product has twice the width of its factors.
func (f form) signatures(in *Instruction) string {
	if !in.Has("wide") {
		return f.roles
	}
	return map[string]string{"mul": "Wss", "mad": "Wssw"}[in.Opcode]
}

// allows reports whether a modifier may follow the opcode.
func (f form) allows(modifier string) bool {
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
