package main

// passGroup is a group in the list of passes that explain prints.
type passGroup struct {
	title string
	names []string
}

// passGroups has each pass in exactly one group.
var passGroups = []passGroup{
	{"pipelines, counts and tokens",
		[]string{"inject-software-pipeline", "lower-pipeline-queues", "pipeline-to-async",
			"dissolve-pipeline-blocks",
			"tokens-to-counts", "counts-to-tokens", "elide-redundant-waits", "hoist-commits",
			"lower-async-dma", "pipeline-to-mbarriers",
			"inject-ptx-async-copy", "find-deadlocks"}},
	{"tasks and asynchronous regions",
		[]string{"form-async-regions", "merge-async-regions", "split-async-regions", "isolate-async-regions",
			"async-parallel-for", "stream-to-async", "schedule-stream",
			"assign-queues", "cancel-transfers", "gpu-async-region"}},
	{"programs of other systems",
		[]string{"air-to-async", "find-fifo-stalls", "async-to-stream", "tfrt-to-async", "async-to-tfrt"}},
	{"tasks on their runtime",
		[]string{"lazy-to-eager", "eager-to-lazy", "task-to-async", "async-color-functions",
			"async-func-to-async-runtime",
			"async-to-async-runtime", "async-runtime-ref-counting",
			"async-runtime-ref-counting-opt", "async-runtime-policy-based-ref-counting", "async-coro-split",
			"convert-async-to-llvm"}},
	{"loops", []string{"optimize-loops", "affine-loop-tile", "affine-loop-unroll-jam", "affine-loop-fusion",
		"affine-parallelize", "unroll-loops", "vectorize-loops", "pack-operands", "promote-accumulators",
		"count-iterations", "raise-to-affine", "raise-to-matmul", "loop-invariant-code-motion"}},
	{"kernels of GPUs", []string{"gpu-tile-matmul", "gpu-map-parallel-loops", "convert-parallel-loops-to-gpu",
		"convert-affine-for-to-gpu", "convert-thread-loops-to-gpu", "gpu-kernel-outlining",
		"nvvm-attach-target",
		"gpu-launch-sink-index-computations", "place-gpu-barriers", "lower-gpu-reductions",
		"promote-private-memory", "gpu-kernels-to-host"}},
	{"memory", []string{"bufferize-tensors", "reuse-buffers", "buffer-overlapping-copies",
		"note-overlapping-arguments", "insert-bounds-checks", "expand-strided-metadata",
		"fold-memref-alias-ops",
		"strength-reduce-addresses", "split-loop-addresses"}},
	{"simplification", []string{"canonicalize", "cse", "sccp", "inline", "symbol-dce",
		"reconcile-unrealized-casts"}},
	{"lowering", []string{"convert-linalg-to-loops", "convert-linalg-to-affine-loops",
		"convert-linalg-to-parallel-loops", "lower-affine", "convert-scf-to-cf", "lower-vector-contract",
		"expand-vector", "lower-vector-mask", "lower-vector-multi-reduction", "lower-vector-print",
		"convert-vector-to-scf", "arith-expand", "memref-expand",
		"convert-bufferization-to-memref",
		"expand-print-calls", "flush-prints", "expand-math", "exact-arith", "convert-memref-to-ptr",
		"locate-assertions", "insert-poll-points", "split-functions",
		"convert-complex-to-standard", "convert-to-llvm", "llvm-request-c-wrappers", "convert-index-to-arith",
		"expand-ub", "expand-vp", "expand-complex-bitcast", "convert-index-to-llvm", "convert-ub-to-llvm",
		"convert-arith-to-llvm", "convert-cf-to-llvm", "convert-complex-to-libm", "convert-complex-to-llvm",
		"convert-func-to-llvm", "convert-math-to-libm",
		"convert-math-to-llvm", "finalize-memref-to-llvm",
		"convert-vector-to-llvm", "convert-gpu-to-nvvm", "convert-nvgpu-to-nvvm", "gpu-to-llvm"}},
}
