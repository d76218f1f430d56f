package hlo

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// Shape is the shape of a value: an array, a tuple, a token or something opaque. Shapes do not change once
// they are parsed.
type Shape struct {
	// Element is the element type of an array, such as f32; "token" and "opaque" are shapes of their own; ""
	// for a tuple, "b" for a buffer, whose content is Tuple[0].
	Element string
	// Dims are the sizes, or bounds where Dynamic is true. Unbounded sizes are Unbounded.
	Dims    []int64
	Dynamic []bool // nil if no size is dynamic
	Layout  *Layout
	Tuple   []*Shape
	IsTuple bool
}

// Unbounded is the size of a dimension that is written as ?.
const Unbounded = math.MinInt64

// Layout is how an array lies in memory.
type Layout struct {
	// MinorToMajor are the dimensions from the fastest-varying one.
	MinorToMajor []int64
	// Properties is what follows the colon, as it is written: tiles, memory space, and others.
	Properties string
	// MemorySpace is the n of S(n) in Properties, 0 without it. 5 is memory of the host, 1 fast memory.
	MemorySpace int64
}

// IsToken reports whether the shape is token[].
func (s *Shape) IsToken() bool { return s != nil && s.Element == "token" }

// IsBuffer reports whether the shape is a buffer, b(...).
func (s *Shape) IsBuffer() bool { return s != nil && s.Element == "b" }

// IsArray reports whether the shape is an array.
func (s *Shape) IsArray() bool {
	return s != nil && !s.IsTuple && s.Element != "token" && s.Element != "opaque" && s.Element != "b"
}

// MemorySpace returns the memory space of an array, 0 if the layout states none.
func (s *Shape) MemorySpace() int64 {
	if s == nil || s.Layout == nil {
		return 0
	}
	return s.Layout.MemorySpace
}

// At returns the shape at an index into tuples, nil if there is none. The empty index is the shape itself.
func (s *Shape) At(index ...int64) *Shape {
	for _, i := range index {
		if s == nil || !s.IsTuple || i < 0 || i >= int64(len(s.Tuple)) {
			return nil
		}
		s = s.Tuple[i]
	}
	return s
}

// Elements returns the number of elements of an array, with bounds for dynamic sizes. It is math.MaxInt64 if
// the number is larger or a size is unbounded.
func (s *Shape) Elements() int64 {
	n := int64(1)
	for _, d := range s.Dims {
		if d == 0 {
			return 0
		}
		if d < 0 || n > math.MaxInt64/d {
			n = math.MaxInt64
			continue
		}
		n *= d
	}
	return n
}

// Bytes returns the size of an array, or the sum of the sizes in a tuple, in bytes; tokens have none, and
// tuples no table of pointers. An element takes whole bytes unless the layout states bits with E(n); tiles
// add no padding. It is math.MaxInt64 if the size is larger, and 0 for nil.
func (s *Shape) Bytes() int64 {
	switch {
	case s == nil:
		return 0
	case s.IsTuple || s.IsBuffer():
		sum := int64(0)
		for _, t := range s.Tuple {
			b := t.Bytes()
			if sum > math.MaxInt64-b {
				return math.MaxInt64
			}
			sum += b
		}
		return sum
	case !s.IsArray():
		return 0
	}
	n, bits := s.Elements(), ElementBits(s.Element)
	if bits < 8 {
		bits = 8
	}
	if s.Layout != nil {
		if e, ok := number(property(s.Layout.Properties, "E")); ok && e > 0 {
			bits = e
		}
	}
	if n > (math.MaxInt64-7)/bits {
		return math.MaxInt64
	}
	return (n*bits + 7) / 8
}

// ElementBits returns the bits of an element type, as its name tells: 1 for pred, 128 for c128, 8 for
// f8e4m3fn. It is 0 for names without a number.
func ElementBits(element string) int64 {
	if element == "pred" {
		return 8
	}
	i := strings.IndexAny(element, "0123456789")
	if i < 0 {
		return 0
	}
	end := i
	for end < len(element) && element[end] >= '0' && element[end] <= '9' {
		end++
	}
	n, err := strconv.ParseInt(element[i:end], 10, 32)
	if err != nil {
		return 0
	}
	return n
}

// property returns the text between the parentheses behind a name in the properties of a layout.
func property(text, name string) string {
	for i := 0; i < len(text); {
		open := strings.IndexByte(text[i:], '(')
		if open < 0 {
			return ""
		}
		open += i
		end := closing(text, open)
		if end < 0 {
			return ""
		}
		if text[i:open] == name {
			return text[open+1 : end]
		}
		i = end + 1
	}
	return ""
}

// Compare says what of two shapes Same compares beside element types and sizes.
type Compare struct {
	Layout bool // the order of dimensions in memory; a shape without layout has the same as any other
	Space  bool // memory spaces
	Bounds bool // a bound of a dynamic size is the same as a size
}

// Same reports whether two shapes are equal: their tuples, element types and sizes, and what c asks for.
func (s *Shape) Same(t *Shape, c Compare) bool {
	if s == nil || t == nil || s == t {
		return s == t
	}
	if s.Element != t.Element || s.IsTuple != t.IsTuple || len(s.Tuple) != len(t.Tuple) ||
		!slices.Equal(s.Dims, t.Dims) || !c.Bounds && !slices.Equal(s.Dynamic, t.Dynamic) {
		return false
	}
	if c.Space && s.MemorySpace() != t.MemorySpace() {
		return false
	}
	if c.Layout && s.Layout != nil && t.Layout != nil &&
		!slices.Equal(s.Layout.MinorToMajor, t.Layout.MinorToMajor) {
		return false
	}
	for i := range s.Tuple {
		if !s.Tuple[i].Same(t.Tuple[i], c) {
			return false
		}
	}
	return true
}

// Equal reports whether two shapes are equal but for layouts and memory spaces.
func (s *Shape) Equal(t *Shape) bool { return s.Same(t, Compare{}) }

// String returns the shape as HLO writes it.
func (s *Shape) String() string { return string(s.append(nil)) }

// append appends the shape to a text.
func (s *Shape) append(b []byte) []byte {
	switch {
	case s == nil:
		return b
	case s.IsTuple || s.IsBuffer():
		b = append(append(b, s.Element...), '(')
		for i, t := range s.Tuple {
			b = separator(b, i)
			b = t.append(b)
		}
		return append(b, ')')
	}
	b = append(append(b, s.Element...), '[')
	for i, d := range s.Dims {
		if i > 0 {
			b = append(b, ',')
		}
		if s.Dynamic != nil && s.Dynamic[i] && d != Unbounded {
			b = append(b, "<="...)
		}
		if d == Unbounded {
			b = append(b, '?')
		} else {
			b = strconv.AppendInt(b, d, 10)
		}
	}
	b = append(b, ']')
	if s.Layout != nil {
		b = s.Layout.append(b)
	}
	return b
}

func (l *Layout) append(b []byte) []byte {
	b = append(b, '{')
	for i, d := range l.MinorToMajor {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, d, 10)
	}
	if l.Properties != "" {
		b = append(append(b, ':'), l.Properties...)
	}
	return append(b, '}')
}

// separator appends what stands in front of member i of a list: nothing, or a comma, with the number in a
// comment for each fifth, as XLA writes lists.
func separator(b []byte, i int) []byte {
	if i == 0 {
		return b
	}
	b = append(b, ", "...)
	if i%5 == 0 {
		b = append(b, "/*index="...)
		b = strconv.AppendInt(b, int64(i), 10)
		b = append(b, "*/"...)
	}
	return b
}
