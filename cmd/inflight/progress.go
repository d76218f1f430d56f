package main

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"
)

// progress shows the current phase of long work in a line on a terminal. It shows nothing elsewhere.
type progress struct {
	mu    sync.Mutex
	w     io.Writer // nil if the output is no terminal
	start time.Time
	last  time.Time
	shown bool
}

func newProgress(w io.Writer) *progress {
	p := &progress{start: time.Now()}
	if _, ok := terminal(w); ok && os.Getenv("TERM") != "dumb" {
		p.w = w
	}
	return p
}

// update shows the phase, at most ten times a second, after the first half second.
func (p *progress) update(phase string, steps int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	if p.w == nil || now.Sub(p.start) < 500*time.Millisecond || now.Sub(p.last) < 100*time.Millisecond {
		return
	}
	p.last, p.shown = now, true
	fmt.Fprintf(p.w, "\r\x1b[K%s: %.1f million steps, %.0f s", phase, float64(steps)/1e6,
		now.Sub(p.start).Seconds())
}

// done removes the progress line.
func (p *progress) done() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.shown {
		p.shown = false
		fmt.Fprint(p.w, "\r\x1b[K")
	}
}
