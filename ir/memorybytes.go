package ir

// MemoryBytes returns how many bytes a value of a type takes in the memory of a program, for every engine and
// every analysis. A number takes its width rounded up to 8, 16, 32, 64 or 128 bits, and an index 64 bits. The
// elements of a vector follow each other, and so do the real and the imaginary part of a complex number. It
// returns 0 for a type whose layout in memory differs between engines, or is unknown.
func MemoryBytes(t Type) int64 {
	switch t := t.(type) {
	case *VectorType:
		if t.Scalable != nil {
			return 0
		}
		return NumElements(t.Shape) * MemoryBytes(t.Elem)
	case *ComplexType:
		return 2 * MemoryBytes(t.Elem)
	case *IndexType:
		return 8
	case *IntegerType:
		return bytesOfBits(t.Width)
	case *FloatType:
		return bytesOfBits(t.Width())
	}
	return 0
}

func bytesOfBits(width uint32) int64 {
	n := int64(1)
	for n*8 < int64(width) {
		n *= 2
	}
	return n
}
