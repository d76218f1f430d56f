package affineloopfusion

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/affineloop"
)

// slice says which iterations of the first nest go into each iteration of the second one's outer loops.
type slice struct {
	path []*ir.Op // loops of the second nest: the first nest goes to the start of the last one's body
	band []*ir.Op // perfectly nested loops of the first nest
	// fixed are the loops of the band whose variable follows from that of a loop of the path, each once. The
	// others run as a whole.
	fixed []affineloop.Alignment
}

// slice returns a slice in which each iteration of the path has the iterations whose shared elements it
// accesses, nil if there is none of that form: with each loop fixed by at most one loop of the path, in all
// shared accesses alike.
func (p *pair) slice(path []*ir.Op, shared []access) *slice {
	s := &slice{path: path, band: affineloop.Band(p.from)}
	for _, a := range shared {
		for _, x := range affineloop.Aligned(a.from, s.band, a.into, path) {
			known := slices.IndexFunc(s.fixed, func(o affineloop.Alignment) bool {
				return o.To == x.To || o.From == x.From
			})
			switch {
			case known < 0:
				s.fixed = append(s.fixed, x)
			case s.fixed[known] != x:
				return nil
			}
		}
	}
	if len(s.fixed) == 0 {
		return nil
	}
	slices.SortFunc(s.fixed, func(a, b affineloop.Alignment) int {
		return slices.Index(path, a.From) - slices.Index(path, b.From)
	})
	return s
}

// inOrder reports whether each loop of the path fixes the loop of the band in the same place.
func (s *slice) inOrder() bool {
	for i, x := range s.fixed {
		if i >= len(s.path) || x.From != s.path[i] || x.To != s.band[i] {
			return false
		}
	}
	return true
}
