package analysis

// slab hands out parts of small chunks, because there are many evaluators that need few of each element.
type slab[T any] struct{ rest []T }

const chunkSize = 8

// take returns n zero elements. Their slice has no spare capacity, so that an append cannot overwrite its
// neighbours.
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
