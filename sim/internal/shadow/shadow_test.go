package shadow

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/inflight-compiler/inflight/sim/internal/happens"
)

// witness is a Watcher that keeps all reports.
type witness struct {
	races  []string
	bytes  int64
	agrees func(Access) bool
}

func (w *witness) Race(_ *Memory, element int64, first, second Access) {
	w.races = append(w.races, fmt.Sprintf("%d: %d, %d", element, first.Site, second.Site))
}

func (w *witness) MayAgree(a Access) bool { return w.agrees != nil && a.Kind == Write && w.agrees(a) }

func (w *witness) Grew(_ *Memory, bytes int64) { w.bytes += bytes }

// run is a random run: lines that issue, join and await each other.
type run struct {
	rng     *rand.Rand
	numbers happens.Counter
	lines   []*happens.Line
	parents []int
	running []bool
	sites   int32
}

func newRun(seed uint64) *run {
	root := happens.NewRoot()
	return &run{rng: rand.New(rand.NewPCG(seed, 11)), lines: []*happens.Line{&root}, parents: []int{-1},
		running: []bool{true}}
}

// step issues a line, or ends one and lets another line learn of the end.
func (r *run) step() {
	i, j := r.pick(), r.pick()
	s := r.lines[i]
	switch {
	case r.rng.IntN(2) == 0 && len(r.lines) < 40:
		s.Epoch++
		child := s.Child(s.Epoch)
		r.lines, r.parents, r.running = append(r.lines, &child), append(r.parents, i), append(r.running, true)
	case j == 0 || r.hasRunning(j):
	case r.parents[j] == i:
		s.Epoch++
		r.lines[j].Join = s.Epoch
		s.Clock = s.Clock.Join(r.lines[j].Learned())
		r.running[j] = false
	case i != j:
		s.Learn(r.lines[j].Ending(&r.numbers))
		r.running[j] = false
	}
}

func (r *run) pick() int {
	for {
		if i := r.rng.IntN(len(r.lines)); r.running[i] {
			return i
		}
	}
}

// hasRunning reports whether a line below another runs.
func (r *run) hasRunning(i int) bool {
	for j, at := range r.parents {
		if at == i && (r.running[j] || r.hasRunning(j)) {
			return true
		}
	}
	return false
}

// access makes an access on a running line.
func (r *run) access() Access {
	s := r.lines[r.pick()]
	r.sites++
	kind := []Kind{Read, Read, Write, Atomic}[r.rng.IntN(4)]
	return Access{At: &Moment{Line: s, Epoch: s.Epoch}, Site: r.sites, Kind: kind}
}

func record(m *Memory, w Watcher, first, last int64, a Access) {
	if a.Kind == Read {
		m.Read(w, first, last, a)
	} else {
		m.Write(w, first, last, a)
	}
}

// conflict reports whether two accesses to an element race if nothing orders them.
func conflict(x, y Access) bool {
	return (x.Kind.Writes() || y.Kind.Writes()) && (x.Kind != Atomic || y.Kind != Atomic)
}

// Up to the first race of an element, the shadow reports a race of an access exactly if the access races with
// one of all earlier accesses, of which the shadow remembers only few.
func TestRacesAreThoseOfAllAccesses(t *testing.T) {
	const elements = 3
	found := 0
	for seed := range uint64(2000) {
		r, m := newRun(seed), New(nil, elements)
		var before [elements][]Access
		var raced [elements]bool
		for range 60 {
			if r.rng.IntN(3) > 0 {
				r.step()
				continue
			}
			a, g := r.access(), r.rng.Int64N(elements)
			want := slices.ContainsFunc(before[g], func(x Access) bool {
				return conflict(x, a) && !x.Before(a.At.Line)
			})
			w := &witness{}
			record(m, w, g, g, a)
			if got := len(w.races) > 0; got != want && !raced[g] {
				t.Fatalf("seed %d: access %d of element %d races is %v, want %v", seed, a.Site, g, got, want)
			}
			if want {
				found++
			}
			raced[g] = raced[g] || want
			before[g] = append(before[g], a)
		}
	}
	if found < 1000 {
		t.Errorf("only %d accesses race", found)
	}
}

// The end of the life of memory races with every access to any element that is not ordered before it.
func TestFreeIsAWriteToAllElements(t *testing.T) {
	root := happens.NewRoot()
	root.Epoch++
	child := root.Child(root.Epoch)
	at := func(s *happens.Line, site int32, kind Kind) Access {
		return Access{At: &Moment{Line: s, Epoch: s.Epoch}, Site: site, Kind: kind}
	}
	m, w := New(nil, 2*pageLen), &witness{}
	m.Read(w, 0, 0, at(&child, 1, Read))
	m.Write(w, pageLen, pageLen+1, at(&child, 2, Write))
	m.Read(w, 7, 7, at(&root, 3, Read))
	m.Free(w, at(&root, 4, Free))
	if want := []string{"0: 1, 4", "512: 2, 4", "513: 2, 4"}; !slices.Equal(w.races, want) {
		t.Errorf("%q, want %q", w.races, want)
	}
	if m.Bytes() != w.bytes || w.bytes != 2*pageLen*cellBytes+2*8 {
		t.Errorf("the shadow has %d bytes and told of %d", m.Bytes(), w.bytes)
	}
	root.Epoch++
	child.Join = root.Epoch
	w = &witness{}
	if m.Free(w, at(&root, 5, Free)); len(w.races) > 0 {
		t.Errorf("after the join: %q", w.races)
	}
}

// A write of a value that others write as well does not replace the writes before it: races with those are
// reported, too.
func TestWritesOfEqualValuesAreKept(t *testing.T) {
	root := happens.NewRoot()
	root.Epoch++
	x, y := root.Child(root.Epoch), root.Child(root.Epoch)
	at := func(s *happens.Line, site int32, kind Kind) Access {
		return Access{At: &Moment{Line: s, Epoch: s.Epoch}, Site: site, Kind: kind}
	}
	for _, agree := range []bool{true, false} {
		m, w := New(nil, 1), &witness{agrees: func(Access) bool { return agree }}
		m.Write(w, 0, 0, at(&x, 1, Write))
		m.Write(w, 0, 0, at(&y, 1, Write))
		m.Read(w, 0, 0, at(&y, 2, Read))
		want := []string{"0: 1, 1"}
		if agree { // the read is ordered after the second write only
			want = append(want, "0: 1, 2")
		}
		if !slices.Equal(w.races, want) {
			t.Errorf("equal values are %v: %q, want %q", agree, w.races, want)
		}
	}
}

// Very many reads that nothing orders are all remembered, in linear time.
func TestManyReads(t *testing.T) {
	const n = 500
	root := happens.NewRoot()
	m, w := New(nil, 1), &witness{}
	readers := make([]happens.Line, n)
	for i := range readers {
		root.Epoch++
		readers[i] = root.Child(root.Epoch)
		m.Read(w, 0, 0, Access{At: &Moment{Line: &readers[i], Epoch: 1}, Site: int32(i)})
	}
	m.Write(w, 0, 0, Access{At: &Moment{Line: &root, Epoch: root.Epoch}, Site: n, Kind: Write})
	if len(w.races) != n {
		t.Errorf("the write races with %d of %d reads", len(w.races), n)
	}
}

func TestWritten(t *testing.T) {
	w := NewWritten(130)
	w.Mark(0, 63)
	w.Mark(65, 129)
	for _, c := range []struct {
		first, last int64
		want        bool
	}{{0, 63, true}, {63, 64, false}, {64, 64, false}, {65, 129, true}, {0, 129, false}} {
		if got := w.Has(c.first, c.last); got != c.want {
			t.Errorf("elements %d to %d were written is %v", c.first, c.last, got)
		}
	}
	w.Mark(64, 70)
	if !w.Has(0, 129) || w.bits != nil {
		t.Error("of memory that is written nothing is kept")
	}
	if w.Mark(3, 3); !w.Has(3, 3) || !(*Written)(nil).Has(0, 1) {
		t.Error("written elements are not")
	}
}

// An atomic update races with each of very many reads, and a read with an atomic update among them, however
// much room there is.
func TestManyReadsAndAnUpdate(t *testing.T) {
	for n := 60; n < 140; n++ {
		root := happens.NewRoot()
		m, w := New(nil, 1), &witness{}
		readers := make([]happens.Line, n+2)
		for i := range readers {
			root.Epoch++
			readers[i] = root.Child(root.Epoch)
			a := Access{At: &Moment{Line: &readers[i], Epoch: 1}, Site: int32(i)}
			if i == n {
				a.Kind = Atomic
			}
			record(m, w, 0, 0, a)
		}
		if len(w.races) != n+1 {
			t.Errorf("%d reads, an update and a read: %d races, not %d", n, len(w.races), n+1)
		}
	}
}
