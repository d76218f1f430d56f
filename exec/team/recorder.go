package team

import (
	"cmp"
	"slices"
	"sync"
	"time"
)

// Activity says what a thread is doing.
type Activity uint8

// The activities.
const (
	Idle    Activity = iota
	Running          // executes a task, or the entry
	Waiting          // for a task or a group
)

// NoSite is the number that stands for no site.
const NoSite = ^uint32(0)

// Span is an interval in which a thread had one activity. Begin and End are times since the recorder began.
type Span struct {
	// Lane is the number of the thread. The entry's thread has 0.
	Lane     int
	Activity Activity
	// Site is the number of the operation that issued the task, or of the wait. It is NoSite for the entry,
	// and for the entry's wait for all tasks at the end.
	Site       uint32
	Begin, End time.Duration
}

// Recorder keeps the spans of threads. Spans of one thread do not overlap: a task that executes another one
// within itself has several spans.
type Recorder struct {
	mu    sync.Mutex
	begin time.Time
	most  int // largest number of spans that it keeps, 0 for all
	spans []Span
}

// NewRecorder returns a recorder. Its time begins now. It keeps at most the first most spans that end, or all
// spans if most is 0.
func NewRecorder(most int) *Recorder { return &Recorder{begin: time.Now(), most: most} }

// Spans returns the recorded spans, in the order in which they began.
func (r *Recorder) Spans() []Span {
	r.mu.Lock()
	defer r.mu.Unlock()
	slices.SortStableFunc(r.spans, func(a, b Span) int { return cmp.Compare(a.Begin, b.Begin) })
	return r.spans
}

// Entry records the span of the entry of a program without tasks. The span ends when the returned function is
// called.
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

// segment is the present activity of a thread, and its beginning.
type segment struct {
	activity Activity
	site     uint32
	begin    time.Duration
}

// enter records that a thread changes its activity, and returns the former one.
func (th *Thread) enter(a Activity, site uint32) segment {
	if th.team.config.Recorder == nil {
		return segment{}
	}
	before := th.segment
	th.change(a, site)
	return before
}

// leave records that a thread returns to its former activity.
func (th *Thread) leave(before segment) {
	if th.team.config.Recorder != nil {
		th.change(before.activity, before.site)
	}
}

// pass records a wait that is over at once: the activities before and after it are two spans.
func (th *Thread) pass(site uint32) { th.leave(th.enter(Waiting, site)) }

func (th *Thread) change(a Activity, site uint32) {
	r := th.team.config.Recorder
	now := time.Since(r.begin)
	if s := th.segment; s.activity != Idle {
		r.add(Span{th.lane, s.activity, s.site, s.begin, now})
	}
	th.segment = segment{a, site, now}
}

// Begin records that a thread begins to execute the entry.
func (th *Thread) Begin() { th.enter(Running, NoSite) }

// End records that a thread becomes idle.
func (th *Thread) End() { th.leave(segment{}) }
