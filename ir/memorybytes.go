package ir

// MemoryBytes returns how many bytes a value of a type takes in the memory of a program, on every engine and
// for every analysis: the width of a number rounded up to 8, 16, 32, 64 or 128 bits, of which index has 64.
// The elements of a vector and the parts of a complex number follow each other. It returns 0 for types that
// do not lie in memory in a way that all agree on.
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
