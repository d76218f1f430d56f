package machine

import (
	"maps"
	"math"
	"slices"

	"github.com/inflight-compiler/inflight/check/internal/skeleton"
	"github.com/inflight-compiler/inflight/ir"
)

// versionLog counts versions of the buffers that a function allocates. A slot is a leading subscript. A write
// to a slot begins a new version if the slot's content has been read. Further writes before the first read
// belong to the same version, and so do writes that do not conflict with operations in flight on the slot. A
// version lives until its last reader has read it and the asynchronous operations that access it are known to
// be complete. The largest number of versions that are alive when one begins, that one included, is the
// number of slots needed.
type versionLog struct {
	time    int64
	used    bool         // an operation in flight uses a version
	buffers []*bufferLog // by the number of the buffer; nil for unused buffers
}

// bufferLog holds the versions of one buffer in the order in which they began. Slots are numbered in the
// order of their first use.
type bufferLog struct {
	versions []version
	current  []int // by slot, the version in it, or -1
	slots    []slot
	numbers  map[int64]int  // slots whose subscript is a number
	forms    map[string]int // other slots, by their encoded forms
}

// version is the time during which a content of a slot is needed.
type version struct {
	begin, end int64
	users      int32 // number of asynchronous operations in flight that use it
	slot       int32
	read       bool
}

// slot is a leading subscript: a number, or a form whose value is not known.
type slot struct {
	n    int64
	form string
}

// versionRef is a version that an asynchronous operation reads or writes.
type versionRef struct {
	of    *skeleton.Buffer
	index int
}

// at returns the log of a buffer, nil if it was not used.
func (l *versionLog) at(of *skeleton.Buffer) *bufferLog {
	if of.Number < len(l.buffers) {
		return l.buffers[of.Number]
	}
	return nil
}

// use returns the log of a buffer, made on first use.
func (l *versionLog) use(of *skeleton.Buffer) *bufferLog {
	if b := l.at(of); b != nil {
		return b
	}
	b := &bufferLog{numbers: map[int64]int{}, forms: map[string]int{}}
	for len(l.buffers) <= of.Number {
		l.buffers = append(l.buffers, nil)
	}
	l.buffers[of.Number] = b
	return b
}

func (l *versionLog) clone() *versionLog {
	if l == nil {
		return nil
	}
	c := &versionLog{time: l.time, used: l.used, buffers: make([]*bufferLog, len(l.buffers))}
	for i, b := range l.buffers {
		if b != nil {
			c.buffers[i] = &bufferLog{slices.Clone(b.versions), slices.Clone(b.current),
				slices.Clone(b.slots), maps.Clone(b.numbers), maps.Clone(b.forms)}
		}
	}
	return c
}

// slotOf returns the number of the slot that an access uses.
func (b *bufferLog) slotOf(t *skeleton.Touch) int {
	if !t.Of.Single || len(t.Dims) == 0 {
		return b.number(0)
	}
	at := t.Dims[0].Base.AddConst(t.Dims[0].Lo)
	if at.IsConst() {
		return b.number(at.Const)
	}
	form := string(skeleton.AppendLinear(nil, at))
	i, known := b.forms[form]
	if !known {
		i = b.add(slot{form: form})
		b.forms[form] = i
	}
	return i
}

// number returns the slot whose subscript is the number n.
func (b *bufferLog) number(n int64) int {
	i, known := b.numbers[n]
	if !known {
		i = b.add(slot{n: n})
		b.numbers[n] = i
	}
	return i
}

func (b *bufferLog) add(s slot) int {
	b.slots, b.current = append(b.slots, s), append(b.current, -1)
	return len(b.slots) - 1
}

// rotate moves the contents of a ring to their slots after a number of skipped iterations.
func (l *versionLog) rotate(of *skeleton.Buffer, ring skeleton.Spin, iterations int64) {
	if l == nil || l.at(of) == nil {
		return
	}
	b := l.at(of)
	before := slices.Clone(b.current)
	b.empty()
	for s, i := range before {
		if i < 0 {
			continue
		}
		if b.slots[s].form == "" {
			s = b.number(ring.Rotate(b.slots[s].n, iterations))
		}
		// A slot outside of the ring may coincide with a slot on it. Then the younger content stays.
		b.current[s] = max(b.current[s], i)
	}
}

// empty removes the contents of all slots.
func (b *bufferLog) empty() {
	for i := range b.current {
		b.current[i] = -1
	}
}

// access records one access. conflict says that the access conflicts with an operation in flight. For an
// access of an asynchronous operation, access returns the version that is in use until the operation
// completes.
func (l *versionLog) access(t *skeleton.Touch, async, conflict bool) (versionRef, bool) {
	if l == nil || t.Kind == ir.Free {
		return versionRef{}, false
	}
	l.time++
	b := l.use(t.Of)
	at := b.slotOf(t)
	i := b.current[at]
	written := i >= 0
	if t.Writes() {
		if !written || b.versions[i].read && (conflict || b.versions[i].users == 0) {
			i, written = len(b.versions), true
			b.versions = append(b.versions, version{begin: l.time, slot: int32(at)})
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
	return versionRef{t.Of, i}, async
}

// version returns the version of a reference.
func (l *versionLog) version(r versionRef) *version { return &l.at(r.of).versions[r.index] }

// complete ends the use of versions by an operation that has completed.
func (l *versionLog) complete(f *flight) {
	if l == nil {
		return
	}
	l.time++
	for _, r := range f.refs {
		v := l.version(r)
		v.end = max(v.end, l.time)
		v.users--
	}
}

// pass ends the use of a version by an operation for which another one stands now.
func (l *versionLog) pass(r versionRef) { l.version(r).users-- }

// hold records that an asynchronous operation uses a version.
func (l *versionLog) hold(r versionRef) {
	l.used = true
	l.version(r).users++
}

// forget records that an operation never completes, so that its versions live to the end.
func (l *versionLog) forget(f *flight) {
	for _, r := range f.refs {
		l.version(r).end = math.MaxInt64
	}
}

// begin empties the slots of a buffer that is allocated anew.
func (l *versionLog) begin(of *skeleton.Buffer) {
	if l != nil && l.at(of) != nil {
		l.at(of).empty()
	}
}

// Needed returns the largest number of versions of a buffer that were alive when a version began, and the
// number of slots that were written.
func (l *versionLog) Needed(of *skeleton.Buffer) (versions, used int64) {
	b := l.at(of)
	if b == nil {
		return 1, 1
	}
	named := make([]bool, len(b.slots))
	var ends []int64 // of the versions still alive
	for i := range b.versions {
		one := &b.versions[i]
		if !named[one.slot] {
			named[one.slot] = true
			used++
		}
		ends = slices.DeleteFunc(ends, func(end int64) bool { return end <= one.begin })
		ends = append(ends, one.end)
		versions = max(versions, int64(len(ends)))
	}
	return max(versions, 1), max(used, 1)
}
