package analysis

// slab hands out slices of small chunks: many evaluators live for one function only. A chunk lives as long as anything
// in it.
type slab[T any] struct {
	free []T
	size int
}

const (
	firstChunk = 4
	lastChunk  = 16
)

// take returns n zero elements, with no room to grow into their neighbours.
func (s *slab[T]) take(n int) []T {
	if n == 0 {
		return nil
	}
	if n > len(s.free) {
		s.size = min(max(2*s.size, firstChunk), lastChunk)
		s.free = make([]T, max(s.size, n))
	}
	taken := s.free[:n:n]
	s.free = s.free[n:]
	return taken
}
