package injectsoftwarepipeline

import "github.com/inflight-compiler/inflight/diag"

// The codes of errors in an annotated loop.
var (
	codeAnnotation = diag.Register("pipeline-annotation",
		"a software-pipeline annotation is malformed",
		"software_pipeline_stage and software_pipeline_order are lists of integers with one entry per "+
			"statement of the loop, "+
			"for example software_pipeline_stage = [0, 1], software_pipeline_order = [0, 1].")
	codeOrder = diag.Register("pipeline-order",
		"software_pipeline_order is not a permutation",
		"Every statement needs a place of its own in the body: the order must hold each of 0, 1, ..., n-1 "+
			"once.")
	codeAsyncStage = diag.Register("pipeline-async-stage",
		"software_pipeline_async_stages names a stage without statements",
		"The list holds stages, not statement numbers: each must occur in software_pipeline_stage.")
	codeDependence = diag.Register("pipeline-dependence",
		"the annotation breaks a dependence between two statements",
		"A statement would run before another that it depends on. Give the consumer a stage that is not "+
			"smaller, "+
			"or within one stage a later order; allocate a buffer inside of the loop when iterations do "+
			"not share its contents.")
	codeStatement = diag.Register("pipeline-statement",
		"the body of the loop cannot be cut into statements",
		"Each operation that writes memory is a statement with the loads and the arithmetic that feed it. "+
			"A value that two statements load from memory that the loop writes must be stored in a buffer "+
			"of its own, "+
			"or both statements be put in one pipeline.block.")
	codeLoop = diag.Register("pipeline-loop",
		"the loop has a form that cannot be pipelined",
		"Pipelined loops carry no values (store them in a buffer), and their induction variable is an index.")
	codeVersion = diag.Register("pipeline-version",
		"a buffer that needs several versions cannot be given them",
		"Versions add a leading dimension to the buffer, so its layout must be the identity, its size must "+
			"not change in the loop, "+
			"and what uses it must accept a strided memref.")
	codeLocalStage = diag.Register("pipeline-local-stage",
		"a block that asks for a local stage is not one copy into shared memory",
		"With manifest_shared_memory_local_stage a copy becomes two statements of the pipelined loop: into "+
			"a buffer in local scope, "+
			"and from there into shared memory. The block, with the loops around it, must hold one store "+
			"and nothing else that has effects, "+
			"and must not read the memory that it writes.")
	codeTVMHazard = diag.Register("pipeline-tvm-hazard",
		"TVM's pass would make a loop of this that has a race, or another meaning",
		"TVM's InjectSoftwarePipeline looks at reads of what was written in the same iteration only, and "+
			"counts groups per iteration. "+
			"The message names the accesses that its waits and versions leave unordered. mode=exact, the "+
			"default, orders them.")
	codeTVMFails = diag.Register("pipeline-tvm-fails",
		"TVM's pass would fail on this loop",
		"TVM's InjectSoftwarePipeline rejects some loops and ends with a failed assertion on others. "+
			"mode=tvm follows it, so it cannot pipeline them; mode=exact, the default, can.")
)
