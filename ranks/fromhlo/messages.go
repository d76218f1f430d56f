package fromhlo

import (
	"fmt"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/frontend/hlo"
	"github.com/inflight-compiler/inflight/ranks"
)

// message executes an instruction that communicates: a start, or an operation that is not asynchronous.
func (x *execution) message(in *hlo.Instruction) error {
	from := len(x.actions)
	queue := ranks.Host
	if in.IsStart() && !in.IsSynchronous() {
		queue = x.queue(in, kind(in))
	}
	inner := in
	if c := in.Computation(); c != nil {
		inner = c.Root
	}
	if err := x.action(in, inner, queue); err != nil {
		return err
	}
	x.opened(in, from)
	return nil
}

// start executes async-start: what its computation communicates is one batch.
func (x *execution) start(in *hlo.Instruction) error {
	from := len(x.actions)
	queue := ranks.Host
	if !in.IsSynchronous() {
		queue = x.queue(in, in.Wrapped())
	}
	for _, c := range in.Called() {
		for _, inner := range c.Computation.Instructions {
			switch {
			case x.calls(inner):
				return incomplete(inner, "communication in it is not followed")
			case kind(inner) != "":
				if err := x.action(in, inner, queue); err != nil {
					return err
				}
			}
		}
	}
	x.opened(in, from)
	return nil
}

// opened notes the actions of a start, from a number on.
func (x *execution) opened(in *hlo.Instruction, from int) {
	if !in.IsStart() {
		return
	}
	x.started++
	o := operation{number: x.started}
	for i := from; i < len(x.actions); i++ {
		o.actions = append(o.actions, int32(i))
	}
	x.open[in] = append(x.open[in], o)
}

// done waits for the oldest operation in flight among those of its starts.
func (x *execution) done(in *hlo.Instruction) error {
	var first *hlo.Instruction
	for _, s := range in.Starts() {
		if o := x.open[s]; len(o) > 0 && (first == nil || o[0].number < x.open[first][0].number) {
			first = s
		}
	}
	if first == nil {
		if x.waits(in) || len(in.Starts()) == 0 && in.Wrapped() == "" {
			return incomplete(in, "it is not known which start it waits for")
		}
		return nil
	}
	o := x.open[first][0]
	x.open[first] = x.open[first][1:]
	if len(o.actions) == 0 {
		return nil
	}
	return x.add(ranks.Action{Kind: ranks.Wait, Label: in.String(), At: in.Span(), After: o.actions,
		Payload: ranks.Unknown, Queue: ranks.Host})
}

// waits reports whether an instruction is the done of communication with other devices.
func (x *execution) waits(in *hlo.Instruction) bool {
	if !in.IsDone() || in.Attribute("is_host_transfer").Bool() {
		return false
	}
	if s := in.Start(); s != nil && s.Attribute("is_host_transfer").Bool() {
		return false
	}
	if c := in.Computation(); c != nil {
		return x.communicates(c)
	}
	w := in.Wrapped()
	return w == "send" || w == "recv" || collectives[w]
}

// queue returns the number of the stream that executes an asynchronous operation.
func (x *execution) queue(in *hlo.Instruction, kind string) int32 {
	name := in.AsyncThread()
	switch {
	case name != "":
	case kind == "send" || kind == "recv":
		pipeline, _ := in.FrontendAttribute("_xla_send_recv_pipeline")
		name = "sends and receives " + pipeline
	default:
		name = "collectives"
	}
	return x.queueNamed(name)
}

// queueNamed returns the number of the queue with a name.
func (x *execution) queueNamed(name string) int32 {
	for i, q := range x.queues {
		if q == name {
			return int32(i)
		}
	}
	x.queues = append(x.queues, name)
	return int32(len(x.queues) - 1)
}

// action adds the action of an instruction: in, or the instruction in the computation that in starts.
func (x *execution) action(in, inner *hlo.Instruction, queue int32) error {
	what := kind(inner)
	a := ranks.Action{Label: in.String(), At: in.Span(), Queue: queue, Payload: ranks.Unknown}
	var groups [][]int32
	var err error
	if a.Cost, err = x.takes(in, inner); err != nil {
		return err
	}
	switch {
	case what == "send" || what == "recv":
		return x.transfer(inner, what, a)
	case what == "collective-permute":
		groups, err = x.connected(inner)
	case what != "":
		groups, err = x.groups(inner)
	default:
		return incomplete(in, "the operation that it starts is not one that communicates")
	}
	if err != nil || groups == nil {
		return err
	}
	a.Kind, a.Label = ranks.Collective, label(inner, what)
	for _, g := range groups {
		if a.Group == nil || has(g, x.rank) {
			a.Group = g
		}
	}
	if !has(a.Group, x.rank) && what == "collective-permute" || len(a.Group) == 1 && a.Group[0] == x.rank {
		return nil
	}
	a.Payload.Type = operandType(inner)
	a.Channel = fmt.Sprint(channel(inner), " of ", a.Group)
	return x.add(a)
}

// label is what members of a collective agree on.
func label(in *hlo.Instruction, what string) string {
	if c := in.CalledAs("to_apply"); c != nil && c.Root != nil {
		return diag.Sprintf("%s of %s", what, c.Root.Opcode)
	}
	if a := in.Attribute("source_target_pairs"); a != nil && len(a.Text) < 100 {
		return diag.Sprintf("%s along %s", what, a.Text)
	}
	return what
}

// channel is the channel of an instruction in words.
func channel(in *hlo.Instruction) string {
	if id, ok := in.ChannelID(); ok {
		return fmt.Sprint("channel ", id)
	}
	return "no channel"
}

// operandType is the type of the first operand, "" if it is not known.
func operandType(in *hlo.Instruction) string {
	if in.Opcode == "ragged-all-to-all" || len(in.Operands) == 0 {
		return ""
	}
	return typeOf(in.Operands[0].Shape)
}

// typeOf is an array's type without its layout, "" for other shapes and shapes with sizes that vary.
func typeOf(s *hlo.Shape) string {
	if !s.IsArray() || s.Dynamic != nil {
		return ""
	}
	sizes := strings.Fields(strings.Trim(fmt.Sprint(s.Dims), "[]"))
	return s.Element + "[" + strings.Join(sizes, ",") + "]"
}

// transfer adds the sends or the receives of an instruction.
func (x *execution) transfer(in *hlo.Instruction, what string, a ranks.Action) error {
	a.Kind, a.Channel = ranks.Send, channel(in)
	a.Payload.Type = operandType(in)
	if what == "recv" {
		a.Kind = ranks.Recv
		a.Payload.Type = typeOf(in.Shape.At(0))
	}
	a.Batch = x.batch(a.Queue)
	pairs, problem := in.SourceTargetPairs()
	if problem != nil {
		return problem
	}
	if pairs == nil {
		x.unnamed = append(x.unnamed, int32(len(x.actions)))
		return x.add(a)
	}
	for _, p := range pairs {
		own, peer := p[0], p[1]
		if what == "recv" {
			own, peer = peer, own
		}
		if r, ok := x.device(in, own); !ok || r != x.rank {
			continue
		}
		r, ok := x.device(in, peer)
		if !ok {
			return incomplete(in, "there is no device %d among %s", peer, diag.Count(int(x.count), "rank"))
		}
		a.Peer = r
		if err := x.add(a); err != nil {
			return err
		}
	}
	return nil
}

// batch is the number of the batch of a transfer on a queue: that of the transfer in front of it on the
// queue, if nothing stands between them.
func (x *execution) batch(queue int32) int32 {
	n := len(x.actions)
	if queue == ranks.Host {
		return 0
	}
	if n > 0 && x.actions[n-1].Transfers() && x.actions[n-1].Queue == queue {
		return x.actions[n-1].Batch
	}
	return int32(n + 1)
}

func (x *execution) add(a ranks.Action) error {
	if len(x.actions) >= x.left {
		return ranks.TooLong(a.At, x.rank, len(x.actions))
	}
	x.actions = append(x.actions, a)
	return nil
}
