package syntax_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/tvmscript/syntax"
)

// checkPlaces returns what is wrong with the places of the nodes of a file; "" if nothing is.
func checkPlaces(f *syntax.File) string {
	c := placeChecker{src: string(f.Source.Content)}
	c.children(reflect.ValueOf(*f), f.At)
	return c.problem
}

type placeChecker struct {
	src     string
	problem string
}

func (c *placeChecker) fail(v reflect.Value, why string) {
	if c.problem == "" {
		c.problem = fmt.Sprintf("%s %s: %+v", v.Type(), why, v.Interface())
	}
}

// children checks everything below a node.
func (c *placeChecker) children(v reflect.Value, parent syntax.At) {
	for i := range v.NumField() {
		if field := v.Type().Field(i); field.Type != reflect.TypeFor[syntax.At]() && field.Name != "Source" {
			c.value(v.Field(i), parent)
		}
	}
}

func (c *placeChecker) value(v reflect.Value, parent syntax.At) {
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		if !v.IsNil() {
			c.value(v.Elem(), parent)
		}
	case reflect.Slice:
		for i := range v.Len() {
			c.value(v.Index(i), parent)
		}
		c.order(v)
	case reflect.Struct:
		c.node(v, parent)
	}
}

// node checks that a node lies in its parent and that names stand where they say.
func (c *placeChecker) node(v reflect.Value, parent syntax.At) {
	at := v.Field(0).Interface().(syntax.At)
	if id, ok := v.Interface().(syntax.Ident); ok && id.Name == "" {
		return // of a bare star
	}
	if at.Start < parent.Start || at.End > parent.End || at.Start > at.End {
		c.fail(v, fmt.Sprintf("lies outside of %v", parent))
		return
	}
	text := c.src[at.Start:at.End]
	switch n := v.Interface().(type) {
	case syntax.Name:
		c.same(v, n.Name, text)
	case syntax.Ident:
		c.same(v, n.Name, text)
	case syntax.Int:
		c.same(v, n.Text, strings.ReplaceAll(text, "_", ""))
	case syntax.Float:
		c.same(v, n.Text, strings.ReplaceAll(text, "_", ""))
	case syntax.Paren, syntax.Dict, syntax.Set, syntax.List:
		if len(text) < 2 || !strings.Contains("() [] {}", text[:1]+text[len(text)-1:]) {
			c.fail(v, "has no brackets")
		}
	}
	if at.Start == at.End && v.Type() != reflect.TypeFor[syntax.FString]() {
		c.fail(v, "is empty")
	}
	c.children(v, at)
}

func (c *placeChecker) same(v reflect.Value, want, text string) {
	if want != text {
		c.fail(v, fmt.Sprintf("stands at %q", text))
	}
}

// order checks that statements, elements and so on follow each other.
func (c *placeChecker) order(list reflect.Value) {
	last := int32(-1)
	for i := range list.Len() {
		n, ok := list.Index(i).Interface().(syntax.Node)
		if !ok || n == nil {
			continue
		}
		if _, value := n.(*syntax.FormatValue); value {
			continue // lies over the text of {x=}
		}
		start, end := n.Pos()
		if start < last {
			c.fail(list.Index(i), "begins before the end of the one before")
		}
		last = end
	}
}

// Every node lies in its parent and behind its neighbours; names and numbers are what stands at their place.
func TestPlaces(t *testing.T) {
	accepted := 0
	for _, src := range append(append(chunks(t, "testdata/texts.py"), bytewise...), corpus(t)...) {
		if f, _ := syntax.Parse(diag.NewFile("source.py", []byte(src))); f != nil {
			accepted++
			if problem := checkPlaces(f); problem != "" {
				t.Errorf("%s in:\n%s", problem, src)
			}
		}
	}
	if accepted < 300 {
		t.Errorf("only %d texts are accepted", accepted)
	}
}

// The text of an expression, parsed alone, is that expression.
func TestExpressionsStandAlone(t *testing.T) {
	seen := 0
	for _, src := range append(chunks(t, "testdata/texts.py"), corpus(t)...) {
		f, _ := syntax.Parse(diag.NewFile("source.py", []byte(src)))
		if f == nil {
			continue
		}
		for _, x := range expressions(reflect.ValueOf(*f)) {
			start, end := x.Pos()
			text := src[start:end]
			alone := parse(t, "(\n"+text+"\n)").Body[0].(*syntax.ExprStmt).X
			if paren, ok := alone.(*syntax.Paren); ok {
				alone = paren.X
			}
			if want, got := dumpExpr(x), dumpExpr(alone); want != got {
				t.Errorf("%q is\n%s\nalone, but\n%s\nin:\n%s", text, got, want, src)
			}
			seen++
		}
	}
	if seen < 2000 {
		t.Errorf("only %d expressions", seen)
	}
}

func dumpExpr(x syntax.Expr) string {
	var d dumper
	d.value(reflect.ValueOf(x))
	return d.b.String()
}

// expressions returns the expressions below a value that may stand alone.
func expressions(v reflect.Value) []syntax.Expr {
	var list []syntax.Expr
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		if v.IsNil() || v.Type() == reflect.TypeFor[*diag.File]() {
			return nil
		}
		switch x := v.Interface().(type) {
		case *syntax.FString: // its parts are none
			return []syntax.Expr{x}
		case *syntax.Starred, *syntax.Slice, *syntax.Paren:
		case syntax.Expr:
			if v.Kind() == reflect.Pointer {
				list = append(list, x)
			}
		}
		return append(list, expressions(v.Elem())...)
	case reflect.Slice:
		for i := range v.Len() {
			list = append(list, expressions(v.Index(i))...)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			list = append(list, expressions(v.Field(i))...)
		}
	}
	return list
}
