package ir

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
)

// AppendAttr appends an attribute in MLIR's syntax.
func (f *Form) AppendAttr(dst []byte, a Attr, suffix TypeSuffix) []byte {
	if f.Alias != nil {
		if alias := f.Alias(a); alias != "" {
			return append(dst, alias...)
		}
	}
	return f.AppendAttrBody(dst, a, suffix)
}

// AppendAttrBody appends an attribute without an alias of its own, as in the definition of its alias. The
// attribute's components may be written as aliases.
func (f *Form) AppendAttrBody(dst []byte, a Attr, suffix TypeSuffix) []byte {
	switch a := a.(type) {
	case *IntegerAttr:
		return f.appendInteger(dst, a, suffix)
	case *FloatAttr:
		dst, hex := appendFloat(dst, a.Type.Kind, a.Bits, a.Big)
		if a.Type.Kind == F64 && !hex && suffix == DefaultType {
			return dst
		}
		return f.appendSuffix(dst, a.Type, suffix)
	case *StringAttr:
		return f.appendSuffix(AppendQuoted(dst, a.Value), a.Type, suffix)
	case *DenseElementsAttr:
		return f.appendSuffix(f.appendDense(dst, a), a.Type, suffix)
	case *DenseResourceAttr:
		if f.Resource != nil {
			f.Resource(a.Handle)
		}
		dst = append(dst, "dense_resource<"...)
		dst = append(AppendKeywordOrString(dst, a.Handle), '>')
		return f.appendSuffix(dst, a.Type, suffix)
	case *SparseElementsAttr:
		return f.appendSuffix(f.appendSparse(dst, a), a.Type, suffix)
	case *OpaqueAttr:
		return f.appendSuffix(appendDialectSymbol(dst, '#', a.Dialect, a.Text), a.Type, suffix)
	}
	return f.appendUntyped(dst, a)
}

// appendUntyped appends an attribute that never has a type behind it.
func (f *Form) appendUntyped(dst []byte, a Attr) []byte {
	switch a := a.(type) {
	case *SymbolRefAttr:
		dst = AppendSymbol(dst, a.Root)
		for _, n := range a.Nested {
			dst = AppendSymbol(append(dst, "::"...), n)
		}
		return dst
	case *TypeAttr:
		return f.AppendType(dst, a.Type)
	case *UnitAttr:
		return append(dst, "unit"...)
	case *ArrayAttr:
		return f.appendArray(dst, a)
	case *DictAttr:
		dst = append(dst, '{')
		return append(f.AppendEntries(dst, a.Entries), '}')
	case *DenseArrayAttr:
		dst = append(dst, "array<"...)
		dst = f.AppendType(dst, a.Elem)
		if len(a.Values) > 0 {
			dst = append(dst, ": "...)
		}
		return append(appendArrayValues(dst, a), '>')
	case *AffineMapAttr:
		dst = append(dst, "affine_map<"...)
		return append(a.Map.Append(dst), '>')
	case *IntegerSetAttr:
		dst = append(dst, "affine_set<"...)
		return append(a.Set.Append(dst), '>')
	case *StridedAttr:
		return appendStrided(dst, a)
	case *ParametricAttr:
		return f.appendParametricAttr(dst, a)
	case *EnumAttr:
		if a.Def.Word {
			dst = append(append(append(dst, '#'), a.Def.Dialect...), '<')
			return append(AppendEnum(append(append(dst, a.Def.Mnemonic...), ' '), a.Def, a.Value), '>')
		}
		return append(AppendEnum(appendEnumHead(dst, a.Def), a.Def, a.Value), '>')
	case *DistinctAttr:
		return f.appendDistinct(dst, a)
	case Location:
		dst = append(dst, "loc("...)
		return append(f.appendLocation(dst, a), ')')
	case nil:
		return append(dst, "<<NULL ATTRIBUTE>>"...)
	}
	return fmt.Appendf(dst, "<<unknown attribute %T>>", a)
}

func (f *Form) appendSuffix(dst []byte, t Type, suffix TypeSuffix) []byte {
	if _, none := t.(*NoneType); t == nil || none || suffix == WithoutType {
		return dst
	}
	return f.AppendType(append(dst, " : "...), t)
}

func (f *Form) appendInteger(dst []byte, a *IntegerAttr, suffix TypeSuffix) []byte {
	t, isInteger := a.Type.(*IntegerType)
	if isInteger && t.Width == 1 && t.Sign == Signless {
		return strconv.AppendBool(dst, a.Value != 0)
	}
	switch {
	case a.Big != nil:
		dst = a.Big.Append(dst, 10)
	case isInteger && t.Sign == Unsigned:
		dst = strconv.AppendUint(dst, uint64(a.Value), 10)
	default:
		dst = strconv.AppendInt(dst, a.Value, 10)
	}
	if isInteger && t.Width == 64 && t.Sign == Signless && suffix == DefaultType {
		return dst
	}
	return f.appendSuffix(dst, a.Type, suffix)
}

func (f *Form) appendArray(dst []byte, a *ArrayAttr) []byte {
	dst = append(dst, '[')
	for i, e := range a.Elems {
		if i > 0 {
			dst = append(dst, ", "...)
		}
		dst = f.AppendAttr(dst, e, DefaultType)
	}
	return append(dst, ']')
}

// AppendEntries appends "a = 1 : i32, b", without braces, in the order given.
func (f *Form) AppendEntries(dst []byte, entries []NamedAttr) []byte {
	for i := range entries {
		if i > 0 {
			dst = append(dst, ", "...)
		}
		dst = f.AppendEntry(dst, entries[i])
	}
	return dst
}

// AppendEntry appends "a = 1 : i32", or the name alone for a unit attribute.
func (f *Form) AppendEntry(dst []byte, e NamedAttr) []byte {
	dst = AppendKeywordOrString(dst, e.Name)
	if _, unit := e.Value.(*UnitAttr); unit {
		return dst
	}
	return f.AppendAttr(append(dst, " = "...), e.Value, WithType)
}

// appendArrayValues appends the values of a dense array separated by commas.
func appendArrayValues(dst []byte, a *DenseArrayAttr) []byte {
	for i, v := range a.Values {
		if i > 0 {
			dst = append(dst, ", "...)
		}
		switch t := a.Elem.(type) {
		case *FloatType:
			dst, _ = appendFloat(dst, t.Kind, uint64(v), nil)
		case *IntegerType:
			if t.Width == 1 {
				dst = strconv.AppendBool(dst, v != 0)
				continue
			}
			dst = strconv.AppendInt(dst, v, 10)
		default:
			dst = strconv.AppendInt(dst, v, 10)
		}
	}
	return dst
}

// AppendDenseArray appends [1, 2, 3]: a dense array where the syntax around
// gives the type of its elements.
func AppendDenseArray(dst []byte, a *DenseArrayAttr) []byte {
	return append(appendArrayValues(append(dst, '['), a), ']')
}

func appendStrided(dst []byte, a *StridedAttr) []byte {
	dst = append(dst, "strided<["...)
	for i, s := range a.Strides {
		if i > 0 {
			dst = append(dst, ", "...)
		}
		dst = appendDim(dst, s)
	}
	dst = append(dst, ']')
	if a.Offset != 0 {
		dst = appendDim(append(dst, ", offset: "...), a.Offset)
	}
	return append(dst, '>')
}

func appendEnumHead(dst []byte, def *EnumDef) []byte {
	dst = append(dst, '#')
	dst = append(dst, def.Dialect...)
	dst = append(dst, '.')
	dst = append(dst, def.Mnemonic...)
	return append(dst, '<')
}

// AppendEnum appends the name of a case or, for a set of bits, the names of its cases. If one case has
// exactly this value, it is the only one. Otherwise the cases of several bits come first, then the cases of
// single bits, each in the order of their declaration.
func AppendEnum(dst []byte, def *EnumDef, value int64) []byte {
	for _, c := range def.Cases {
		if c.Value == value {
			return appendCase(dst, c.Name)
		}
	}
	if !def.Bits {
		return strconv.AppendInt(dst, value, 10)
	}
	first := true
	for _, single := range []bool{false, true} {
		for _, c := range def.Cases {
			if c.Value == 0 || (c.Value&(c.Value-1) == 0) != single || value&c.Value != c.Value {
				continue
			}
			if !first {
				dst = append(dst, def.Separator...)
			}
			dst = append(dst, c.Name...)
			first = false
			value &^= c.Value
		}
	}
	return dst
}

// appendCase appends the name of a case, in quotes if it has a hyphen.
func appendCase(dst []byte, name string) []byte {
	if strings.Contains(name, "-") {
		return append(append(append(dst, '"'), name...), '"')
	}
	return append(dst, name...)
}

func (f *Form) appendDistinct(dst []byte, a *DistinctAttr) []byte {
	dst = append(dst, "distinct["...)
	id := a.ID
	if f.Distinct != nil {
		id = f.Distinct(a)
	}
	dst = strconv.AppendInt(dst, id, 10)
	dst = append(dst, "]<"...)
	if _, unit := a.Inner.(*UnitAttr); !unit {
		dst = f.AppendAttr(dst, a.Inner, WithType)
	}
	return append(dst, '>')
}

// appendLocation appends the text inside loc(...).
func (f *Form) appendLocation(dst []byte, l Location) []byte {
	switch l := l.(type) {
	case *UnknownLoc:
		return append(dst, "unknown"...)
	case *SourceLoc:
		line, col := 0, 0
		if l.File == nil {
			return append(dst, "unknown"...)
		}
		line, col = l.File.Position(l.Off)
		return appendPosition(AppendQuoted(dst, l.File.Name), line, col)
	case *AnnotatedLoc:
		return f.appendLocation(dst, l.SourceLoc)
	case *FileLoc:
		dst = appendPosition(AppendQuoted(dst, l.File), l.Line, l.Col)
		return appendRangeEnd(dst, l)
	case *NameLoc:
		dst = AppendQuoted(dst, l.Name)
		if l.Child == nil {
			return dst
		}
		return append(f.appendNested(append(dst, '('), l.Child), ')')
	case *CallSiteLoc:
		dst = f.appendNested(append(dst, "callsite("...), l.Callee)
		dst = f.appendNested(append(dst, " at "...), l.Caller)
		return append(dst, ')')
	case *FusedLoc:
		return f.appendFused(dst, l)
	}
	return append(dst, "unknown"...)
}

// appendNested appends a location inside another one.
func (f *Form) appendNested(dst []byte, l Location) []byte {
	if f.Alias != nil {
		if alias := f.Alias(l); alias != "" {
			return append(dst, alias...)
		}
	}
	return f.appendLocation(dst, l)
}

func (f *Form) appendFused(dst []byte, l *FusedLoc) []byte {
	dst = append(dst, "fused"...)
	if l.Metadata != nil {
		dst = f.AppendAttr(append(dst, '<'), l.Metadata, WithType)
		dst = append(dst, '>')
	}
	dst = append(dst, '[')
	for i, inner := range l.Locs {
		if i > 0 {
			dst = append(dst, ", "...)
		}
		dst = f.appendNested(dst, inner)
	}
	return append(dst, ']')
}

func appendPosition(dst []byte, line, col int) []byte {
	dst = strconv.AppendInt(append(dst, ':'), int64(line), 10)
	return strconv.AppendInt(append(dst, ':'), int64(col), 10)
}

func appendRangeEnd(dst []byte, l *FileLoc) []byte {
	switch {
	case l.EndLine == 0:
		return dst
	case l.EndLine == l.Line:
		return strconv.AppendInt(append(dst, " to :"...), int64(l.EndCol), 10)
	}
	dst = strconv.AppendInt(append(dst, " to "...), int64(l.EndLine), 10)
	return strconv.AppendInt(append(dst, ':'), int64(l.EndCol), 10)
}

// AppendQuoted appends a string in quotes. A byte that is not printable ASCII is written as a backslash and
// two hexadecimal digits.
func AppendQuoted(dst []byte, s string) []byte {
	const hex = "0123456789ABCDEF"
	dst = append(dst, '"')
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\':
			dst = append(dst, '\\', '\\')
		case c >= ' ' && c < 0x7f && c != '"':
			dst = append(dst, c)
		default:
			dst = append(dst, '\\', hex[c>>4], hex[c&15])
		}
	}
	return append(dst, '"')
}

// AppendSymbol appends @name, quoted where it is not an identifier.
func AppendSymbol(dst []byte, name string) []byte {
	return AppendKeywordOrString(append(dst, '@'), name)
}

// AppendKeywordOrString appends a name, quoted if it is not an identifier.
func AppendKeywordOrString(dst []byte, name string) []byte {
	if isIdentifier(name) {
		return append(dst, name...)
	}
	return AppendQuoted(dst, name)
}

func isIdentifier(s string) bool {
	if s == "" || !isLetter(s[0]) && s[0] != '_' {
		return false
	}
	for i := 1; i < len(s); i++ {
		if c := s[i]; !isLetter(c) && !isDigit(c) && c != '_' && c != '$' && c != '.' {
			return false
		}
	}
	return true
}

// bigFromLittleEndian returns the unsigned number of little-endian bytes.
func bigFromLittleEndian(data string) *big.Int {
	be := make([]byte, len(data))
	for i := range be {
		be[i] = data[len(data)-1-i]
	}
	return new(big.Int).SetBytes(be)
}
