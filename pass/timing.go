package pass

import (
	"fmt"
	"io"
	"slices"
	"sync"
	"time"
)

// Timing measures how long passes and named phases take, and reports the times in the form of mlir-opt's
// --mlir-timing. It is an Observer. If a pass runs on several functions in parallel, their times are added.
type Timing struct {
	mu      sync.Mutex
	began   time.Time
	phases  []*timer // phases and the items of the outermost pipelines
	byPlace map[place]*timer
	running map[*Run]time.Time
}

// place identifies a pass by its pipeline and its number, and a nested pipeline by itself and -1.
type place struct {
	pipeline *Pipeline
	index    int
}

// timer is one line of the report, with the lines below it.
type timer struct {
	name  string
	spent time.Duration
	inner []*timer
}

// NewTiming returns a Timing that begins to measure the total time now.
func NewTiming() *Timing {
	return &Timing{began: time.Now(), byPlace: map[place]*timer{}, running: map[*Run]time.Time{}}
}

// Phase begins to measure a phase, such as "Parser", until the returned function is called. The times of
// phases with one name are added.
func (t *Timing) Phase(name string) (stop func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	i := slices.IndexFunc(t.phases, func(p *timer) bool { return p.name == name })
	if i < 0 {
		i = len(t.phases)
		t.phases = append(t.phases, &timer{name: name})
	}
	phase, began := t.phases[i], time.Now()
	return func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		phase.spent += time.Since(began)
	}
}

// BeforePass implements Observer.
func (t *Timing) BeforePass(e Event) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.at(e)
	t.running[e.Run] = time.Now()
}

// AfterPass implements Observer.
func (t *Timing) AfterPass(e Event) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.at(e).spent += time.Since(t.running[e.Run])
	delete(t.running, e.Run)
}

// at returns the timer of the pass. At first use it makes this timer and those of the pipelines around the
// pass.
func (t *Timing) at(e Event) *timer {
	siblings := &t.phases
	for _, pl := range e.Path[1:] {
		siblings = &t.child(siblings, place{pl, -1}, fmt.Sprintf("'%s' Pipeline", pl.Anchor)).inner
	}
	return t.child(siblings, place{e.Path[len(e.Path)-1], e.Index}, e.Run.Pass.DisplayName())
}

func (t *Timing) child(siblings *[]*timer, at place, name string) *timer {
	found := t.byPlace[at]
	if found == nil {
		found = &timer{name: name}
		t.byPlace[at] = found
		*siblings = append(*siblings, found)
	}
	return found
}

// total returns the time of a line together with the lines below it.
func (t *timer) total() time.Duration {
	sum := t.spent
	for _, inner := range t.inner {
		sum += inner.total()
	}
	return sum
}

const rule = "===-------------------------------------------------------------------------===\n"

// Report writes the report.
func (t *Timing) Report(w io.Writer) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	all := time.Since(t.began)
	out := fmt.Appendf(nil, rule+"                         ... Execution time report ...\n"+rule+
		"  Total Execution Time: %.4f seconds\n\n  ----Wall Time----  ----Name----\n", all.Seconds())
	rest := all
	for _, p := range t.phases {
		rest -= p.total()
		out = p.append(out, all, 0)
	}
	out = (&timer{name: "Rest", spent: max(rest, 0)}).append(out, all, 0)
	out = (&timer{name: "Total", spent: all}).append(out, all, 0)
	_, err := w.Write(out)
	return err
}

func (t *timer) append(out []byte, all time.Duration, depth int) []byte {
	spent := t.total()
	out = fmt.Appendf(out, "  %8.4f (%5.1f%%)  %*s%s\n", spent.Seconds(), 100*spent.Seconds()/all.Seconds(),
		2*depth, "", t.name)
	for _, inner := range t.inner {
		out = inner.append(out, all, depth+1)
	}
	return out
}
