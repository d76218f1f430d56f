package analysis

// slab hands out slices of small chunks: many evaluators live for one function only. A chunk lives as long as anything
// in it.
type slab[T any] struct{ free []T }

// chunk is the number of elements that are allocated at a time.
const chunk = 8

// take returns n zero elements, with no room to grow into their neighbours.
func (s *slab[T]) take(n int) []T {
	if n == 0 {
		return nil
	}
	if n > len(s.free) {
		s.free = make([]T, max(chunk, n))
	}
	taken := s.free[:n:n]
	s.free = s.free[n:]
	return taken
}
