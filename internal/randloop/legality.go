package randloop

import "fmt"

// Extents returns the numbers of iterations that a test should try: the one of
// the program or, when it is dynamic, all up to it and some more.
func (p *Program) Extents() []int64 {
	if !p.Dynamic {
		return []int64{p.Trips}
	}
	var all []int64
	for n := range p.Trips + 1 {
		if n < 8 || n == p.Trips {
			all = append(all, n)
		}
	}
	return all
}

// Broken returns a description of the first dependence that the annotation
// breaks, found by comparing all pairs of instances; "" if there is none. A buffer
// allocated in the body, or filled by each iteration before it is read, is taken as one per iteration.
func (p *Program) Broken() string {
	trips := p.Trips
	if p.Dynamic {
		trips = 80
	}
	for a := range p.Stmts {
		for b := range p.Stmts {
			for delta := range min(trips, 80) {
				if delta == 0 && a >= b || p.precedes(a, b, delta) || !p.conflict(a, b, delta) {
					continue
				}
				return fmt.Sprintf("statement %d before statement %d, %d iterations later", a, b, delta)
			}
		}
	}
	return ""
}

// precedes reports whether a's instance comes before b's, delta iterations
// later, in the pipeline.
func (p *Program) precedes(a, b int, delta int64) bool {
	lag := delta + int64(p.Stages[b]-p.Stages[a])
	return lag > 0 || lag == 0 && p.Order[a] < p.Order[b]
}

// conflict reports whether the two instances touch a common element and one
// writes it.
func (p *Program) conflict(a, b int, delta int64) bool {
	for _, x := range p.Stmts[a].Accesses {
		for _, y := range p.Stmts[b].Accesses {
			if (x.Write || y.Write) && p.same(x, y, delta) {
				return true
			}
		}
	}
	return false
}

func (p *Program) same(x, y Access, delta int64) bool {
	switch {
	case x.Array != y.Array || x.Buffer != y.Buffer:
		return false
	case x.Array != nil:
		return x.Offset == y.Offset+delta*p.Step
	case delta != 0 && (x.Buffer.Inside || p.private(x.Buffer)):
		return false
	}
	return x.Whole || y.Whole || x.Offset == y.Offset
}

// private reports whether each iteration writes all that it reads of a buffer
// before reading it.
func (p *Program) private(b *Buffer) bool {
	written := map[int64]bool{}
	for _, s := range p.Stmts {
		for _, a := range s.Accesses {
			switch {
			case a.Buffer != b:
			case !a.Write && !written[a.Offset]:
				return false
			case a.Write && !s.Guard:
				for e := range b.Size {
					written[e] = written[e] || a.Whole || a.Offset == e
				}
			}
		}
	}
	return true
}
