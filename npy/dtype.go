package npy

import "fmt"

// DType is the type of an array's elements. The zero value is not a valid type.
type DType uint8

// The element types. BFloat16 has no NumPy name; it is stored as '<V2', as the ml_dtypes package does.
const (
	// Bool is one byte, 0 or 1.
	Bool DType = iota + 1
	// Int8 and the next three are signed integers in two's complement.
	Int8
	// Int16 has two bytes.
	Int16
	// Int32 has four bytes.
	Int32
	// Int64 has eight bytes.
	Int64
	// Uint8 and the next three are unsigned integers.
	Uint8
	// Uint16 has two bytes. Programs without a bfloat16 of their own store its bits as this type.
	Uint16
	// Uint32 has four bytes.
	Uint32
	// Uint64 has eight bytes.
	Uint64
	// Float16 is IEEE 754 binary16.
	Float16
	// BFloat16 is the upper half of a Float32.
	BFloat16
	// Float32 is IEEE 754 binary32.
	Float32
	// Float64 is IEEE 754 binary64.
	Float64
	// Complex64 is two Float32, real part first.
	Complex64
	// Complex128 is two Float64, real part first.
	Complex128
)

// dtypes says what there is to know about each type. The part is the size of what a byte swap reverses.
var dtypes = [...]struct {
	name, descr string
	size, part  int
}{
	Bool:       {"bool", "|b1", 1, 1},
	Int8:       {"int8", "|i1", 1, 1},
	Int16:      {"int16", "<i2", 2, 2},
	Int32:      {"int32", "<i4", 4, 4},
	Int64:      {"int64", "<i8", 8, 8},
	Uint8:      {"uint8", "|u1", 1, 1},
	Uint16:     {"uint16", "<u2", 2, 2},
	Uint32:     {"uint32", "<u4", 4, 4},
	Uint64:     {"uint64", "<u8", 8, 8},
	Float16:    {"float16", "<f2", 2, 2},
	BFloat16:   {"bfloat16", "<V2", 2, 2},
	Float32:    {"float32", "<f4", 4, 4},
	Float64:    {"float64", "<f8", 8, 8},
	Complex64:  {"complex64", "<c8", 8, 4},
	Complex128: {"complex128", "<c16", 16, 8},
}

// DTypes returns all element types.
func DTypes() []DType {
	var all []DType
	for d := Bool; d.valid(); d++ {
		all = append(all, d)
	}
	return all
}

// String returns NumPy's name of the type, such as "float32".
func (d DType) String() string {
	if !d.valid() {
		return fmt.Sprintf("dtype(%d)", uint8(d))
	}
	return dtypes[d].name
}

// Size returns the number of bytes of an element, 0 for an invalid type.
func (d DType) Size() int {
	if !d.valid() {
		return 0
	}
	return dtypes[d].size
}

// valid reports whether d is one of the constants.
func (d DType) valid() bool { return d >= Bool && int(d) < len(dtypes) }

// parseDescr returns the type that a header's 'descr' names, and whether its bytes are in big-endian order.
func parseDescr(descr string) (d DType, bigEndian, ok bool) {
	if descr == "" {
		return 0, false, false
	}
	order, rest := descr[0], descr[1:]
	for d := Bool; d.valid(); d++ {
		if rest != dtypes[d].descr[1:] {
			continue
		}
		// One byte has no order, and void types are written with either sign.
		sizeless := dtypes[d].size == 1 || d == BFloat16
		ok := order == '<' || order == '>' || order == '|' && sizeless
		return d, order == '>', ok
	}
	return 0, false, false
}
