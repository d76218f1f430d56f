package wasm

import (
	"fmt"
	"path/filepath"

	"github.com/inflight-compiler/inflight/exec/team"
	"github.com/inflight-compiler/inflight/timeline"
)

// trace fills a timeline with the spans of a recorder. It has a lane for each goroutine, an event for each
// part of a task between two waits, with the name of the operation that issued the task, and an event for
// each wait.
func (p *Program) trace(tl *timeline.Timeline, r *team.Recorder) {
	for _, s := range r.Spans() {
		e := timeline.Event{
			Lane: fmt.Sprintf("goroutine %d", s.Lane), Label: p.label(s), Iteration: -1,
			Start: s.Begin.Microseconds(), End: s.End.Microseconds(),
			Kind: timeline.Async,
		}
		switch {
		case s.Activity == team.Waiting:
			e.Kind = timeline.Wait
		case s.Site == team.NoSite:
			e.Kind = timeline.Compute
		}
		tl.Add(e)
	}
}

// label returns the text for a span: the task that the thread executed, or the wait.
func (p *Program) label(s team.Span) string {
	place := "all tasks"
	if s.Site != team.NoSite {
		at := p.code.Sites[s.Site].Span.Place()
		place = fmt.Sprintf("%s:%d", filepath.Base(at.Filename), at.Line)
	}
	switch {
	case s.Activity == team.Waiting:
		return "wait " + place
	case s.Site == team.NoSite:
		return "@" + p.entry.Name
	}
	return place
}
