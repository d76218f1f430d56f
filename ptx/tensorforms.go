package ptx

// tensors is the part of the table with what changes tensor maps, and with copies that reduce: PTX ISA,
// "tensormap.replace", "tensormap.cp_fenceproxy" and "cp.reduce.async.bulk".
var tensors = map[string]form{
	"tensormap.replace": {types: "b32 b64",
		modifiers: "replace tile global_address rank box_dim global_dim global_stride element_stride " +
			"elemtype interleave_layout swizzle_mode swizzle_atomicity fill_mode global shared::cta b1024",
		roles: "as ans", sm: 90, version: 83},
	"tensormap.cp_fenceproxy": {
		modifiers: "cp_fenceproxy global shared::cta tensormap::generic release sync aligned " + scopes,
		roles:     "aan", sm: 90, version: 83},
	"cp.reduce.async.bulk": {types: "f16 bf16 b32 u32 s32 b64 u64 s64 f32 f64",
		modifiers: "reduce async bulk global shared::cluster shared::cta bulk_group " +
			"mbarrier::complete_tx::bytes add min max inc dec and or xor noftz L2::cache_hint",
		roles: "aau aaua", extra: "L2::cache_hint g", sm: 90, version: 80},
}
