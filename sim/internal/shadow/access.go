package shadow

import "github.com/inflight-compiler/inflight/sim/internal/happens"

// Kind says what an access does.
type Kind uint8

// The kinds of accesses. All but Read change memory.
const (
	Read   Kind = iota
	Write       // of a value
	Atomic      // an atomic update: a write that does not race with others of its kind
	Free        // the end of the life of memory
	Alloc       // the beginning of the life of memory that a token guards
)

// Writes reports whether the access changes memory.
func (k Kind) Writes() bool { return k != Read }

// Moment is where in a run accesses take place: a line of happens-before, and its epoch. Accesses of one
// iteration between two issues or waits share one.
type Moment struct {
	Line  *happens.Line
	Epoch uint32
	Owner any // what the moment belongs to, for those who report accesses
}

// Access is one access to an element. The zero Access means none.
type Access struct {
	At   *Moment
	Site int32 // which operation of the program it is by
	Kind Kind
	// mixed says, of the latest access since a write, that those before are not all of its kind.
	mixed bool
}

// Before reports whether the access happens before what a line does now.
func (a Access) Before(now *happens.Line) bool { return happens.Ordered(a.At.Line, a.At.Epoch, now) }

// repeats reports whether an access is of the same kind at the same moment.
func (a Access) repeats(x Access) bool {
	return x.Kind == a.Kind && x.At.Line == a.At.Line && x.At.Epoch == a.At.Epoch
}
