// Package form has the form of TVMScript in the IR: data types, storage scopes, kinds of loops, thread
// bindings and intrinsics. Each has its name in TVMScript and its operation, type or attribute. The importer
// and the exporter read the same tables, so that each knows all spellings of the other.
//
// The form of each construct:
//
//	T.Buffer, T.match_buffer       a memref; scopes are memory spaces (SpaceAttr)
//	integers that index            values of type index: loop variables, sizes, literals, parameters
//	integers read from buffers     values of type i8 ... i64
//	unsigned elements              signless, with the attribute DtypeAttr at the buffer's definition
//	T.serial, T.grid, range        scf.for
//	T.parallel, T.vectorized, ...  scf.for with KindAttr
//	T.thread_binding               scf.for with MappingAttr
//	annotations of loops, blocks   attributes of the same name at scf.for, pipeline.block
//	T.sblock, T.block              pipeline.block with the attribute "name"; axes are pipeline.axis
//	T.where                        scf.if around the pipeline.block
//	T.init                         scf.if at the beginning of the block: all reduce axes are at their lower end
//	T.reads, T.writes              no form: the body determines them; operands of a block with an opaque call
//	T.if_then_else                 scf.if with a result; T.Select is arith.select
//	x and y, x or y                arith.andi, arith.ori; scf.if if y must not always be evaluated
//	break, continue                scf.if around the following code, on a flag in local scope if needed
//	T.call_extern                  func.call of a declaration with CallAttr
//	A.data, A.access_ptr           the memref; with an offset a subview of it in one dimension
//	T.address_of(A[i, j])          memref.subview with sizes 1
//	T.Ramp as a subscript          vector.load, vector.store; with a stride vector.gather, vector.scatter
//	T.Ramp as a value              base + index_cast(vector.step) * stride, of int32 or int64
//	T.attr of the asynchronous     pipeline.async_scope, commit_queue, wait_queue
//	other T.attr scopes            pipeline.block with the attribute ScopeAttr
//	x: T.float32 that changes      a memref of one element in local scope
//	T.handle without a shape       a memref of bytes of unknown extent, with DtypeAttr "handle"
//	T.allocate_const               memref.get_global of a constant memref.global
//	predicates of vectors          vector.maskedload, vector.maskedstore, and masks of gathers and scatters
package form
