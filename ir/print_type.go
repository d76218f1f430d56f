package ir

import (
	"fmt"
	"strconv"
	"strings"
)

// AppendType appends a type in MLIR's syntax.
func (f *Form) AppendType(dst []byte, t Type) []byte {
	if f.Alias != nil {
		if alias := f.Alias(t); alias != "" {
			return append(dst, alias...)
		}
	}
	return f.AppendTypeBody(dst, t)
}

// AppendTypeBody appends a type without an alias of its own, as in the definition of its alias. The type's
// components may be written as aliases.
func (f *Form) AppendTypeBody(dst []byte, t Type) []byte {
	switch t := t.(type) {
	case *IntegerType:
		dst = append(dst, [...]string{Signless: "i", Signed: "si", Unsigned: "ui"}[t.Sign]...)
		return strconv.AppendUint(dst, uint64(t.Width), 10)
	case *IndexType:
		return append(dst, "index"...)
	case *NoneType:
		return append(dst, "none"...)
	case *FloatType:
		return append(dst, t.Kind.Info().Name...)
	case *ComplexType:
		dst = append(dst, "complex<"...)
		return append(f.AppendType(dst, t.Elem), '>')
	case *TupleType:
		dst = append(dst, "tuple<"...)
		return append(f.AppendTypes(dst, t.Types), '>')
	case *FunctionType:
		return f.AppendFunction(dst, t.Inputs, t.Results)
	case *VectorType:
		return f.appendVector(dst, t)
	case *TensorType:
		return f.appendTensor(dst, t)
	case *MemRefType:
		return f.appendMemRef(dst, t)
	case *ParametricType:
		return f.appendParametric(dst, t)
	case *OpaqueType:
		return appendDialectSymbol(dst, '!', t.Dialect, t.Text)
	case nil:
		return append(dst, "<<NULL TYPE>>"...)
	}
	return fmt.Appendf(dst, "<<unknown type %T>>", t)
}

// AppendTypes appends types separated by commas.
func (f *Form) AppendTypes(dst []byte, ts []Type) []byte {
	for i, t := range ts {
		if i > 0 {
			dst = append(dst, ", "...)
		}
		dst = f.AppendType(dst, t)
	}
	return dst
}

// AppendFunction appends (inputs) -> results.
func (f *Form) AppendFunction(dst []byte, inputs, results []Type) []byte {
	dst = append(dst, '(')
	dst = f.AppendTypes(dst, inputs)
	dst = append(dst, ") -> "...)
	return f.AppendResults(dst, results)
}

// AppendResults appends the results of a function type: a single type without parentheses unless it is a
// function type, other lists in parentheses.
func (f *Form) AppendResults(dst []byte, results []Type) []byte {
	if len(results) == 1 {
		if _, isFunction := results[0].(*FunctionType); !isFunction {
			return f.AppendType(dst, results[0])
		}
	}
	dst = append(dst, '(')
	return append(f.AppendTypes(dst, results), ')')
}

func (f *Form) appendVector(dst []byte, t *VectorType) []byte {
	dst = append(dst, "vector<"...)
	for i, d := range t.Shape {
		if t.Scalable != nil && t.Scalable[i] {
			dst = append(dst, '[')
			dst = append(appendDim(dst, d), ']')
		} else {
			dst = appendDim(dst, d)
		}
		dst = append(dst, 'x')
	}
	return append(f.AppendType(dst, t.Elem), '>')
}

func (f *Form) appendTensor(dst []byte, t *TensorType) []byte {
	dst = append(dst, "tensor<"...)
	dst = appendShape(dst, t.Ranked, t.Shape)
	dst = f.AppendType(dst, t.Elem)
	if t.Encoding != nil {
		dst = append(dst, ", "...)
		dst = f.AppendAttr(dst, t.Encoding, WithType)
	}
	return append(dst, '>')
}

func (f *Form) appendMemRef(dst []byte, t *MemRefType) []byte {
	dst = append(dst, "memref<"...)
	dst = appendShape(dst, t.Ranked, t.Shape)
	dst = f.AppendType(dst, t.Elem)
	if t.Layout != nil {
		dst = append(dst, ", "...)
		dst = f.AppendAttr(dst, t.Layout, DefaultType)
	}
	if t.MemorySpace != nil {
		dst = append(dst, ", "...)
		dst = f.AppendAttr(dst, t.MemorySpace, DefaultType)
	}
	return append(dst, '>')
}

func appendShape(dst []byte, ranked bool, shape []int64) []byte {
	if !ranked {
		return append(dst, "*x"...)
	}
	for _, d := range shape {
		dst = append(appendDim(dst, d), 'x')
	}
	return dst
}

func appendDim(dst []byte, d int64) []byte {
	if d == Dynamic {
		return append(dst, '?')
	}
	return strconv.AppendInt(dst, d, 10)
}

// appendDialectSymbol appends a type or attribute of an unregistered dialect, in the form with a dot if
// isPretty accepts its text.
func appendDialectSymbol(dst []byte, sigil byte, dialect, text string) []byte {
	dst = append(dst, sigil)
	dst = append(dst, dialect...)
	if isPretty(text) {
		dst = append(dst, '.')
		return append(dst, text...)
	}
	dst = append(dst, '<')
	dst = append(dst, text...)
	return append(dst, '>')
}

// isPretty reports whether text is a name, or a name and a body in balanced
// angle brackets.
func isPretty(text string) bool {
	if text == "" || !isLetter(text[0]) {
		return false
	}
	i := strings.IndexFunc(text, func(r rune) bool {
		return r >= 0x80 || !isLetter(byte(r)) && !isDigit(byte(r)) && r != '.' && r != '_'
	})
	if i < 0 {
		return true
	}
	return text[i] == '<' && text[len(text)-1] == '>' && isBalanced(text[i:])
}

// isBalanced reports whether the brackets of text are paired and the outermost pair ends at the end of text.
// Brackets within strings are not counted.
func isBalanced(text string) bool {
	var open []byte
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '<', '(', '[', '{':
			open = append(open, c)
		case '-':
			if i+1 < len(text) && text[i+1] == '>' {
				i++
			}
		case '>', ')', ']', '}':
			if len(open) == 0 || closing(open[len(open)-1]) != c {
				return false
			}
			open = open[:len(open)-1]
			if len(open) == 0 && i != len(text)-1 {
				return false
			}
		case '"':
			i += stringLength(text[i:]) - 1
		case 0:
			return false
		}
	}
	return len(open) == 0
}

// stringLength returns the length of the quoted string at the start of text, or the length of text if the
// string has no end.
func stringLength(text string) int {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(text)
}

func closing(open byte) byte {
	switch open {
	case '(':
		return ')'
	case '<':
		return '>'
	case '[':
		return ']'
	}
	return '}'
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
func isDigit(c byte) bool  { return c >= '0' && c <= '9' }
