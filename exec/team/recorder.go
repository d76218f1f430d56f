package team

import (
	"cmp"
	"slices"
	"sync"
	"time"
)

// Activity is what a thread does.
type Activity uint8

// The activities.
const (
	Idle    Activity = iota
	Running          // executes a task, or the entry
	Waiting          // for a task or a group
)

// NoSite is the number of no place.
const NoSite = ^uint32(0)

// Span is something that a thread did: from one moment to another, since the recorder began.
type Span struct {
	// Lane is the number of the thread; 0 is that of the entry.
	Lane     int
	Activity Activity
	// Site is the number of the place where the task was issued, or of the wait. It is NoSite for the entry,
	// and for its wait for all tasks in the end.
	Site       uint32
	Begin, End time.Duration
}

// Recorder keeps what threads did. Spans of one thread do not overlap: a task that executes another one
// within itself has several.
type Recorder struct {
	mu    sync.Mutex
	begin time.Time
	most  int // spans that it keeps, 0 for all
	spans []Span
}

// NewRecorder makes a recorder, whose time begins. It keeps the first spans that end, at most so many, or all
// if most is 0.
func NewRecorder(most int) *Recorder { return &Recorder{begin: time.Now(), most: most} }

// Spans returns what was recorded, in the order in which it began.
func (r *Recorder) Spans() []Span {
	r.mu.Lock()
	defer r.mu.Unlock()
	slices.SortStableFunc(r.spans, func(a, b Span) int { return cmp.Compare(a.Begin, b.Begin) })
	return r.spans
}

// Entry notes that the entry of a program without tasks runs until the function that it returns is called.
func (r *Recorder) Entry() (end func()) {
	if r == nil {
		return func() {}
	}
	begin := time.Since(r.begin)
	return func() { r.add(Span{0, Running, NoSite, begin, time.Since(r.begin)}) }
}

func (r *Recorder) add(s Span) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.full() {
		r.spans = append(r.spans, s)
	}
}

func (r *Recorder) full() bool { return r.most > 0 && len(r.spans) >= r.most }

// segment is what a thread does now.
type segment struct {
	activity Activity
	site     uint32
	begin    time.Duration
}

// enter notes that a thread does something else from now on, and returns what it did.
func (th *Thread) enter(a Activity, site uint32) segment {
	if th.team.config.Recorder == nil {
		return segment{}
	}
	before := th.segment
	th.change(a, site)
	return before
}

// leave notes that a thread goes on with what it did before.
func (th *Thread) leave(before segment) {
	if th.team.config.Recorder != nil {
		th.change(before.activity, before.site)
	}
}

// pass notes that a thread has come to a wait for what has happened already: what it does before and after
// the wait are two spans.
func (th *Thread) pass(site uint32) { th.leave(th.enter(Waiting, site)) }

func (th *Thread) change(a Activity, site uint32) {
	r := th.team.config.Recorder
	now := time.Since(r.begin)
	if s := th.segment; s.activity != Idle {
		r.add(Span{th.lane, s.activity, s.site, s.begin, now})
	}
	th.segment = segment{a, site, now}
}

// Begin notes that a thread begins to execute the entry.
func (th *Thread) Begin() { th.enter(Running, NoSite) }

// End notes that a thread does nothing more.
func (th *Thread) End() { th.leave(segment{}) }
