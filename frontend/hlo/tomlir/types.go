package tomlir

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/inflight-compiler/inflight/frontend/hlo"
)

// elements are the element types of MLIR that are spelled in another way than those of HLO.
var elements = map[string]string{"pred": "i1", "c64": "complex<f32>", "c128": "complex<f64>", "f64": "f64",
	"f32": "f32", "f16": "f16", "bf16": "bf16"}

// element returns the type of MLIR for an element type of HLO: integers without a sign, and for other formats
// an integer of as many bits. The attributes keep the type of HLO.
func element(of string) string {
	if t, ok := elements[of]; ok {
		return t
	}
	return "i" + strconv.FormatInt(max(hlo.ElementBits(of), 1), 10)
}

// memory returns the memref type for an array.
func memory(s *hlo.Shape) string {
	var b strings.Builder
	b.WriteString("memref<")
	for _, n := range s.Dims {
		fmt.Fprintf(&b, "%dx", n)
	}
	return b.String() + element(s.Element) + ">"
}

// tokenType stands for token[], which orders instructions and has no memory.
const tokenType = "none"

// leaf is an array or a token in the shape of a value. Index says where.
type leaf struct {
	index []int64
	shape *hlo.Shape
}

// leaves returns the arrays and tokens of a shape in their order, and a shape that is neither, if there is
// one.
func leaves(s *hlo.Shape) (all []leaf, other *hlo.Shape) {
	var visit func(s *hlo.Shape, index []int64)
	visit = func(s *hlo.Shape, index []int64) {
		switch {
		case s.IsTuple:
			for i, t := range s.Tuple {
				visit(t, append(index[:len(index):len(index)], int64(i)))
			}
		case (s.IsArray() || s.IsToken()) && !unbounded(s):
			all = append(all, leaf{index, s})
		default:
			other = s
		}
	}
	visit(s, nil)
	return all, other
}

func unbounded(s *hlo.Shape) bool {
	for _, n := range s.Dims {
		if n < 0 {
			return true
		}
	}
	return false
}

// quote returns a text as a string of MLIR.
func quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c < ' ' || c == 127:
			fmt.Fprintf(&b, "\\%02X", c)
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// list returns texts as an attribute that is an array of strings.
func list(all []string) string {
	quoted := make([]string, len(all))
	for i, s := range all {
		quoted[i] = quote(s)
	}
	return "[" + strings.Join(quoted, ", ") + "]"
}
