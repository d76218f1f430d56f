package pipelineschedule

import (
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ranks"
)

// Costs are the durations of actions, in picoseconds.
type Costs struct {
	// Of is the duration of a kind. An overlap takes as long as its parts together, unless it has an own
	// duration.
	Of map[Kind]int64
	// Streams says which transfers of a rank run one behind the other.
	Streams Streams
}

// Streams says which transfers of a rank are on one stream, where one that waits holds up those behind it.
type Streams uint8

const (
	// StreamOfRank is one stream for all transfers of a rank, as NCCL calls on the communicator of the group
	// have it.
	StreamOfRank Streams = iota
	// StreamOfPair is one stream for each other rank: PyTorch's ProcessGroupNCCL has a communicator for each
	// pair of ranks that send and receive outside of a batch. A batch is on the stream of the rank.
	StreamOfPair
	// StreamOfMessage is one stream for each transfer, so that none waits for another one.
	StreamOfMessage
)

// StreamsOf is the words for the values of Streams, in their order.
var StreamsOf = []string{"rank", "pair", "message"}

// UnitCosts are the durations that the formulas of schedules are written in: a forward pass takes a
// microsecond, each half of a backward pass one, and all else nothing.
func UnitCosts() Costs {
	const unit = 1_000_000
	return Costs{Of: map[Kind]int64{Forward: unit, BackwardInput: unit, BackwardWeight: unit,
		Backward: 2 * unit}}
}

func (c Costs) of(a *Action) int64 {
	if own, ok := c.Of[a.Kind]; ok || len(a.Parts) == 0 {
		return own
	}
	sum := int64(0)
	for i := range a.Parts {
		sum += c.of(&a.Parts[i])
	}
	return sum
}

// The queues of a rank.
const (
	computeQueue int32 = iota
	transferQueue
)

// Program is a table as programs of ranks.
type Program struct {
	*ranks.System
	// Cells is, for each action of each rank, the place of its cell in the row of the table.
	Cells [][]int
}

// System makes programs of the ranks of a table with sends and receives.
func (t *Table) System(costs Costs) (*Program, error) {
	home, err := t.stages()
	if err != nil {
		return nil, err
	}
	p := &Program{System: &ranks.System{Ranks: make([]ranks.Rank, len(t.Ranks))},
		Cells: make([][]int, len(t.Ranks))}
	var errs diag.List
	for r, row := range t.Ranks {
		b := &rankBuilder{table: t, home: home, rank: r, costs: costs, done: map[result]int32{},
			lastCompute: -1, errs: &errs, queues: []string{"compute", "p2p"}}
		for i := range row {
			b.cell = i
			b.action(&row[i])
		}
		b.joinNeighbours()
		p.Ranks[r] = ranks.Rank{At: t.Rows[r], Actions: b.actions, Queues: b.queues}
		p.Cells[r] = b.cells
	}
	if err := errs.Err(); err != nil {
		return nil, err
	}
	return p, p.Check()
}

// result is what an action of a rank makes: by kind, stage and microbatch.
type result struct {
	kind              Kind
	stage, microbatch int
}

// rankBuilder makes the program of a rank.
type rankBuilder struct {
	table       *Table
	home        []int
	rank, cell  int
	costs       Costs
	actions     []ranks.Action
	cells       []int
	done        map[result]int32
	lastCompute int32
	batches     int32
	queues      []string
	errs        *diag.List
}

func (b *rankBuilder) add(a ranks.Action) int32 {
	b.actions = append(b.actions, a)
	b.cells = append(b.cells, b.cell)
	return int32(len(b.actions) - 1)
}

func (b *rankBuilder) refuse(a *Action, format string, args ...any) {
	b.errs.Add(diag.Errorf(codeTable, a.At, "rank %d: %s", b.rank, diag.Sprintf(format, args...)))
}

// action adds a cell of the table.
func (b *rankBuilder) action(a *Action) {
	switch {
	case a.Kind == Idle:
	case a.Kind == Batch:
		b.batches++
		for i := range a.Parts {
			b.transfer(&a.Parts[i], b.batches)
		}
	case a.Sends() || a.Receives():
		b.transfer(a, 0)
	default:
		b.compute(a)
	}
}

// compute adds a computation behind its inputs.
func (b *rankBuilder) compute(a *Action) {
	x := ranks.Action{Kind: ranks.Compute, Label: b.table.Text(a), At: a.At, Queue: computeQueue,
		Cost: b.costs.of(a), Payload: ranks.Unknown}
	number := int32(len(b.actions))
	for _, part := range a.parts() {
		if i, ok := b.input(part); ok && i != number {
			x.After = append(x.After, i)
		}
		b.note(part, number)
	}
	b.lastCompute = b.add(x)
}

// note records that an action of the program makes a result.
func (b *rankBuilder) note(a *Action, number int32) {
	r := result{a.Kind, a.Stage, a.Microbatch}
	if r.kind == Backward {
		r.kind = BackwardInput
	}
	if _, ok := b.done[r]; ok && a.Microbatch >= 0 {
		b.refuse(a, "%s comes twice", b.table.Text(a))
	}
	b.done[r] = number
}

// input returns the action that a computation takes its input from. It complains if that comes later or
// never.
func (b *rankBuilder) input(a *Action) (int32, bool) {
	need, what := result{}, ""
	switch {
	case a.Kind == Forward && a.Stage > 0:
		need, what = result{RecvForward, a.Stage, a.Microbatch}, "RECV_F"
		if b.home[a.Stage-1] == b.rank {
			need = result{Forward, a.Stage - 1, a.Microbatch}
		}
	case (a.Kind == Backward || a.Kind == BackwardInput) && a.Stage < len(b.home)-1:
		need, what = result{RecvBackward, a.Stage, a.Microbatch}, "RECV_B"
		if b.home[a.Stage+1] == b.rank {
			need = result{BackwardInput, a.Stage + 1, a.Microbatch}
		}
	case a.Kind == BackwardWeight:
		need, what = result{BackwardInput, a.Stage, a.Microbatch}, "the backward pass of the input"
	default:
		return 0, false
	}
	i, ok := b.done[need]
	if !ok && need.kind == Forward {
		what = "the forward pass of the stage before"
	}
	if !ok && need.kind == BackwardInput && a.Kind != BackwardWeight {
		what = "the backward pass of the stage behind"
	}
	if !ok {
		b.refuse(a,
			"%s computes before its input is there: %s of this microbatch does not stand in front of "+
				"it", b.table.Text(a), what)
	}
	return i, ok
}

// transfer adds a send or a receive.
func (b *rankBuilder) transfer(a *Action, batch int32) {
	x := ranks.Action{Label: b.table.Text(a), At: a.At, Queue: transferQueue, Batch: batch,
		Cost: b.costs.of(a)}
	step, from := 1, a.Stage // what is sent is the result of stage from
	if a.Kind == RecvForward || a.Kind == SendBackward {
		step = -1
	}
	if a.Receives() {
		from = a.Stage + step
	}
	other := a.Stage + step
	if other < 0 || other >= len(b.home) {
		b.refuse(a, "%s: there is no stage %d", b.table.Text(a), other)
		return
	}
	x.Peer = int32(b.home[other])
	switch {
	case b.costs.Streams == StreamOfMessage:
		x.Queue, x.Nonblocking = ranks.Host, true
	case b.costs.Streams == StreamOfPair && batch == 0:
		x.Queue = b.stream(x.Peer)
	}
	pass := "F"
	if a.Kind == SendBackward || a.Kind == RecvBackward {
		pass = "B"
	}
	x.Payload = ranks.Payload{Count: -1, Type: diag.Sprintf("%d%s%d", from, pass, a.Microbatch)}
	if b.lastCompute >= 0 {
		x.After = []int32{b.lastCompute}
	}
	if x.Kind = ranks.Recv; a.Sends() {
		x.Kind = ranks.Send
		made := Forward
		if pass == "B" {
			made = BackwardInput
		}
		if _, ok := b.done[result{made, a.Stage, a.Microbatch}]; !ok && b.computes(made, a) {
			b.refuse(a, "%s stands in front of the computation whose result it sends", b.table.Text(a))
		}
	}
	b.note(a, b.add(x))
}

// stream returns the queue of the transfers with another rank.
func (b *rankBuilder) stream(peer int32) int32 {
	name := diag.Sprintf("p2p with rank %d", peer)
	i := slices.Index(b.queues, name)
	if i < 0 {
		i = len(b.queues)
		b.queues = append(b.queues, name)
	}
	return int32(i)
}

// computes reports whether the rank computes what an action sends anywhere. Parts of schedules, as messages
// of deadlocks quote them, may lack it.
func (b *rankBuilder) computes(kind Kind, send *Action) bool {
	row := b.table.Ranks[b.rank]
	for i := range row {
		for _, a := range row[i].parts() {
			same := a.Kind == kind || kind == BackwardInput && a.Kind == Backward
			if same && a.Stage == send.Stage && a.Microbatch == send.Microbatch {
				return true
			}
		}
	}
	return false
}

// joinNeighbours puts sends and receives that no computation separates into one batch, unless the table has
// batches of its own.
func (b *rankBuilder) joinNeighbours() {
	if b.batches > 0 {
		return
	}
	for i := 1; i < len(b.actions); i++ {
		x, y := &b.actions[i-1], &b.actions[i]
		if !x.Transfers() || !y.Transfers() || x.Queue != y.Queue || !slices.Equal(x.After, y.After) {
			continue
		}
		if x.Batch == 0 {
			b.batches++
			x.Batch = b.batches
		}
		y.Batch = x.Batch
	}
}

// Kinds returns the kinds that a word for costs means: a word of the grammar, or SEND for all transfers. A
// transfer takes as long as its two sides say, which are equal: SEND_F means RECV_F, too. It returns nil for
// any other word.
func Kinds(word string) []Kind {
	switch word {
	case "SEND":
		return []Kind{SendForward, RecvForward, SendBackward, RecvBackward}
	case "SEND_F":
		return []Kind{SendForward, RecvForward}
	case "SEND_B":
		return []Kind{SendBackward, RecvBackward}
	}
	for _, w := range words {
		if w.word == word && w.kind != RecvForward && w.kind != RecvBackward && w.kind != Batch &&
			word != "BW" {
			return []Kind{w.kind}
		}
	}
	return nil
}
