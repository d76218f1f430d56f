package machine

// This file keeps what warps do at barriers and with barrier objects, in the order of the execution. Of that
// the judge makes rings of slots: who fills them, who waits for them, and how many are in flight.

// EventKind says what an event is.
type EventKind uint8

// The kinds of events.
const (
	Begins  EventKind = iota // a barrier object is initialized
	Arrives                  // an arrival, of threads or of their copies
	Expects                  // an arrival that says how many bytes come
	Copies                   // a bulk copy is issued, whose bytes the object counts
	Awaits                   // a wait for a phase has returned
	Uses                     // what a copy of the phase brought is accessed, for the first time by the warp
	Meets                    // a barrier of the block, where the warp waits
	Passes                   // a barrier of the block, where the warp arrives and goes on
)

// MeetsCluster is the Object of an event at the barrier of the cluster.
const MeetsCluster = 16

// Event is what lanes of a warp did by one instruction.
type Event struct {
	Kind EventKind
	Site int32 // for Kernel.Instruction
	// Block is the rank of the warp's block in its cluster, and Warp the number of the warp in that.
	Block, Warp int32
	// Object is the number of the barrier object in its cluster, in the order of their initialization, or the
	// number of the barrier.
	Object int32
	// Phase is the one that goes on, of a wait the one that has ended: -1 before the first.
	Phase int64
	// Bytes are those of a copy; of an object that begins, how many arrivals it expects.
	Bytes int64
	// Known is, of what fills a slot, by object how many phases the thread knows to be complete.
	Known []uint32
}

// maxEvents is how many events are kept: more say nothing that these do not.
const maxEvents = 1 << 15

// note keeps what a thread does, if somebody asks for the events of the cluster. Lanes that do the same by
// one instruction are one event; it returns whether this is the first of one.
func (b *cluster) note(t *thread, e Event) bool {
	if b.g.config.Events == nil || b.number != 0 || len(b.events) >= maxEvents {
		return false
	}
	e.Site, e.Block, e.Warp = b.g.site, int32(t.b.rank), int32((t.number-t.b.first)/warpSize)
	if n := len(b.events); n > 0 && b.events[n-1].isSame(&e) {
		return false
	}
	b.events = append(b.events, e)
	return true
}

func (e *Event) isSame(f *Event) bool {
	return e.Kind == f.Kind && e.Site == f.Site && e.Block == f.Block && e.Warp == f.Warp &&
		e.Object == f.Object &&
		e.Phase == f.Phase && e.Kind != Copies
}

// noteFill keeps an arrival of a thread, or a copy that it issues.
func (b *mbarrier) noteFill(t *thread, kind EventKind, bytes int64) {
	e := Event{Kind: kind, Object: int32(b.number), Phase: int64(b.phase), Bytes: bytes}
	if !t.b.note(t, e) {
		return
	}
	known := make([]uint32, t.b.made)
	for _, x := range t.b.blocks {
		for _, o := range x.objects {
			known[o.number] = uint32(o.knownPhases(t))
		}
	}
	t.b.events[len(t.b.events)-1].Known = known
}

// noteUse keeps the first access of a warp to what a copy brought to its block.
func (f *flight) noteUse(t *thread) {
	bit := uint32(1) << ((t.number - t.b.first) / warpSize % 32)
	if f.used&bit != 0 || t.b != f.object.home {
		return
	}
	f.used |= bit
	t.b.note(t, Event{Kind: Uses, Object: int32(f.object.number), Phase: int64(f.phase)})
}
