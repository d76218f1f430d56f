package team

import (
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

// Span is something that a thread did: from one moment to another, since the recorder began.
type Span struct {
	// Lane is the number of the thread; 0 is that of the entry.
	Lane     int
	Activity Activity
	// Site is the number of the place where the task was issued, or of the wait. It is 0 for the entry.
	Site       uint32
	Begin, End time.Duration
}

// Recorder keeps what threads did. Spans of one thread do not overlap: a task that executes another one within itself has several.
type Recorder struct {
	mu    sync.Mutex
	begin time.Time
	spans []Span
}

// NewRecorder makes a recorder, whose time begins.
func NewRecorder() *Recorder { return &Recorder{begin: time.Now()} }

// Spans returns what was recorded, in the order in which it ended.
func (r *Recorder) Spans() []Span {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.spans
}

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

func (th *Thread) change(a Activity, site uint32) {
	r := th.team.config.Recorder
	now := time.Since(r.begin)
	if s := th.segment; s.activity != Idle {
		r.mu.Lock()
		r.spans = append(r.spans, Span{th.lane, s.activity, s.site, s.begin, now})
		r.mu.Unlock()
	}
	th.segment = segment{a, site, now}
}

// End notes that a thread does nothing more.
func (th *Thread) End() { th.leave(segment{}) }
