package ranks

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
)

// System is one program for each rank. The number of a rank is its place.
type System struct{ Ranks []Rank }

// Rank is the program of one rank: its actions in the order in which the host issues them.
type Rank struct {
	// At is the place of the program, for messages about ranks as a whole.
	At      diag.Span
	Actions []Action
	// Queues names the queues of the rank. Queue number q of an action is Queues[q].
	Queues []string
}

// Kind says what an action does.
type Kind uint8

// The kinds of actions.
const (
	Compute    Kind = iota // work of the rank alone
	Send                   // hands a message to Peer
	Recv                   // takes a message from Peer
	Wait                   // waits for the actions in After
	Collective             // meets the same action of each member of Group
	Background             // work of the rank beside its computations, such as a copy
)

// Host is the queue of actions that the host executes itself.
const Host int32 = -1

// Action is one action of a rank.
type Action struct {
	Kind Kind
	// Label is what messages call the action, such as "0SEND_F1" or "mpi.send".
	Label string
	At    diag.Span
	// Peer is the other rank of a send or a receive.
	Peer int32
	// Channel is the communicator and the tag of a send or a receive: only equal channels meet. For a
	// collective it is the communicator.
	Channel string
	// Payload is what is sent, or expected.
	Payload Payload
	// Group is the members of a collective, in ascending order.
	Group []int32
	// Cost is the duration of a computation, or of a transfer once both sides are there, in picoseconds. Of
	// actions that end together the longest one counts.
	Cost int64
	// Queue is the queue of the rank on which the action is executed; the host does not wait for it. For
	// Host, the host waits until the action ends, unless the action is nonblocking.
	Queue int32
	// Nonblocking says that the host goes on while the action is in progress.
	Nonblocking bool
	// After is the numbers of earlier actions of the rank that have ended before this one starts.
	After []int32
	// Batch is the number of the batch, 0 for none. The members of a batch stand one behind the other.
	Batch int32
}

// Payload describes a message, or what a collective is called with.
type Payload struct {
	// Type is compared for equality; "" is not known, and equal to all.
	Type string
	// Count is the number of elements, -1 if it is not known. A receive may have room for more than is sent.
	Count int64
}

// Unknown is the payload that nothing is known of.
var Unknown = Payload{Count: -1}

func (p Payload) String() string {
	switch {
	case p.Count < 0 && p.Type == "":
		return "data"
	case p.Count < 0:
		return p.Type
	}
	return fmt.Sprintf("%s of %s", diag.Count(p.Count, "element"), p.Type)
}

// fits reports whether a message p can be received as q.
func (p Payload) fits(q Payload) bool {
	return (p.Type == "" || q.Type == "" || p.Type == q.Type) && (p.Count < 0 || q.Count < 0 ||
		p.Count <= q.Count)
}

// Blocks reports whether the host waits for the end of the action.
func (a *Action) Blocks() bool { return a.Queue == Host && !a.Nonblocking }

// Transfers reports whether the action is a send or a receive.
func (a *Action) Transfers() bool { return a.Kind == Send || a.Kind == Recv }

// Ref names an action: a rank, and the number of the action there.
type Ref struct{ Rank, Action int32 }

// Action returns the action of a reference.
func (s *System) Action(r Ref) *Action { return &s.Ranks[r.Rank].Actions[r.Action] }

// Transport says when sends and receives end.
type Transport struct {
	// Slots is the number of messages that a channel holds, Unlimited if there is always room for one more.
	// With 0, sends and receives end together.
	Slots int
	// Batches says that the members of a batch progress together.
	Batches bool
}

// Unlimited is the number of slots of channels that never fill.
const Unlimited = -1

// The transports without a number.
var (
	Rendezvous = Transport{}
	Batched    = Transport{Batches: true}
	Buffered   = Transport{Slots: Unlimited}
)

// Transports is the spellings that ParseTransport reads.
var Transports = []string{"rendezvous", "batched", "buffered", "buffered:SLOTS"}

// ParseTransport reads rendezvous, batched, buffered or buffered:SLOTS.
func ParseTransport(text string) (Transport, bool) {
	switch text {
	case "rendezvous":
		return Rendezvous, true
	case "batched":
		return Batched, true
	case "buffered":
		return Buffered, true
	}
	slots, ok := strings.CutPrefix(text, "buffered:")
	n, err := strconv.Atoi(slots)
	return Transport{Slots: n}, ok && err == nil && n > 0
}

func (t Transport) String() string {
	switch {
	case t.Batches:
		return "batched"
	case t.Slots == 0:
		return "rendezvous"
	case t.Slots == Unlimited:
		return "buffered"
	}
	return "buffered:" + strconv.Itoa(t.Slots)
}
