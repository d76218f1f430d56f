package check

import (
	"math"
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/ir"
)

// versionLog follows the contents of the buffers that a function allocates. A write to a slot (a leading subscript)
// whose content has been read begins a new version; further writes before the first read complete the same one, and so
// do writes beside what asynchronous operations in flight access of the slot. A version lives until its last reader has
// read it and the asynchronous operations that write or read it are known to be complete. How many live at the moment
// when a new one begins, with the new one, is how many slots are needed.
type versionLog struct {
	time    int64
	buffers map[*ir.Value]*bufferLog
}

type bufferLog struct {
	versions []version
	current  map[slot]int
}

// version is the interval in which a content is needed.
type version struct {
	begin, end int64
	read       bool
	users      int // asynchronous operations in flight
	slot       slot
}

// slot is a leading subscript: a number, or a form that is not known.
type slot struct {
	n    int64
	form string
}

// versionRef is a version that an asynchronous operation reads or writes.
type versionRef struct {
	buffer *ir.Value
	index  int
}

func newVersionLog() *versionLog { return &versionLog{buffers: map[*ir.Value]*bufferLog{}} }

func (l *versionLog) clone() *versionLog {
	if l == nil {
		return nil
	}
	c := &versionLog{time: l.time, buffers: make(map[*ir.Value]*bufferLog, len(l.buffers))}
	for v, b := range l.buffers {
		current := make(map[slot]int, len(b.current))
		for s, i := range b.current {
			current[s] = i
		}
		c.buffers[v] = &bufferLog{slices.Clone(b.versions), current}
	}
	return c
}

// slotOf names the slot that an access uses.
func slotOf(a *analysis.Access, single bool) slot {
	if !single || len(a.Dims) == 0 {
		return slot{}
	}
	at := a.Dims[0].Base.AddConst(a.Dims[0].Lo)
	if at.IsConst() {
		return slot{n: at.Const}
	}
	return slot{form: string(appendLinear(nil, at))}
}

// turn moves the contents of a ring to where they are a number of skipped iterations later.
func (l *versionLog) turn(v *ir.Value, ring spin, iterations int64) {
	if l == nil || l.buffers[v] == nil {
		return
	}
	b := l.buffers[v]
	current := make(map[slot]int, len(b.current))
	for s, i := range b.current {
		if s.form == "" {
			s.n = ring.turn(s.n, iterations)
		}
		// Slots that are no part of the ring may come to lie on one that is: the younger content stays.
		current[s] = max(current[s], i)
	}
	b.current = current
}

// access logs one access; conflict says that something in flight conflicts with it. For an access of an asynchronous
// operation it returns the version that is in use until completion.
func (l *versionLog) access(a *analysis.Access, single, async, conflict bool) (versionRef, bool) {
	if l == nil || a.Kind == ir.Free {
		return versionRef{}, false
	}
	l.time++
	b := l.buffers[a.Buffer]
	if b == nil {
		b = &bufferLog{versions: make([]version, 0, 16), current: map[slot]int{}}
		l.buffers[a.Buffer] = b
	}
	at := slotOf(a, single)
	i, written := b.current[at]
	if a.Writes() {
		if !written || b.versions[i].read && (conflict || b.versions[i].users == 0) {
			i, written = len(b.versions), true
			b.versions = append(b.versions, version{begin: l.time, slot: at})
			b.current[at] = i
		}
	} else if written {
		b.versions[i].read = true
	}
	if !written {
		return versionRef{}, false
	}
	v := &b.versions[i]
	v.end = max(v.end, l.time)
	return versionRef{a.Buffer, i}, async
}

// complete ends the use of versions by a flight.
func (l *versionLog) complete(f *flight) {
	if l == nil {
		return
	}
	l.time++
	for _, r := range f.refs {
		v := &l.buffers[r.buffer].versions[r.index]
		v.end = max(v.end, l.time)
		v.users--
	}
}

// hold says that an asynchronous operation uses a version.
func (l *versionLog) hold(r versionRef) { l.buffers[r.buffer].versions[r.index].users++ }

// forget says that nothing completes a flight any more.
func (l *versionLog) forget(f *flight) {
	for _, r := range f.refs {
		l.buffers[r.buffer].versions[r.index].end = math.MaxInt64
	}
}

// begin starts over for a buffer that was allocated anew.
func (l *versionLog) begin(v *ir.Value) {
	if l != nil && l.buffers[v] != nil {
		l.buffers[v].current = map[slot]int{}
	}
}

// needed returns the number of versions of a buffer that were alive at once, counted when a version begins, and how
// many slots were written.
func (l *versionLog) needed(v *ir.Value) (versions, used int64) {
	b := l.buffers[v]
	if b == nil {
		return 1, 1
	}
	names := map[slot]bool{}
	var ends []int64 // of the versions still alive
	for _, one := range b.versions {
		names[one.slot] = true
		ends = slices.DeleteFunc(ends, func(end int64) bool { return end <= one.begin })
		ends = append(ends, one.end)
		versions = max(versions, int64(len(ends)))
	}
	return max(versions, 1), max(int64(len(names)), 1)
}
