package sameprogram

import (
	"fmt"
	"strings"

	"github.com/inflight-compiler/inflight/ir"
)

// Diff returns the first difference between two modules, "" if they are the same program.
func Diff(a, b *ir.Op) string {
	pool := &pool{ids: map[string]int{}}
	fa, fb := functions(a), functions(b)
	if len(fa) != len(fb) {
		return fmt.Sprintf("%d functions against %d", len(fa), len(fb))
	}
	for i := range fa {
		if d := diffFunctions(pool, fa[i], fb[i]); d != "" {
			return d
		}
	}
	return ""
}

// functions returns the functions of a module that have a body.
func functions(module *ir.Op) []*ir.Op {
	var out []*ir.Op
	for op := range module.Walk() {
		if op.Name() == "func.func" && !op.Region(0).Empty() {
			out = append(out, op)
		}
	}
	return out
}

func diffFunctions(pool *pool, a, b *ir.Op) string {
	la, lb := read(pool, a), read(pool, b)
	for i := range max(len(la), len(lb)) {
		x, y := lineAt(la, i), lineAt(lb, i)
		if x.key != y.key {
			return fmt.Sprintf("@%s, line %d:\n  %s\n  %s", a.SymbolName(), i, pool.show(x.key),
				pool.show(y.key))
		}
	}
	return ""
}

func lineAt(lines []line, i int) line {
	if i < len(lines) {
		return lines[i]
	}
	return line{key: "nothing"}
}

// pool gives equal trees equal numbers. A tree is text in which #3 stands for tree 3.
type pool struct {
	ids   map[string]int
	texts []string
}

func (p *pool) id(text string) int {
	if id, ok := p.ids[text]; ok {
		return id
	}
	p.ids[text] = len(p.texts)
	p.texts = append(p.texts, text)
	return len(p.texts) - 1
}

// show writes the trees of a line out, to some depth.
func (p *pool) show(text string) string {
	for range 5 {
		if !strings.Contains(text, "#") || len(text) > 4000 {
			break
		}
		var b strings.Builder
		for i := 0; i < len(text); i++ {
			if text[i] != '#' {
				b.WriteByte(text[i])
				continue
			}
			id := 0
			for i+1 < len(text) && text[i+1] >= '0' && text[i+1] <= '9' {
				i++
				id = id*10 + int(text[i]-'0')
			}
			if id < len(p.texts) {
				b.WriteString(p.texts[id])
			}
		}
		text = b.String()
	}
	return text
}

// line is one operation with effects.
type line struct{ key string }

// reader reads a function.
type reader struct {
	*pool
	lines   []line
	values  map[*ir.Value]int
	buffers map[*ir.Value]int
	shapes  map[[2]any]int // extents that an assertion makes another value
	arrival *arrival
	forms   map[int]linear // of trees that are sums
	least   map[int]int64  // lower bounds of loop variables
	next    int            // number of the next loop variable, axis or result
	// region identifies the region of an operation by the line it begins at.
	region map[*ir.Block]int
}

func read(pool *pool, fn *ir.Op) []line {
	r := &reader{
		pool: pool, values: map[*ir.Value]int{}, buffers: map[*ir.Value]int{}, shapes: map[[2]any]int{},
		region: map[*ir.Block]int{}, least: map[int]int64{}, arrival: arrivals(fn),
	}
	r.emit("function %s", fn.SymbolName())
	entry := fn.Body()
	for i, v := range entry.Args() {
		r.parameter(fn, v, i)
	}
	r.equalities(entry)
	r.block(entry)
	return r.lines
}

func (r *reader) emit(format string, args ...any) {
	r.lines = append(r.lines, line{fmt.Sprintf(format, args...)})
}

func (r *reader) fresh(kind string) int {
	r.next++
	return r.id(fmt.Sprintf("%s%d", kind, r.next))
}

// parameter takes an argument. Integers of 32 and 64 bits are indices in TVMScript.
func (r *reader) parameter(fn *ir.Op, v *ir.Value, i int) {
	t := typeText(v.Type())
	if t == "i32" || t == "index" {
		t = "i64"
	}
	dtype := ""
	if list, ok := fn.Attr("arg_attrs").(*ir.ArrayAttr); ok && i < len(list.Elems) {
		if d, ok := list.Elems[i].(*ir.DictAttr); ok {
			dtype = attribute(d.Get("tvm.dtype"))
		}
	}
	if t == "i64" && dtype == `"int64"` {
		dtype = "" // an index that TVMScript declares with 64 bits
	}
	r.emit("parameter %s %s", t, dtype)
	id := r.id(fmt.Sprintf("arg%d", i))
	if _, ok := v.Type().(*ir.MemRefType); ok {
		r.buffers[v] = id
		return
	}
	if v.Type().String() == "i32" {
		id = r.cast(r.linear(id), 32)
	}
	r.values[v] = id
}

// typeText is a type, with index as the integer of 64 bits that it is in TVMScript.
func typeText(t ir.Type) string { return strings.ReplaceAll(t.String(), "xindex", "xi64") }
