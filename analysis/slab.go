package analysis

// slab hands out slices of small chunks: many evaluators live for one function only.
type slab[T any] struct {
	first *chunk[T]
	at    *chunk[T] // the one that is being handed out, nil before the first
	used  int       // of it
}

// chunk is what is allocated at a time.
type chunk[T any] struct {
	elements [chunkSize]T
	next     *chunk[T]
}

const chunkSize = 8

// reset takes everything back.
func (s *slab[T]) reset() { s.at = nil }

// take returns n zero elements, with no room to grow into their neighbours.
func (s *slab[T]) take(n int) []T {
	switch {
	case n == 0:
		return nil
	case n > chunkSize:
		return make([]T, n)
	case s.at == nil || s.used+n > chunkSize:
		s.more()
	}
	taken := s.at.elements[s.used : s.used+n : s.used+n]
	s.used += n
	clear(taken)
	return taken
}

// more goes on to the next chunk.
func (s *slab[T]) more() {
	next := &s.first
	if s.at != nil {
		next = &s.at.next
	}
	if *next == nil {
		*next = new(chunk[T])
	}
	s.at, s.used = *next, 0
}
