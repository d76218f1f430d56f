package wasm

import (
	"fmt"
	"path/filepath"

	"github.com/inflight-compiler/inflight/exec/team"
	"github.com/inflight-compiler/inflight/timeline"
)

// trace fills a timeline with what a recorder was told: a lane for each goroutine, an event for each task or
// piece of one between waits, by the place where it is issued, and one for each wait.
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

// label says what a thread did: which task it executed, what it waited for.
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
