package frommpi

import (
	"fmt"

	"github.com/inflight-compiler/inflight/dialect/mpi"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ranks"
)

// call executes an operation of the mpi dialect.
func (x *execution) call(op *ir.Op, f frame) error {
	last := op.NumResults() - 1
	switch {
	case op.Is(mpi.CommWorld):
		f[op.Result(0)] = value{comm: x.groups.world}
	case op.Is(mpi.CommRank), op.Is(mpi.CommSize):
		c, err := x.communicator(op, 0, f)
		if err != nil {
			return err
		}
		n := c.number(x.rank)
		if op.Is(mpi.CommSize) {
			n = int64(len(c.members))
		}
		f[op.Result(last)] = value{attr: op.Context().Int(op.Context().I32, n)}
	case op.Is(mpi.CommSplit):
		return x.splitComm(op, f)
	case op.Is(mpi.Send), op.Is(mpi.Recv), op.Is(mpi.ISend), op.Is(mpi.IRecv):
		return x.message(op, f)
	case op.Is(mpi.Wait):
		return x.wait(op, f)
	case op.Is(mpi.Barrier):
		return x.collective(op, 0, "mpi.barrier", ranks.Unknown, f)
	case op.Is(mpi.AllReduce), op.Is(mpi.ReduceScatterBlock):
		name := fmt.Sprint(op.Name(), " of ", op.Attr("op").(*ir.IntegerAttr).Value)
		if n := op.Attr("op").(*ir.IntegerAttr).Value; n >= 0 && n < int64(len(mpi.ReductionOp.Cases)) {
			name = op.Name() + " of " + mpi.ReductionOp.Cases[n].Name
		}
		return x.buffers(op, name, f)
	case op.Is(mpi.AllGather):
		return x.buffers(op, op.Name(), f)
	case op.Is(mpi.Finalize):
		return x.add(op, ranks.Action{Kind: ranks.Collective, Label: "mpi.finalize",
			Channel: x.groups.world.name + " finalize", Group: x.groups.world.sorted, Payload: ranks.Unknown})
	case op.Is(mpi.RetvalCheck):
		success := op.Attr("errclass").(*ir.EnumAttr).Value == 0
		f[op.Result(0)] = value{attr: truth(op.Context(), success)}
	}
	return nil
}

// truth is a value of i1. True is -1 there, as in MLIR.
func truth(c *ir.Context, is bool) *ir.IntegerAttr {
	if is {
		return c.Int(c.I1, 1)
	}
	return c.Int(c.I1, 0)
}

// communicator returns the communicator that an operand is.
func (x *execution) communicator(op *ir.Op, operand int, f frame) (*communicator, error) {
	v, ok := f[op.Operand(operand)]
	switch {
	case !ok:
		return nil, incomplete(op, "the communicator is not known")
	case v.comm == nil:
		return nil, x.refuse(op, "the split gave the rank no communicator")
	}
	return v.comm, nil
}

func (x *execution) add(op *ir.Op, a ranks.Action) error {
	if len(x.actions) >= x.left {
		return ranks.TooLong(op.Span(), x.rank, len(x.actions))
	}
	a.At, a.Queue = op.Span(), ranks.Host
	switch members := len(a.Group); {
	case x.costs == nil || a.Kind == ranks.Wait || a.Kind == ranks.Compute:
	case a.Transfers():
		a.Cost = int64(x.costs.Call(op, 2))
	default:
		a.Cost = int64(x.costs.Call(op, members))
	}
	x.actions = append(x.actions, a)
	return nil
}

// message adds a send or a receive.
func (x *execution) message(op *ir.Op, f frame) error {
	c, err := x.communicator(op, 3, f)
	if err != nil {
		return err
	}
	tag, ok := f.integer(op.Operand(1))
	peer, known := f.integer(op.Operand(2))
	sends := op.Is(mpi.Send) || op.Is(mpi.ISend)
	switch {
	case !ok:
		return incomplete(op, "the tag of rank %d depends on data", x.rank)
	case !known:
		return incomplete(op, "the peer of rank %d depends on data", x.rank)
	case !sends && (tag < 0 || peer < 0):
		return incomplete(op,
			"rank %d receives from any sender or with any tag: which message it takes depends "+
				"on the timing", x.rank)
	case tag < 0:
		return x.refuse(op, "the tag is %d", tag)
	case peer < 0 || peer >= int64(len(c.members)):
		return x.refuse(op, "the peer is %d, and the communicator has %d ranks", peer, len(c.members))
	}
	a := ranks.Action{Kind: ranks.Recv, Label: op.Name(), Peer: c.members[peer],
		Channel: fmt.Sprintf("%s, tag %d", c.name, tag), Payload: payload(op.Operand(0)),
		Nonblocking: op.Is(mpi.ISend) || op.Is(mpi.IRecv)}
	if sends {
		a.Kind = ranks.Send
	}
	if err := x.add(op, a); err != nil {
		return err
	}
	if a.Nonblocking {
		f[op.Result(op.NumResults()-1)] = value{request: int32(len(x.actions))}
		x.transfers[int32(len(x.actions))] = op
	}
	return nil
}

// payload is what is known of the data in a buffer.
func payload(v *ir.Value) ranks.Payload {
	p := ranks.Unknown
	t, ok := v.Type().(*ir.MemRefType)
	if !ok {
		return p
	}
	p.Type, p.Count = t.Elem.String(), 1
	for _, d := range t.Shape {
		if d < 0 || p.Count > 1<<40 {
			p.Count = -1
			break
		}
		p.Count *= d
	}
	return p
}

// wait adds a wait for a request.
func (x *execution) wait(op *ir.Op, f frame) error {
	r := f[op.Operand(0)].request
	switch {
	case r == 0:
		return incomplete(op, "the request of rank %d is not known", x.rank)
	case x.waited[r]:
		return x.refuse(op, "the request was waited for before")
	}
	x.waited[r] = true
	delete(x.transfers, r)
	return x.add(op, ranks.Action{Kind: ranks.Wait, Label: "mpi.wait", After: []int32{r - 1},
		Payload: ranks.Unknown})
}

// buffers adds a collective from one buffer to another. What all members send is compared, and for each
// member that its two buffers fit each other.
func (x *execution) buffers(op *ir.Op, name string, f frame) error {
	c, err := x.communicator(op, 2, f)
	if err != nil {
		return err
	}
	send, recv, n := payload(op.Operand(0)), payload(op.Operand(1)), int64(len(c.members))
	switch {
	case op.Operand(0) == op.Operand(1): // in place: MLIR lowers that to MPI_IN_PLACE
	case send.Type != "" && recv.Type != "" && send.Type != recv.Type:
		return x.refuse(op, "it sends %s and receives %s", send.Type, recv.Type)
	case send.Count < 0 || recv.Count < 0:
	case op.Is(mpi.AllReduce) && recv.Count < send.Count:
		return x.refuse(op, "it sends %s, and has room for %s", send, recv)
	case op.Is(mpi.AllGather) && recv.Count != n*send.Count:
		return x.refuse(op, "it sends %s and receives %s; %d ranks send %d together", send, recv, n,
			n*send.Count)
	case op.Is(mpi.ReduceScatterBlock) && send.Count != n*recv.Count:
		return x.refuse(op, "it sends %s and receives %s; blocks for %d ranks are %d together", send, recv, n,
			n*recv.Count)
	}
	return x.collective(op, 2, name, send, f)
}

// compute adds the time of an operation that calls no MPI.
func (x *execution) compute(op *ir.Op, f frame) error {
	takes := x.costs.Op(x.module, op, f.integers)
	if takes == 0 {
		return nil
	}
	label := op.Name()
	if fn := x.callee(op); fn != nil {
		label = "@" + fn.SymbolName()
	}
	return x.add(op, ranks.Action{Kind: ranks.Compute, Label: label, Cost: int64(takes),
		Payload: ranks.Unknown})
}

// integers returns the values that are known.
func (f frame) integers() map[*ir.Value]int64 {
	all := map[*ir.Value]int64{}
	for v := range f {
		if n, ok := f.integer(v); ok {
			all[v] = n
		}
	}
	return all
}

// collective adds a collective on the communicator that an operand is.
func (x *execution) collective(op *ir.Op, comm int, label string, p ranks.Payload, f frame) error {
	c, err := x.communicator(op, comm, f)
	if err != nil {
		return err
	}
	return x.add(op, ranks.Action{Kind: ranks.Collective, Label: label, Channel: c.name, Group: c.sorted,
		Payload: p})
}

// splitComm asks for a part of a communicator, and hands it out if all members have asked.
func (x *execution) splitComm(op *ir.Op, f frame) error {
	c, err := x.communicator(op, 0, f)
	if err != nil {
		return err
	}
	color, ok := f.integer(op.Operand(1))
	key, known := f.integer(op.Operand(2))
	if !ok || !known {
		return incomplete(op, "color or key of rank %d depends on data", x.rank)
	}
	if err := x.collective(op, 0, "mpi.comm_split", ranks.Unknown, f); err != nil {
		return err
	}
	s := c.of(x.split[c])
	x.split[c]++
	s.asked[x.rank] = part{color, key}
	if s.parts == nil {
		x.unknown = incomplete(op, "not all ranks of the communicator come to this split")
		return x.unknown
	}
	f[op.Result(op.NumResults()-1)] = value{comm: s.parts[x.rank]}
	return nil
}
