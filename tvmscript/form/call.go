package form

// Call says how the arguments of a function of T that is called as an opaque one stand: Dtype, that the dtype
// of the result comes first, or with Last behind the others; Name, that the name of what is called follows.
// Without Dtype the result has the dtype Result.
type Call struct {
	Dtype, Last, Name bool
	Result            Dtype
}

// Calls are the functions of T that are opaque: func.call of a declaration with CallAttr. Those without a
// Name are called by their own.
var Calls = map[string]Call{
	"call_extern": {Dtype: true, Name: true}, "call_pure_extern": {Dtype: true, Name: true},
	"call_intrin": {Dtype: true, Name: true}, "call_llvm_intrin": {Dtype: true, Name: true},
	"call_llvm_pure_intrin": {Dtype: true, Name: true},
	"call_packed":           {Name: true, Result: Int32}, "call_cpacked": {Name: true, Result: Int32},
	"tvm_call_packed": {Name: true, Result: Int32}, "tvm_call_cpacked": {Name: true, Result: Int32},
	"tvm_load_matrix_sync": {Result: Nothing}, "tvm_store_matrix_sync": {Result: Nothing},
	"tvm_mma_sync": {Result: Nothing}, "tvm_bmma_sync": {Result: Nothing},
	"tvm_fill_fragment": {Result: Nothing},
	"mma_store":         {Dtype: true}, "mma_fill": {Dtype: true},
	"tvm_warp_shuffle": {Result: Int32}, "tvm_warp_shuffle_up": {Result: Int32},
	"tvm_warp_shuffle_down": {Result: Int32},
	"tvm_warp_activemask":   {Result: Int32}, "tvm_thread_invariant": {Result: Int32},
	"ptx_init_barrier_thread_count": {Result: Nothing}, "ptx_arrive_barrier": {Result: Nothing},
	"ptx_wait_barrier": {Result: Nothing}, "ptx_cp_async_barrier": {Result: Nothing},
	"ptx_arrive_barrier_expect_tx": {Result: Nothing}, "create_barriers": {Result: Nothing},
	"start_profile_intrinsic": {Result: Nothing}, "end_profile_intrinsic": {Result: Nothing},
	"tvm_storage_sync": {Result: Nothing}, "ptx_mma": {Dtype: true}, "ptx_mma_sp": {Dtype: true},
	"ptx_ldmatrix": {Dtype: true},
	"assume":       {Result: Nothing}, "undef": {Result: Nothing},
	"tvm_struct_get": {Dtype: true, Last: true}, "tvm_struct_set": {Result: Int32},
	"isnullptr":            {Result: Boolean},
	"tvm_throw_last_error": {Result: Nothing}, ThreadAllreduce: {Result: Nothing},
}

// ThreadAllreduce is the reduction over the threads of a block. Its arguments are the number of values, the
// values, a condition, the elements that get the results, and the variables of the threads; the elements are
// operands of one element each.
const ThreadAllreduce = "tvm_thread_allreduce"

// A commutative reducer, T.comm_reducer(lambda x, y: x + y, [T.float32(0)]), stands as the node of ScopeAttr
// in a dictionary with the text of the function, and the list of the texts of the identity elements.
const (
	ReducerAttr  = "comm_reducer"
	IdentityAttr = "identity"
	// ReduceScope is the key of the scope that has such a node. Its value is the null handle.
	ReduceScope = "reduce_scope"
)
