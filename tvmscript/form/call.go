package form

// Call describes the arguments of an opaque function of T. With Dtype the data type of the result is the
// first argument or, with Last, the last one. With Name the name of the called function follows. Without
// Dtype the result has the data type Result.
type Call struct {
	Dtype, Last, Name bool
	Result            Dtype
}

// Calls has the functions of T that are opaque: a call of one is a func.call of a declaration with CallAttr.
// A function without Name is called by its own name.
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
// values, a condition, the elements that receive the results, and the variables of the threads. These
// elements are operands of one element each.
const ThreadAllreduce = "tvm_thread_allreduce"

// A commutative reducer is T.comm_reducer(lambda x, y: x + y, [T.float32(0)]). In the IR it is a dictionary,
// the node of ScopeAttr: the text of the function, and the list of the texts of the identity elements.
const (
	ReducerAttr  = "comm_reducer"
	IdentityAttr = "identity"
	// ReduceScope is the key of the scope that has such a node. Its value is the null handle.
	ReduceScope = "reduce_scope"
)
