package form

import "strings"

// Use says how this project uses an annotation of a loop or block that has a meaning in TVM or TileLang.
type Use uint8

const (
	// Used is an annotation that a pass of Inflight uses.
	Used Use = iota
	// Unused is an annotation that no pass uses, although it changes the order of operations, the number of
	// versions of memory, or the results. Reading it is a warning.
	Unused
	// Inert is an annotation about compilation or scheduling. It changes neither the results of the program
	// nor its waits.
	Inert
)

// Annotation is the use of a key, and a sentence with the reason.
type Annotation struct {
	Use Use
	Why string
}

// Annotations has the keys of annotations at loops and blocks that have a meaning in TVM or TileLang, without
// "tir." or "tirx." in front. All other keys belong to the user: they stay with the operation.
var Annotations = map[string]Annotation{
	"software_pipeline_stage": {Used, "inject-software-pipeline lets the statements lag by it."},
	"software_pipeline_order": {Used, "inject-software-pipeline puts the statements in this order."},
	"software_pipeline_async_stages": {Used,
		"inject-software-pipeline commits the statements of these stages to queues."},
	"double_buffer_scope": {Used,
		"inject-software-pipeline gives the buffer two versions at least."},

	"manifest_shared_memory_local_stage": {Used,
		"inject-software-pipeline splits the copy into two statements."},

	"num_stages": {Unused,
		"The loop is not pipelined by it: write software_pipeline_stage and software_pipeline_order."},
	"tl_pipeline_stage": {Unused,
		"The loop is not pipelined by it: write software_pipeline_stage."},
	"tl_pipeline_order": {Unused,
		"The loop is not pipelined by it: write software_pipeline_order."},
	"tl_pipeline_sync":                    {Unused, "Waits are placed by what statements need."},
	"tl_pipeline_group":                   {Unused, "Groups are formed by the stages of statements."},
	"pragma_import_c":                     {Unused, "Code in C is not compiled with the program."},
	"pragma_import_llvm":                  {Unused, "Code of LLVM is not compiled with the program."},
	"pragma_debug_skip_region":            {Unused, "The region is not left out."},
	"tensorized_nki_instruction":          {Unused, "The body is executed as it is written."},
	"persistent_kernel":                   {Unused, "The blocks of a kernel are those of its loops."},
	"hand_threaded":                       {Unused, "Threads are those of loops that are bound to them."},
	"pragma_parallel_barrier_when_finish": {Unused, "No barrier follows the loop."},
	"pragma_parallel_stride_pattern": {Unused,
		"Iterations of a parallel loop are not given to workers by it."},

	"pragma_auto_unroll_max_step":                {Inert, "Unrolling changes no result."},
	"pragma_unroll_explicit":                     {Inert, "Unrolling changes no result."},
	"pragma_loop_partition_hint":                 {Inert, "Peeling iterations changes no result."},
	"pragma_unroll_factor":                       {Inert, "Unrolling changes no result."},
	"pragma_parallel_launch_point":               {Inert, "Where workers start changes no result."},
	"meta_schedule.tiling_structure":             {Inert, "A tuner reads it."},
	"meta_schedule.cooperative_fetch":            {Inert, "A tuner reads it."},
	"meta_schedule.random_compute_producer":      {Inert, "A tuner reads it."},
	"meta_schedule.parallel":                     {Inert, "A tuner reads it."},
	"meta_schedule.thread_extent_low_inclusive":  {Inert, "A tuner reads it."},
	"meta_schedule.thread_extent_high_inclusive": {Inert, "A tuner reads it."},
	"meta_schedule.vectorize":                    {Inert, "A tuner reads it."},
	"meta_schedule.unroll_explicit":              {Inert, "A tuner reads it."},
	"meta_schedule.unroll_implicit":              {Inert, "A tuner reads it."},
	"meta_schedule.inline_rule":                  {Inert, "A tuner reads it."},
	"meta_schedule.auto_tensorize": {Inert,
		"A tensor instruction computes what the block says."},
	"meta_schedule.auto_tensorize_init": {Inert,
		"A tensor instruction computes what the block says."},
	"meta_schedule.layout_rewrite_preproc": {Inert, "A tuner reads it."},
	"script_parsing_detect_access":         {Inert, "What a block accesses follows from its body."},
	"require_bound_predicate": {Inert,
		"A pass of TVM that bounds its own predicates reads it."},
	"explicit_read_region":  {Inert, "What a block accesses follows from its body."},
	"explicit_write_region": {Inert, "What a block accesses follows from its body."},
	"layout_free_buffers":   {Inert, "Buffers keep the layout that is written."},
	"layout_transforms":     {Inert, "Buffers keep the layout that is written."},
	"buffer_dim_align":      {Inert, "Padding between rows changes no element."},
	"irregular_loop_mark":   {Inert, "It says that the loop is not to be transformed."},
	"auto_copy": {Inert,
		"How a copy is spread over threads changes no element."},
	"local_stage": {Inert,
		"Registers that a copy passes through change no element."},
	"vector_bytes": {Inert, "How wide accesses are changes no element."},
	"warp_execution": {Inert,
		"That a warp executes the loop changes no element."},
	"disable_vectorize":  {Inert, "How wide accesses are changes no element."},
	"disable_cache_hint": {Inert, "Caches change no element."},
	"storage_alignment":  {Inert, "Alignment changes no element."},
}

// AnnotationOf returns the entry of a key, which may have "tir." or "tirx." in front.
func AnnotationOf(key string) (Annotation, bool) {
	for _, dialect := range []string{"tirx.", "tir.", "s_tir."} {
		if rest, ok := strings.CutPrefix(key, dialect); ok {
			key = rest
			break
		}
	}
	a, ok := Annotations[key]
	return a, ok
}
