package mpi

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// Dialect is the mpi dialect.
var Dialect = &ir.Dialect{
	Name: "mpi",
	Ops: []*ir.OpDef{
		Init, Finalize, CommWorld, CommRank, CommSize, CommSplit, Send, ISend, Recv, IRecv, Wait, Barrier,
		AllReduce, AllGather, ReduceScatterBlock, RetvalCheck, ErrorClassOf,
	},
	Types: []string{"retval", "comm", "request", "status"},
	Enums: []*ir.EnumDef{ReductionOp, ErrorClass},
}

var (
	retval  = named("retval", "MPI function call return value (!mpi.retval)")
	comm    = named("comm", "MPI communicator handler")
	request = named("request", "MPI asynchronous request handler")
	buffer  = constraint.MemRef
	array   = ir.TypeConstraint{Summary: "non-0-ranked.memref of any type values",
		Match: func(t ir.Type) bool {
			m, ok := t.(*ir.MemRefType)
			return ok && m.Ranked && len(m.Shape) > 0
		}}
	i32 = ir.TypeConstraint{Summary: "32-bit signless integer",
		Match: func(t ir.Type) bool {
			i, ok := t.(*ir.IntegerType)
			return ok && i.Width == 32 && i.Sign == ir.Signless
		},
		Build: func(c *ir.Context) ir.Type { return c.I32 }}
)

// named is the constraint on one of the types of the dialect.
func named(text, summary string) ir.TypeConstraint {
	return ir.TypeConstraint{
		Summary: summary,
		Match: func(t ir.Type) bool {
			o, ok := t.(*ir.OpaqueType)
			return ok && o.Dialect == "mpi" && o.Text == text
		},
		Build: func(c *ir.Context) ir.Type { return c.OpaqueType("mpi", text) },
	}
}

// returned is the entry of the table of results with what the call returns. It is the first one, and may be
// absent.
var returned = ir.ResultDef{Name: "retval", Type: retval, Arity: ir.Optional}

func operand(name string, t ir.TypeConstraint) ir.OperandDef {
	return ir.OperandDef{Name: name, Type: t}
}

// message is the operands of a send or a receive. peer is the name of the operand with the other rank.
func message(peer string) []ir.OperandDef {
	return []ir.OperandDef{operand("ref", buffer), operand("tag", i32),
		operand(peer, i32), operand("comm", comm)}
}

// nameResults names results after their entries in the table, as upstream does where there are several.
func nameResults(last string) func(op *ir.Op, set func(*ir.Value, string)) {
	return func(op *ir.Op, set func(*ir.Value, string)) {
		n := op.NumResults()
		if n > 1 {
			set(op.Result(0), "retval")
		}
		set(op.Result(n-1), last)
	}
}

// The life of the library.
var (
	Init = &ir.OpDef{
		Name:    "mpi.init",
		Summary: "Initialize the MPI library, equivalent to `MPI_Init(NULL, NULL)`",
		Results: []ir.ResultDef{returned},
		Format:  "attr-dict (`:` type($retval)^)?",
	}
	Finalize = &ir.OpDef{
		Name:    "mpi.finalize",
		Summary: "Finalize the MPI library, equivalent to `MPI_Finalize()`",
		Results: []ir.ResultDef{returned},
		Format:  "attr-dict (`:` type($retval)^)?",
	}
)

// Communicators.
var (
	CommWorld = &ir.OpDef{
		Name:    "mpi.comm_world",
		Summary: "Get the World communicator, equivalent to `MPI_COMM_WORLD`",
		Results: []ir.ResultDef{{Name: "comm", Type: comm}},
		Traits:  ir.Pure,
		Format:  "attr-dict `:` type(results)",
	}
	CommRank = &ir.OpDef{
		Name:        "mpi.comm_rank",
		Summary:     "Get the current rank, equivalent to `MPI_Comm_rank(comm, &rank)`",
		Operands:    []ir.OperandDef{operand("comm", comm)},
		Results:     []ir.ResultDef{returned, {Name: "rank", Type: i32}},
		Traits:      ir.Pure,
		Format:      "`(` $comm `)` attr-dict `:` type(results)",
		ResultNames: nameResults("rank"),
	}
	CommSize = &ir.OpDef{
		Name:        "mpi.comm_size",
		Summary:     "Get the size of the group associated to the communicator",
		Operands:    []ir.OperandDef{operand("comm", comm)},
		Results:     []ir.ResultDef{returned, {Name: "size", Type: i32}},
		Traits:      ir.Pure,
		Format:      "`(` $comm `)` attr-dict `:` type(results)",
		ResultNames: nameResults("size"),
	}
	CommSplit = &ir.OpDef{
		Name:    "mpi.comm_split",
		Summary: "Partition the group associated to the given communicator into disjoint subgroups",
		Operands: []ir.OperandDef{operand("comm", comm), operand("color", i32),
			operand("key", i32)},
		Results:     []ir.ResultDef{returned, {Name: "newcomm", Type: comm}},
		Traits:      ir.Pure,
		Format:      "`(` $comm `,` $color `,` $key `)` attr-dict `:` type(results)",
		ResultNames: nameResults("newcomm"),
	}
)

// Messages. The blocking ones end when the buffer may be used again; the others hand out a request.
var (
	Send = &ir.OpDef{
		Name:     "mpi.send",
		Summary:  "Equivalent to `MPI_Send(ptr, size, dtype, dest, tag, comm)`",
		Operands: message("dest"),
		Results:  []ir.ResultDef{returned},
		Format: "`(` $ref `,` $tag `,` $dest `,` $comm `)` attr-dict `:` type($ref) `,` type($tag) `,` " +
			"type($dest) (`->` type($retval)^)?",
	}
	ISend = &ir.OpDef{
		Name:     "mpi.isend",
		Summary:  "Equivalent to `MPI_Isend(ptr, size, dtype, dest, tag, comm)`",
		Operands: message("dest"),
		Results:  []ir.ResultDef{returned, {Name: "req", Type: request}},
		Format: "`(` $ref `,` $tag `,` $dest `,` $comm `)` attr-dict `:` type($ref) `,` type($tag) `,` " +
			"type($dest) `->` type(results)",
		ResultNames: nameResults("req"),
	}
	Recv = &ir.OpDef{
		Name:     "mpi.recv",
		Summary:  "Equivalent to `MPI_Recv(ptr, size, dtype, dest, tag, comm, MPI_STATUS_IGNORE)`",
		Operands: message("source"),
		Results:  []ir.ResultDef{returned},
		Format: "`(` $ref `,` $tag `,` $source `,` $comm `)` attr-dict `:` type($ref) `,` type($tag) `,` " +
			"type($source) (`->` type($retval)^)?",
	}
	IRecv = &ir.OpDef{
		Name:     "mpi.irecv",
		Summary:  "Equivalent to `MPI_Irecv(ptr, size, dtype, dest, tag, comm, &req)`",
		Operands: message("source"),
		Results:  []ir.ResultDef{returned, {Name: "req", Type: request}},
		Format: "`(` $ref `,` $tag `,` $source `,` $comm `)` attr-dict `:` type($ref) `,` type($tag) `,` " +
			"type($source) `->` type(results)",
		ResultNames: nameResults("req"),
	}
	Wait = &ir.OpDef{
		Name:     "mpi.wait",
		Summary:  "Equivalent to `MPI_Wait(req, MPI_STATUS_IGNORE)`",
		Operands: []ir.OperandDef{operand("req", request)},
		Results:  []ir.ResultDef{returned},
		Format:   "`(` $req `)` attr-dict `:` type($req) (`->` type($retval)^)?",
	}
)

// Collectives.
var (
	Barrier = &ir.OpDef{
		Name:     "mpi.barrier",
		Summary:  "Equivalent to `MPI_Barrier(comm)`",
		Operands: []ir.OperandDef{operand("comm", comm)},
		Results:  []ir.ResultDef{returned},
		Format:   "`(` $comm `)` attr-dict (`->` type($retval)^)?",
	}
	AllReduce = &ir.OpDef{
		Name:    "mpi.allreduce",
		Summary: "Equivalent to `MPI_Allreduce(sendbuf, recvbuf, op, comm)`",
		Operands: []ir.OperandDef{operand("sendbuf", buffer), operand("recvbuf", buffer),
			operand("comm", comm)},
		Results: []ir.ResultDef{returned},
		Attrs:   []ir.AttrDef{{Name: "op", Type: constraint.Enum(ReductionOp, "MPI operation class")}},
		Format: "`(` $sendbuf `,` $recvbuf `,` $op `,` $comm `)` attr-dict `:` type($sendbuf) `,` " +
			"type($recvbuf) (`->` type($retval)^)?",
	}
)

// Collectives that MLIR has since version 23; mlir-opt of version 22 does not know them.
var (
	AllGather = &ir.OpDef{
		Name:    "mpi.allgather",
		Summary: "Equivalent to `MPI_Allgather(sendbuf, sendcount, dtype, recvbuf, recvcount, dtype, comm)`",
		Operands: []ir.OperandDef{operand("sendbuf", buffer), operand("recvbuf", buffer),
			operand("comm", comm)},
		Results: []ir.ResultDef{returned},
		Format: "`(` $sendbuf `,` $recvbuf `,` $comm `)` attr-dict `:` type($sendbuf) `,` " +
			"type($recvbuf) (`->` type($retval)^)?",
	}
	ReduceScatterBlock = &ir.OpDef{
		Name:    "mpi.reduce_scatter_block",
		Summary: "Equivalent to `MPI_Reduce_scatter_block(sendbuf, recvbuf, recvcount, dtype, op, comm)`",
		Operands: []ir.OperandDef{operand("sendbuf", array), operand("recvbuf", array),
			operand("comm", comm)},
		Results: []ir.ResultDef{returned},
		Attrs:   []ir.AttrDef{{Name: "op", Type: constraint.Enum(ReductionOp, "MPI operation class")}},
		Verify:  verifySameElements,
		Format: "`(` $sendbuf `,` $recvbuf `,` $op `,` $comm `)` attr-dict `:` type($sendbuf) `,` " +
			"type($recvbuf) (`->` type($retval)^)?",
	}
)

// What calls return.
var (
	RetvalCheck = &ir.OpDef{
		Name:     "mpi.retval_check",
		Summary:  "Check an MPI return value against an error class",
		Operands: []ir.OperandDef{operand("val", retval)},
		Results:  []ir.ResultDef{{Name: "res", Type: constraint.I1}},
		Attrs:    []ir.AttrDef{{Name: "errclass", Type: constraint.Enum(ErrorClass, "MPI error class name")}},
		Format:   "$val `=` $errclass attr-dict `:` type($res)",
	}
	ErrorClassOf = &ir.OpDef{
		Name:     "mpi.error_class",
		Summary:  "Get the error class from an error code, equivalent to the `MPI_Error_class` function",
		Operands: []ir.OperandDef{operand("val", retval)},
		Results:  []ir.ResultDef{{Name: "errclass", Type: retval}},
		Format:   "$val attr-dict `:` type($val)",
	}
)

var codeBuffers = diag.Register("mpi-buffers", "the buffers of a call of MPI have different elements",
	"What is sent and what is received have elements of one type: change the type of one buffer.")

// verifySameElements returns an error if two buffers have elements of different types.
func verifySameElements(op *ir.Op) error {
	if send, recv := op.Operand(0).Type().(*ir.MemRefType),
		op.Operand(1).Type().(*ir.MemRefType); send.Elem != recv.Elem {
		return op.OpErrorf(codeBuffers, "sendbuf and recvbuf must have the same element type")
	}
	return nil
}
