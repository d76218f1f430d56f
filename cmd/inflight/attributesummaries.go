package main

// attributeSummary explains an attribute of a dialect. example is the text of such an attribute. It is "" for
// enumerations, because their cases are in the tables.
type attributeSummary struct{ summary, example string }

// attributeSummaries has the explanations of the dialects' attributes, by name.
var attributeSummaries = map[string]attributeSummary{
	"#arith.fastmath": {
		"What may be assumed of the floats that an operation computes with, and what may be " +
			"done to them that changes their rounding.", "",
	},
	"#arith.overflow": {
		"Which overflow does not happen: nsw of numbers with a sign, nuw of numbers without.", "",
	},
	"#dlti.dl_entry": {
		"A key, which is a type or a string, with its value: one line of a data layout.",
		`#dlti.dl_entry<"dlti.endianness", "little">`,
	},
	"#dlti.dl_spec": {
		"The data layout of what the operation holds: the width of index, endianness, and " +
			"what else keys say.",
		`#dlti.dl_spec<index = 64 : i64, "dlti.endianness" = "little">`,
	},
	"#dlti.map": {
		"Values by keys, of which a query asks one after the other.",
		`#dlti.map<"CPU" = "x", "GPU" = 3 : i32>`,
	},
	"#dlti.target_device_spec": {
		"What is said of one device: its vectors, its caches.",
		`#dlti.target_device_spec<"max_vector_op_width" = 64 : i32>`,
	},
	"#dlti.target_system_spec": {
		"The devices of a system by their names, each with what is said of it.",
		"#dlti.target_system_spec<\"CPU\" = #dlti.target_device_spec<\"L1_cache_size_in_bytes\" = " +
			"4096 : i32>>",
	},
	"#dlti.function_pointer_alignment": {
		"How addresses of functions are aligned, in bits.",
		`#dlti.function_pointer_alignment<32, function_dependent = false>`,
	},
	"#gpu.address_space": {
		"Where memory of a device is: of all blocks, of one block (workgroup), of one thread " +
			"(private).", "",
	},
	"#gpu.all_reduce_op": {
		"What a reduction of the threads of a block computes.", "",
	},
	"#gpu.block": {
		"Which dimension of the grid of blocks a dimension of a loop becomes.", "",
	},
	"#gpu.broadcast": {
		"Whose value the lanes of a warp get.", "",
	},
	"#gpu.dim": {
		"A dimension of a grid or a block.", "",
	},
	"#gpu.lane": {
		"Which lane of a warp a dimension of a loop becomes.", "",
	},
	"#gpu.loop_dim_map": {
		"What a dimension of scf.parallel becomes in a kernel: which number of a block or " +
			"thread, and how the variable and the bound follow from it.",
		`#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>`,
	},
	"#gpu.mask": {
		"Which processors take part in a loop that is mapped to them, as bits.",
		`#gpu.mask<0x3>`,
	},
	"#gpu.memory_space": {
		"Where memory is that a transform moves, in the words of gpu.address_space.", "",
	},
	"#gpu.mma_element_wise": {
		"What is computed of each element of matrices that a warp holds.", "",
	},
	"#gpu.object": {
		"A kernel that is compiled: for which target, and its bytes.",
		`#gpu.object<#nvvm.target, "binary">`,
	},
	"#gpu.select_object": {
		"Which of the objects of a gpu.binary is used.",
		`#gpu.select_object<0>`,
	},
	"#gpu.shuffle_mode": {
		"How the lane is found whose value a lane gets.", "",
	},
	"#gpu.thread": {
		"Which dimension of a block of threads a dimension of a loop becomes.", "",
	},
	"#gpu.warp": {
		"Which warp of a block a dimension of a loop becomes.", "",
	},
	"#gpu.warpgroup": {
		"Which group of four warps a dimension of a loop becomes.", "",
	},
	"#index.cmp_predicate": {
		"How two indices are compared: s with a sign, u without.", "",
	},
	"#linalg.elementwise_kind": {
		"What linalg.elementwise computes of each element.", "",
	},
	"#linalg.iterator_type": {
		"What a dimension of a linalg.generic is: its iterations are independent (parallel), " +
			"or add up (reduction).", "",
	},
	"#linalg.type_fn": {
		"Whether an integer is widened with its sign or without.", "",
	},
	"#llvm.access_group": {
		"A group of accesses to memory, which a loop says are independent in its iterations.",
		`#llvm.access_group<id = distinct[0]<>>`,
	},
	"#llvm.address_space": {
		"A memory space by the number that LLVM gives it.",
		`#llvm.address_space<3>`,
	},
	"#llvm.alias_scope": {
		"A scope in which accesses to memory are named that do not meet others.",
		`#llvm.alias_scope<id = distinct[0]<>, domain = <id = distinct[1]<>>>`,
	},
	"#llvm.alias_scope_domain": {
		"What scopes of aliases belong to.",
		`#llvm.alias_scope_domain<id = distinct[0]<>, description = "domain">`,
	},
	"#llvm.cconv": {
		"The calling convention of a function.", "",
	},
	"#llvm.constant_range": {
		"From which number on, and up to which, an integer lies; the second one is not in it.",
		`#llvm.constant_range<i32, 0, 12>`,
	},
	"#llvm.dependent_libraries": {
		"Libraries that a program is linked with.",
		`#llvm.dependent_libraries<"m", "c">`,
	},
	"#llvm.dereferenceable": {
		"How many bytes behind an address can be read.",
		`#llvm.dereferenceable<bytes = 16>`,
	},
	"#llvm.di_annotation": {
		"For debuggers: a key with a value of the source.",
		`#llvm.di_annotation<name = "key", value = "value">`,
	},
	"#llvm.di_basic_type": {
		"For debuggers: a type without parts.",
		"#llvm.di_basic_type<tag = DW_TAG_base_type, name = \"int\", sizeInBits = 32, encoding " +
			"= DW_ATE_signed>",
	},
	"#llvm.di_common_block": {
		"For debuggers: a COMMON block of Fortran.",
		`#llvm.di_common_block<scope = #llvm.di_subprogram<name = "f">, name = "c">`,
	},
	"#llvm.di_compile_unit": {
		"For debuggers: a source file that was compiled, and by whom.",
		"#llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_C, file = <\"a.c\" " +
			"in \"/src\">, isOptimized = false, emissionKind = Full>",
	},
	"#llvm.di_composite_type": {
		"For debuggers: a type with parts, as a structure or an array.",
		`#llvm.di_composite_type<tag = DW_TAG_structure_type, name = "pair", sizeInBits = 64>`,
	},
	"#llvm.di_derived_type": {
		"For debuggers: a type that is made of another, as a pointer or a member.",
		`#llvm.di_derived_type<tag = DW_TAG_pointer_type, sizeInBits = 64>`,
	},
	"#llvm.di_expression": {
		"For debuggers: how to compute where a variable is.",
		`#llvm.di_expression<[DW_OP_deref]>`,
	},
	"#llvm.di_expression_elem": {
		"For debuggers: one step of #llvm.di_expression.",
		`#llvm<di_expression_elem DW_OP_deref>`,
	},
	"#llvm.di_file": {
		"For debuggers: a source file, and its folder.",
		`#llvm.di_file<"a.c" in "/src">`,
	},
	"#llvm.di_generic_subrange": {
		"For debuggers: a dimension of an array whose bounds are computed.",
		"#llvm.di_generic_subrange<lowerBound = #llvm.di_expression<[DW_OP_deref]>, stride = " +
			"#llvm.di_expression<[DW_OP_deref]>>",
	},
	"#llvm.di_global_variable": {
		"For debuggers: a global variable.",
		"#llvm.di_global_variable<scope = #llvm.di_file<\"a.c\" in \"/src\">, name = \"x\", " +
			"linkageName = \"x\", file = <\"a.c\" in \"/src\">, line = 1, type = #llvm.di_null_type>",
	},
	"#llvm.di_global_variable_expression": {
		"For debuggers: a global variable with how to find it.",
		"#llvm.di_global_variable_expression<var = <scope = #llvm.di_file<\"a.c\" in \"/src\">, " +
			"name = \"x\", linkageName = \"x\", file = <\"a.c\" in \"/src\">, line = 1, type = " +
			"#llvm.di_null_type>, expr = <>>",
	},
	"#llvm.di_imported_entity": {
		"For debuggers: what a scope imports from another.",
		"#llvm.di_imported_entity<tag = DW_TAG_imported_module, scope = " +
			"#llvm.di_subprogram<name = \"f\">, entity = #llvm.di_namespace<name = \"space\", " +
			"exportSymbols = false>, name = \"i\">",
	},
	"#llvm.di_label": {
		"For debuggers: a label in a function.",
		`#llvm.di_label<scope = #llvm.di_subprogram<name = "f">, name = "again", line = 4>`,
	},
	"#llvm.di_lexical_block": {
		"For debuggers: a block of a function, by line and column.",
		`#llvm.di_lexical_block<scope = #llvm.di_subprogram<name = "f">, line = 2, column = 3>`,
	},
	"#llvm.di_lexical_block_file": {
		"For debuggers: a block that is in another file.",
		"#llvm.di_lexical_block_file<scope = #llvm.di_subprogram<name = \"f\">, file = <\"a.h\" " +
			"in \"/src\">, discriminator = 0>",
	},
	"#llvm.di_local_variable": {
		"For debuggers: a local variable or an argument.",
		"#llvm.di_local_variable<scope = #llvm.di_subprogram<name = \"f\">, name = \"n\", line = " +
			"2, arg = 1>",
	},
	"#llvm.di_module": {
		"For debuggers: a module of the source language.",
		`#llvm.di_module<file = <"a.c" in "/src">, scope = #llvm.di_file<"a.c" in "/src">, name = "m">`,
	},
	"#llvm.di_namespace": {
		"For debuggers: a namespace.",
		`#llvm.di_namespace<name = "space", exportSymbols = false>`,
	},
	"#llvm.di_null_type": {
		"For debuggers: no type, as a function has it that returns nothing.",
		`#llvm.di_null_type`,
	},
	"#llvm.di_string_type": {
		"For debuggers: a type of strings.",
		`#llvm.di_string_type<tag = DW_TAG_string_type, name = "s", sizeInBits = 32>`,
	},
	"#llvm.di_subprogram": {
		"For debuggers: a function.",
		`#llvm.di_subprogram<scope = #llvm.di_file<"a.c" in "/src">, name = "f">`,
	},
	"#llvm.di_subrange": {
		"For debuggers: a dimension of an array.",
		`#llvm.di_subrange<count = 4 : i64>`,
	},
	"#llvm.di_subroutine_type": {
		"For debuggers: the types of the result and the arguments of a function.",
		`#llvm.di_subroutine_type<types = #llvm.di_null_type>`,
	},
	"#llvm.fastmath": {
		"What may be assumed of the floats of an instruction, as #arith.fastmath says it.", "",
	},
	"#llvm.framePointerKind": {
		"In which functions a register keeps the address of the frame.", "",
	},
	"#llvm.linkage": {
		"How the linker takes the name of a function or a global.", "",
	},
	"#llvm.loop_annotation": {
		"Of the branch at the end of a loop: what LLVM is to do with the loop.",
		`#llvm.loop_annotation<disableNonforced = false, mustProgress = true>`,
	},
	"#llvm.loop_distribute": {
		"In #llvm.loop_annotation: whether the loop is split into several.",
		`#llvm.loop_distribute<disable = true>`,
	},
	"#llvm.loop_interleave": {
		"In #llvm.loop_annotation: how many iterations run side by side.",
		`#llvm.loop_interleave<count = 4 : i32>`,
	},
	"#llvm.loop_licm": {
		"In #llvm.loop_annotation: whether what does not change moves out of the loop.",
		`#llvm.loop_licm<disable = true>`,
	},
	"#llvm.loop_peeled": {
		"In #llvm.loop_annotation: how many iterations were taken out in front.",
		`#llvm.loop_peeled<count = 1 : i32>`,
	},
	"#llvm.loop_pipeline": {
		"In #llvm.loop_annotation: how the loop is pipelined by a scheduler of instructions.",
		`#llvm.loop_pipeline<disable = false, initiationinterval = 2 : i32>`,
	},
	"#llvm.loop_unroll": {
		"In #llvm.loop_annotation: whether, and how often, the loop is unrolled.",
		`#llvm.loop_unroll<disable = true>`,
	},
	"#llvm.loop_unroll_and_jam": {
		"In #llvm.loop_annotation: whether an outer loop is unrolled into its inner one.",
		`#llvm.loop_unroll_and_jam<count = 2 : i32>`,
	},
	"#llvm.loop_unswitch": {
		"In #llvm.loop_annotation: whether conditions move out of the loop.",
		`#llvm.loop_unswitch<partialDisable = true>`,
	},
	"#llvm.loop_vectorize": {
		"In #llvm.loop_annotation: whether iterations become vectors, and of which width.",
		`#llvm.loop_vectorize<disable = false, width = 8 : i32>`,
	},
	"#llvm.memory_effects": {
		"Which memory a function reads and writes.",
		"#llvm.memory_effects<other = none, argMem = read, inaccessibleMem = none, errnoMem = " +
			"none, targetMem0 = none, targetMem1 = none>",
	},
	"#llvm.mlir.module_flag": {
		"A flag of the module: what the linker does where modules differ, its key and its " +
			"value.",
		`#llvm.mlir.module_flag<error, "wchar_size", 4 : i32>`,
	},
	"#llvm.mmra_tag": {
		"A tag that says what a fence orders, or what an access belongs to.",
		`#llvm.mmra_tag<"amdgpu-synchronize-as":"local">`,
	},
	"#llvm.poison": {
		"A constant of which nothing is known, and that nothing may depend on.",
		`#llvm.poison`,
	},
	"#llvm.tailcallkind": {
		"Whether a call may, must or must not reuse the frame of its caller.", "",
	},
	"#llvm.target": {
		"What LLVM compiles for: triple, processor, features.",
		`#llvm.target<triple = "x86_64-unknown-linux-gnu", chip = "x86-64">`,
	},
	"#llvm.target_features": {
		"What the processor has, and has not.",
		`#llvm.target_features<["+sse4.2", "+avx2"]>`,
	},
	"#llvm.tbaa_member": {
		"In #llvm.tbaa_type_desc: a type at an offset.",
		`#llvm.tbaa_member<#llvm.tbaa_root<id = "root">, 0>`,
	},
	"#llvm.tbaa_root": {
		"The root of a tree of types, by which accesses are told apart.",
		`#llvm.tbaa_root<id = "root">`,
	},
	"#llvm.tbaa_tag": {
		"Of an access: which type is accessed, in which, at which offset.",
		"#llvm.tbaa_tag<base_type = <id = \"int\", members = {<#llvm.tbaa_root<id = \"root\">, " +
			"0>}>, access_type = <id = \"int\", members = {<#llvm.tbaa_root<id = \"root\">, 0>}>, " +
			"offset = 0>",
	},
	"#llvm.tbaa_type_desc": {
		"A type in a tree of types, with what it holds.",
		`#llvm.tbaa_type_desc<id = "int", members = {<#llvm.tbaa_root<id = "root">, 0>}>`,
	},
	"#llvm.undef": {
		"A constant of any bits.",
		`#llvm.undef`,
	},
	"#llvm.uwtableKind": {
		"Whether a function has tables by which its frames can be unwound.", "",
	},
	"#llvm.vec_type_hint": {
		"Of a kernel of OpenCL: the type of vectors that it computes with.",
		`#llvm.vec_type_hint<hint = vector<4xf32>, is_signed = false>`,
	},
	"#llvm.vscale_range": {
		"How many times the least width vectors of the target may have.",
		`#llvm.vscale_range<minRange = 1, maxRange = 16>`,
	},
	"#llvm.zero": {
		"A constant of which all bits are zero.",
		`#llvm.zero`,
	},
	"#stream.collective": {
		"What participants of a channel exchange, how it is reduced, and the type of the elements.",
		"#stream.collective<all_reduce with sum : f32>",
	},
	"#stream.parameter.named": {
		"A value that is kept in another file, by its name.",
		`#stream.parameter.named<"model"::"weights"> : tensor<4xf32>`,
	},
	"#stream.partitioning_config": {
		"What IREE prefers where it divides a program: concurrency or little memory.",
		"#stream.partitioning_config<max-concurrency>",
	},
	"#stream.resource_config": {
		"How memory of a device is aligned in IREE's programs, and how much there may be.",
		"#stream.resource_config<{max_allocation_size = 1024}>",
	},
	"#stream.timepoint": {"A timepoint that is reached.", "#stream.timepoint<immediate>"},
	"#util.byte_pattern": {
		"Bytes by a rule instead of a list, in IREE's programs.", "#util.byte_pattern<1> : tensor<4xi8>",
	},
	"#util.composite": {
		"Values one behind the other, in IREE's programs.",
		"#util.composite<4xi8, [dense<1> : tensor<4xi8>]>",
	},
	"#util.inline.always": {"A function that is to be inlined, in IREE's programs.", "#util.inline.always"},
	"#util.inline.never":  {"A function that must not be inlined, in IREE's programs.", "#util.inline.never"},
	"#hal.device.affinity": {
		"Queues of a device on which work may be, in IREE's programs.",
		"#hal.device.affinity<@device, [0, 1]>",
	},
	"#hal.device.alias": {
		"A kind of device by its name, in IREE's programs.", `#hal.device.alias<"local"> : !hal.device`,
	},
	"#hal.device.optimal": {
		"The best of several sets of queues, in IREE's programs.",
		"#hal.device.optimal<[#hal.device.affinity<@a>, #hal.device.affinity<@b>]>",
	},
	"#hal.device.promise": {
		"Queues of a device that is not defined yet, in IREE's programs.",
		"#hal.device.promise<@device, [0]>",
	},
	"#hal.device.target": {
		"What a device runs, in IREE's programs.", `#hal.device.target<"local"> : !hal.device`,
	},
	"#hal.device.topology": {
		"Which devices reach each other's memory, in IREE's programs.",
		"#hal.device.topology<links = [(@a -> @b = {unified_memory = true})]>",
	},
	"#hal.executable.target": {
		"What an executable is compiled for, in IREE's programs.",
		`#hal.executable.target<"llvm-cpu", "embedded-elf-x86_64">`,
	},
	"#ml_program.extern": {
		"The value of a global that the program does not contain.",
		`#ml_program.extern : f32`,
	},
	"#mpi.errclass": {"A class of errors of MPI.", "#mpi.errclass<MPI_SUCCESS>"},
	"#nvgpu.interleave": {
		"How the tensor that a TMA descriptor describes is interleaved.", "",
	},
	"#nvgpu.l2promo": {
		"How many bytes a copy by the TMA brings into the second cache.", "",
	},
	"#nvgpu.oob": {
		"What a copy by the TMA reads outside of the tensor: zeros or NaN.", "",
	},
	"#nvgpu.rcp_rounding_mode": {
		"How the reciprocal of a float is rounded.", "",
	},
	"#nvgpu.swizzle": {
		"How the rows of a tile are mixed in shared memory, so that banks do not meet.", "",
	},
	"#nvvm.action": {
		"Whether setmaxnreg gives a warp more registers or fewer.", "",
	},
	"#nvvm.cache_eviction_priority": {
		"When a line that is loaded leaves the cache.", "",
	},
	"#nvvm.cta_group": {
		"How many blocks of a cluster work on one product of tcgen05.", "",
	},
	"#nvvm.grid_dep_action": {
		"Whether a grid waits for the one before, or lets the next one start.", "",
	},
	"#nvvm.ld_st_matrix_elt_type": {
		"The elements of the matrices that ldmatrix and stmatrix move.", "",
	},
	"#nvvm.ld_st_matrix_shape": {
		"The shape of the matrices that ldmatrix and stmatrix move.",
		`#nvvm.ld_st_matrix_shape<m = 8, n = 8>`,
	},
	"#nvvm.load_cache_modifier": {
		"Through which caches a copy goes.", "",
	},
	"#nvvm.match_sync_kind": {
		"Whether lanes with the same value are found for each lane, or all have to have one.", "",
	},
	"#nvvm.mem_order": {
		"What an atomic access is ordered with.", "",
	},
	"#nvvm.mem_scope": {
		"For whom an access or a fence counts: the block, the cluster, the device, the " +
			"system.", "",
	},
	"#nvvm.mma_b1op": {
		"How bits are multiplied in a product of matrices of bits.", "",
	},
	"#nvvm.mma_frag": {
		"Which matrix of a product a fragment is of: a times b plus c.", "",
	},
	"#nvvm.mma_int_overflow": {
		"Whether sums of integers wrap around or stay at the largest number.", "",
	},
	"#nvvm.mma_kind": {
		"Which formats of few bits a product multiplies.", "",
	},
	"#nvvm.mma_layout": {
		"Whether a matrix lies in memory row by row or column by column.", "",
	},
	"#nvvm.mma_type": {
		"The format of the elements of a matrix.", "",
	},
	"#nvvm.permute_mode": {
		"How bytes of two words are chosen.", "",
	},
	"#nvvm.prefetch_cache_level": {
		"Into which cache memory is brought.", "",
	},
	"#nvvm.proxy_kind": {
		"Between which ways to memory a fence orders.", "",
	},
	"#nvvm.reduction": {
		"What a barrier computes of the conditions of its threads.", "",
	},
	"#nvvm.redux_kind": {
		"What a reduction of a warp computes.", "",
	},
	"#nvvm.shape": {
		"The sizes of a product of matrices: m rows, n columns, k products.",
		`#nvvm.shape<m = 16, n = 8, k = 16>`,
	},
	"#nvvm.shared_space": {
		"Whether shared memory is that of the block or of the cluster.", "",
	},
	"#nvvm.shfl_kind": {
		"How the lane is found whose value a lane gets.", "",
	},
	"#nvvm.target": {
		"What kernels are compiled for: the chip, its features, the level of optimization.",
		`#nvvm.target<chip = "sm_90a", features = "+ptx80", O = 3>`,
	},
	"#nvvm.tma_load_mode": {
		"How the TMA finds elements in the tensor that it reads.", "",
	},
	"#nvvm.tma_redux_kind": {
		"What the TMA computes of what it writes and what is there.", "",
	},
	"#nvvm.tma_store_mode": {
		"How the TMA finds elements in the tensor that it writes.", "",
	},
	"#nvvm.vote_sync_kind": {
		"What a vote of the lanes of a warp says.", "",
	},
	"#nvvm.wgmma_scale_in": {
		"Whether an operand of a product of a warpgroup is negated.", "",
	},
	"#nvvm.wgmma_scale_out": {
		"Whether a product of a warpgroup is added to the accumulator, or replaces it.", "",
	},
	"#nvvm.wgmma_type": {
		"The format of the elements of a product of a warpgroup.", "",
	},
	"#ptr.address": {
		"A constant address.",
		`#ptr.address<64> : !ptr.ptr<#ptr.generic_space>`,
	},
	"#ptr.generic_space": {
		"Memory that addresses without a space are in.",
		`#ptr.generic_space`,
	},
	"#ptr.null": {
		"The address that nothing has.",
		`#ptr.null : !ptr.ptr<#ptr.generic_space>`,
	},
	"#ptr.spec": {
		"In a data layout: the bits of an address, and how it is aligned.",
		`#ptr.spec<size = 64, abi = 64, preferred = 64>`,
	},
	"#ub.poison": {
		"A value that nothing may depend on, in ub.poison.",
		`#ub.poison`,
	},
	"#vector.iterator_type": {
		"What a dimension of vector.contract is: one of the result (parallel), or one that is " +
			"added over (reduction).", "",
	},
	"#vector.kind": {
		"How elements are combined in a reduction, a scan or a contraction.", "",
	},
	"#vector.punctuation": {
		"What vector.print writes behind its operand.", "",
	},
}
