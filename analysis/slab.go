package analysis

// slab hands out slices of small chunks: many evaluators live for one function only.
type slab[T any] struct {
	chunks [][]T
	next   int // the first chunk that nothing was taken from
	free   []T // of the chunk before
}

// chunk is the number of elements that are allocated at a time.
const chunk = 8

// reset takes everything back.
func (s *slab[T]) reset() { s.next, s.free = 0, nil }

// take returns n zero elements, with no room to grow into their neighbours.
func (s *slab[T]) take(n int) []T {
	if n == 0 {
		return nil
	}
	if n > chunk {
		return make([]T, n)
	}
	if n > len(s.free) {
		s.more()
	}
	taken := s.free[:n:n]
	s.free = s.free[n:]
	clear(taken)
	return taken
}

// more goes on to the next chunk.
func (s *slab[T]) more() {
	if s.next == len(s.chunks) {
		s.chunks = append(s.chunks, make([]T, chunk))
	}
	s.free = s.chunks[s.next]
	s.next++
}
