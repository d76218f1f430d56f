package queues

// span is the number of sources whose descendants one sweep finds, and words is the length of a set of them.
const (
	words = 8
	span  = words * 64
)

type sources [words]uint64

func (s *sources) add(i int)      { s[i/64] |= 1 << (i % 64) }
func (s *sources) has(i int) bool { return s[i/64]>>(i%64)&1 != 0 }

func (s *sources) join(t *sources) {
	for i := range s {
		s[i] |= t[i]
	}
}

// Reduce returns the dependences that no chain of other dependences implies: the transitive reduction, in the
// form of Graph.Deps.
//
// It sweeps over the graph once for every 512 operations, from the first of them to the last operation that
// depends directly on one of them. So its time is linear if dependences are local, and otherwise at most
// n·m/1024 joins of 512 bits.
func Reduce(deps [][]int32) [][]int32 {
	implied := make([][]bool, len(deps))
	for v := range deps {
		implied[v] = make([]bool, len(deps[v]))
	}
	last := lastConsumers(deps)
	// per operation, the sources of this sweep that reach it, itself not included
	reached := make([]sources, len(deps))
	for from := 0; from < len(deps); from += span {
		sweep(deps, implied, reached, from, last[from/span])
	}
	reduced := make([][]int32, len(deps))
	for v := range deps {
		for i, u := range deps[v] {
			if !implied[v][i] {
				reduced[v] = append(reduced[v], u)
			}
		}
	}
	return reduced
}

// lastConsumers returns, for every span of operations, the last operation that depends directly on one of
// them.
func lastConsumers(deps [][]int32) []int {
	last := make([]int, (len(deps)+span-1)/span)
	for v := range deps {
		for _, u := range deps[v] {
			last[u/span] = v
		}
	}
	return last
}

// sweep marks the implied dependences on the operations from .. from+span-1, which have consumers up to last.
func sweep(deps [][]int32, implied [][]bool, reached []sources, from, last int) {
	for v := from; v <= last; v++ {
		var before sources
		d := deps[v]
		first := len(d)
		for first > 0 && int(d[first-1]) >= from {
			first--
			before.join(&reached[d[first]])
		}
		at := before
		for i := first; i < len(d) && int(d[i]) < from+span; i++ {
			source := int(d[i]) - from
			implied[v][i] = before.has(source)
			at.add(source)
		}
		reached[v] = at
	}
}
