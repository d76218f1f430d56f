package pass

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"sync"
)

// Stats adds up the statistics of passes and reports them. It is an Observer.
type Stats struct {
	mu     sync.Mutex
	names  []string // passes in the order in which they ended the first time
	counts map[string]map[string]int
}

// NewStats returns empty statistics.
func NewStats() *Stats { return &Stats{counts: map[string]map[string]int{}} }

// BeforePass implements Observer.
func (s *Stats) BeforePass(Event) {}

// AfterPass implements Observer.
func (s *Stats) AfterPass(e Event) {
	s.mu.Lock()
	defer s.mu.Unlock()
	name := e.Run.Pass.Name
	if s.counts[name] == nil {
		s.counts[name] = map[string]int{}
		s.names = append(s.names, name)
	}
	for k, n := range e.Run.stats {
		s.counts[name][k] += n
	}
}

// Count returns a statistic of a pass.
func (s *Stats) Count(pass, name string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.counts[pass][name]
}

// Report writes one block per pass with one line per statistic, sorted by name.
func (s *Stats) Report(w io.Writer) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := []byte(rule + "                         ... Pass statistics report ...\n" + rule)
	for _, name := range s.names {
		out = fmt.Appendf(out, "%s\n", name)
		for _, k := range slices.Sorted(maps.Keys(s.counts[name])) {
			out = fmt.Appendf(out, "  (S) %6d %s\n", s.counts[name][k], k)
		}
	}
	_, err := w.Write(out)
	return err
}
