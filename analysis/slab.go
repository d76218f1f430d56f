package analysis

// slab hands out parts of small chunks: many evaluators make few of each thing.
type slab[T any] struct{ rest []T }

const chunkSize = 8

// take returns n zero elements, with no room to grow into their neighbours.
func (s *slab[T]) take(n int) []T {
	switch {
	case n == 0:
		return nil
	case n > chunkSize:
		return make([]T, n)
	case n > len(s.rest):
		s.rest = make([]T, chunkSize)
	}
	taken := s.rest[:n:n]
	s.rest = s.rest[n:]
	return taken
}
