package shadow

import "github.com/inflight-compiler/inflight/sim/internal/happens"

// Kind says what an access does.
type Kind uint8

// The kinds of accesses. All but Read change memory.
const (
	Read   Kind = iota
	Write       // of a value
	Atomic      // an atomic update: a write that does not race with other atomic updates
	Free        // the end of the life of memory
	Alloc       // the beginning of the life of memory whose allocation has a token
)

// Writes reports whether the access changes memory.
func (k Kind) Writes() bool { return k != Read }

// Moment is a position in a run: a line of happens-before, and an epoch of it. Accesses of one iteration
// between two issues or waits share one moment.
type Moment struct {
	Line  *happens.Line
	Epoch uint32
	Owner any // the owner of the moment, for reports about accesses
}

// Access is one access to an element. The zero Access means no access.
type Access struct {
	At   *Moment
	Site int32 // number of the operation that makes the access
	Kind Kind
	// mixed is used for the latest access since a write: the accesses before it are not all of its kind.
	mixed bool
}

// Before reports whether the access happens before what line now does at present.
func (a Access) Before(now *happens.Line) bool { return happens.Ordered(a.At.Line, a.At.Epoch, now) }

// repeats reports whether x is of the same kind and at the same moment as the access.
func (a Access) repeats(x Access) bool {
	return x.Kind == a.Kind && x.At.Line == a.At.Line && x.At.Epoch == a.At.Epoch
}
