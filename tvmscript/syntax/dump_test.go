package syntax_test

import (
	"fmt"
	"math"
	"math/big"
	"reflect"
	"strconv"
	"strings"

	"github.com/inflight-compiler/inflight/tvmscript/syntax"
)

// dumper writes trees as S-expressions: (Type field ...), fields in the order of ast.go. Lists stand in
// brackets, what is missing is _, and flags that are not set are left out.
type dumper struct {
	b strings.Builder
	// python writes what testdata/python_tree.py does: with places, without what Python does not keep.
	python *pythonVersion
	inside string // what a part of an f-string is in: "" outside
	depth  int
}

// pythonVersion is a version of Python.
type pythonVersion struct{ major, minor int }

// dump returns the statements of a file, each on its line, blocks indented below.
func dump(f *syntax.File) string {
	var d dumper
	for _, s := range f.Body {
		d.value(reflect.ValueOf(s))
		d.b.WriteByte('\n')
	}
	return d.b.String()
}

// dumpLikePython returns the statements of a file as python_tree.py prints them.
func dumpLikePython(f *syntax.File, v pythonVersion) string {
	d := dumper{python: &v}
	for _, s := range f.Body {
		d.value(reflect.ValueOf(s))
		d.b.WriteByte('\n')
	}
	return d.b.String()
}

func (d *dumper) value(v reflect.Value) {
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		if v.IsNil() {
			d.b.WriteByte('_')
			return
		}
		if d.python == nil || !d.special(v.Interface()) {
			d.value(v.Elem())
		}
	case reflect.Slice:
		d.list(v)
	case reflect.Struct:
		d.node(v)
	case reflect.String:
		d.b.WriteString(quote(v.String()))
	case reflect.Float64:
		d.b.WriteString(strconv.FormatFloat(v.Float(), 'g', -1, 64))
	default:
		fmt.Fprint(&d.b, v.Interface())
	}
}

var stmtType = reflect.TypeFor[syntax.Stmt]()

func (d *dumper) list(v reflect.Value) {
	block := v.Type().Elem() == stmtType && d.python == nil && v.Len() > 0
	d.b.WriteByte('[')
	d.depth++
	for i := range v.Len() {
		if block {
			d.b.WriteString("\n" + strings.Repeat("  ", d.depth))
		} else if i > 0 {
			d.b.WriteByte(' ')
		}
		d.value(v.Index(i))
	}
	d.depth--
	d.b.WriteByte(']')
}

func (d *dumper) node(v reflect.Value) {
	d.b.WriteByte('(')
	d.b.WriteString(v.Type().Name())
	for i := range v.NumField() {
		field := v.Field(i)
		if at, ok := field.Interface().(syntax.At); ok {
			d.place(v, at)
			continue
		}
		if field.Kind() == reflect.Bool {
			if field.Bool() {
				d.b.WriteString(" " + v.Type().Field(i).Name)
			}
			continue
		}
		d.b.WriteByte(' ')
		d.value(field)
	}
	d.b.WriteByte(')')
}

// place writes the place of a node if Python has the same.
func (d *dumper) place(v reflect.Value, at syntax.At) {
	if d.python == nil || d.inside != "" && d.python.minor < 12 {
		return
	}
	switch n := v.Interface().(type) {
	case syntax.Arg, syntax.Param, syntax.WithItem, syntax.CompClause, syntax.Ident, syntax.Logical:
		return
	case syntax.Comprehension:
		if n.Kind == syntax.Generator {
			return
		}
	case syntax.Def:
		if len(n.Decorators) > 0 {
			fmt.Fprintf(&d.b, "@-%d", at.End)
			return
		}
	case syntax.Class:
		if len(n.Decorators) > 0 {
			fmt.Fprintf(&d.b, "@-%d", at.End)
			return
		}
	}
	fmt.Fprintf(&d.b, "@%d-%d", at.Start, at.End)
}

// special writes what Python's tree has in another form.
func (d *dumper) special(n any) bool {
	switch n := n.(type) {
	case *syntax.Paren:
		d.value(reflect.ValueOf(n.X))
	case *syntax.Int:
		d.integer(n)
	case *syntax.Float:
		d.b.WriteString("(Float")
		d.place(reflect.ValueOf(*n), n.At)
		fmt.Fprintf(&d.b, " %016x)", math.Float64bits(n.Value))
	case *syntax.Subscript:
		return d.subscript(n)
	case *syntax.FString:
		d.b.WriteString("(FString")
		d.place(reflect.ValueOf(*n), n.At)
		d.parts(n)
	case *syntax.FormatValue:
		d.formatValue(n)
	default:
		return false
	}
	return true
}

func (d *dumper) integer(n *syntax.Int) {
	exact, ok := new(big.Int).SetString(n.Text, 0)
	if !ok || n.Big == exact.IsInt64() || !n.Big && exact.Int64() != n.Value {
		fmt.Fprintf(&d.b, "(wrong Int %+v)", *n)
		return
	}
	d.b.WriteString("(Int")
	d.place(reflect.ValueOf(*n), n.At)
	d.b.WriteString(" " + exact.String() + ")")
}

// subscript writes x[(a, b)] as x[a, b].
func (d *dumper) subscript(n *syntax.Subscript) bool {
	if n.Tuple || len(n.Indices) != 1 {
		return false
	}
	x := n.Indices[0]
	for {
		paren, ok := x.(*syntax.Paren)
		if !ok {
			break
		}
		x = paren.X
	}
	tuple, ok := x.(*syntax.Tuple)
	if ok {
		d.value(reflect.ValueOf(syntax.Subscript{At: n.At, X: n.X, Indices: tuple.Elems, Tuple: true}))
	}
	return ok
}

func (d *dumper) parts(n *syntax.FString) {
	d.b.WriteString(" [")
	for i, part := range n.Parts {
		if i > 0 {
			d.b.WriteByte(' ')
		}
		if s, ok := part.(*syntax.Str); ok {
			d.b.WriteString("(Str " + quote(s.Value) + ")")
		} else {
			d.value(reflect.ValueOf(part))
		}
	}
	d.b.WriteString("])")
}

func (d *dumper) formatValue(n *syntax.FormatValue) {
	inside := d.inside
	d.inside = "f-string"
	d.b.WriteString("(FormatValue")
	d.place(reflect.ValueOf(*n), n.At)
	d.b.WriteByte(' ')
	d.value(reflect.ValueOf(n.X))
	fmt.Fprintf(&d.b, " %d ", n.Conversion)
	if n.Spec == nil {
		d.b.WriteString("_)")
	} else {
		d.b.WriteString("(FString")
		d.parts(n.Spec)
		d.b.WriteByte(')')
	}
	d.inside = inside
}

// quote writes text so that Python can write it the same way: bytes other than printable ASCII as \xhh.
func quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, c := range []byte(s) {
		if c < ' ' || c > '~' || c == '"' || c == '\\' {
			fmt.Fprintf(&b, `\x%02x`, c)
		} else {
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}
