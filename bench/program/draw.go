package program

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// drawer writes lists of statements whose operations, types, nesting and constants are drawn at random. No
// two lists that it writes have the same operations and types in the same nesting, whatever their values are
// called and whatever numbers their constants are.
type drawer struct {
	bytes.Buffer
	r    *rand.Rand
	key  bytes.Buffer    // what is written, without the names of values and without numbers
	seen map[string]bool // the keys of the lists written so far
	wide bool            // draw operations that the passes of tasks do not lower, too

	values []value // those that can be used, the innermost last
	memory []array
	next   int // number of the value that is defined next
	ops    int // operations written so far
	indent int
}

// value is a name with its type.
type value struct{ name, typ string }

// array is memory, of elements of a type with a number of dimensions.
type array struct {
	value
	elem string
	rank int
}

var (
	integers = []string{"i8", "i16", "i32", "i64"}
	floats   = []string{"f32", "f64", "f16"}
	numbers  = slices.Concat(integers, floats)

	integerOps = []string{"arith.addi", "arith.subi", "arith.muli", "arith.andi", "arith.ori", "arith.xori",
		"arith.maxsi",
		"arith.minsi", "arith.maxui", "arith.minui", "arith.shli", "arith.shrsi", "arith.shrui"}
	floatOps = []string{"arith.addf", "arith.subf", "arith.mulf", "arith.divf", "arith.maximumf",
		"arith.minimumf"}
	unaryOps = []string{"math.sqrt", "math.exp", "math.absf", "math.floor", "math.sin", "math.tanh",
		"math.log2"}
	orders    = []string{"eq", "ne", "slt", "sle", "sgt", "sge", "ult", "uge"}
	relations = []string{"oeq", "ogt", "oge", "olt", "ole", "one", "ord", "uno"}
)

func newDrawer(seed uint64) *drawer {
	return &drawer{r: rand.New(rand.NewPCG(seed, 0x5eed)), seen: map[string]bool{}}
}

// Random returns a program of about n operations in functions that are drawn at random from the seed, as the
// tasks of Tasks are: loops, conditions, memory and arithmetic, with vectors, affine maps and attributes.
func Random(n int, seed uint64) []byte {
	d := newDrawer(seed)
	d.wide = true
	for f := 0; d.ops < n; f++ {
		d.function(fmt.Sprintf("f%d", f), func() {
			d.distinct(15, 30, func(n int) { d.statements(n, 3) })
		})
	}
	return d.Bytes()
}

// pick returns one of a list.
func pick[T any](d *drawer, list []T) T { return list[d.r.IntN(len(list))] }

// line writes a line at the indentation. An argument that is a number, or that has the name of a value in it,
// is left out of the key.
func (d *drawer) line(format string, args ...any) {
	d.WriteString(strings.Repeat("  ", d.indent))
	fmt.Fprintf(d, format+"\n", args...)
	if format[0] != '}' {
		d.ops++
	}
	d.key.WriteString(format)
	for _, a := range args {
		if text, ok := a.(string); ok && !strings.Contains(text, "%") {
			d.key.WriteString(" " + text)
		}
	}
	d.key.WriteByte('\n')
}

// define writes an operation with a result of a type.
func (d *drawer) define(typ, format string, args ...any) value {
	v := value{fmt.Sprintf("%%v%d", d.next), typ}
	d.next++
	d.line("%s = "+format, append([]any{v.name}, args...)...)
	d.values = append(d.values, v)
	return v
}

// distinct calls write until what it writes is like nothing that was written before. Write gets the length of
// the list.
func (d *drawer) distinct(least, most int, write func(n int)) {
	start, next, ops, values, memory := d.Len(), d.next, d.ops, len(d.values), len(d.memory)
	for {
		d.key.Reset()
		write(least + d.r.IntN(most-least+1))
		if key := d.key.String(); !d.seen[key] {
			d.seen[key] = true
			return
		}
		d.Truncate(start)
		d.next, d.ops, d.values, d.memory = next, ops, d.values[:values], d.memory[:memory]
		most++
	}
}

// scope writes a block of statements, whose values end with it.
func (d *drawer) scope(write func()) {
	values, memory := len(d.values), len(d.memory)
	d.indent++
	write()
	d.indent--
	d.values, d.memory = d.values[:values], d.memory[:memory]
}

// of returns a value of a type: one that is there, or a constant.
func (d *drawer) of(typ string) string {
	var found []value
	for _, v := range d.values {
		if v.typ == typ {
			found = append(found, v)
		}
	}
	if len(found) == 0 || len(found) < 3 && d.r.IntN(3) == 0 {
		return d.constant(typ).name
	}
	return pick(d, found).name
}

// constant writes a constant of a type.
func (d *drawer) constant(typ string) value {
	switch {
	case typ == "i1":
		return d.define(typ, "arith.constant %t", d.r.IntN(2) == 0)
	case typ[0] == 'f':
		return d.define(typ, "arith.constant %d.%d00000e+00 : %s", d.r.IntN(10), d.r.IntN(10), typ)
	case strings.HasPrefix(typ, "vector"):
		return d.define(typ, "arith.constant dense<%d.0> : %s", d.r.IntN(100), typ)
	}
	return d.define(typ, "arith.constant %d : %s", d.r.IntN(100), typ)
}

// statements writes n statements, with others inside of them to a depth.
func (d *drawer) statements(n, depth int) {
	for range n {
		d.statement(depth)
	}
}

func (d *drawer) statement(depth int) {
	switch k := d.r.IntN(20); {
	case k < 5:
		d.compute()
	case k < 7:
		d.compare()
	case k < 9:
		d.cast()
	case k < 12:
		d.load()
	case k < 15:
		d.store()
	case k < 16:
		d.constant(pick(d, numbers))
	case k < 17 && d.wide:
		d.other()
	case depth == 0:
		d.store()
	case k < 18:
		d.condition(depth)
	default:
		d.loop(depth)
	}
}

// compute writes an operation on two numbers.
func (d *drawer) compute() {
	t, ops := pick(d, integers), integerOps
	if d.r.IntN(2) == 0 {
		t, ops = pick(d, floats), floatOps
	}
	a, b := d.of(t), d.of(t)
	d.define(t, "%s %s, %s : %s", pick(d, ops), a, b, t)
}

// compare writes a comparison and perhaps a choice by it.
func (d *drawer) compare() {
	t := pick(d, numbers)
	op, order := "arith.cmpi", pick(d, orders)
	if t[0] == 'f' {
		op, order = "arith.cmpf", pick(d, relations)
	}
	a, b := d.of(t), d.of(t)
	c := d.define("i1", "%s %s, %s, %s : %s", op, order, a, b, t)
	if d.r.IntN(2) == 0 {
		d.define(t, "arith.select %s, %s, %s : %s", c.name, a, b, t)
	}
}

// cast writes a conversion between two types.
func (d *drawer) cast() {
	from, to := pick(d, numbers), pick(d, numbers)
	if from == to {
		from = "index"
	}
	op := conversion(from, to)
	if op == "" {
		return
	}
	v := d.of(from)
	d.define(to, "%s %s : %s to %s", op, v, from, to)
}

// conversion returns the operation that converts a type to another, "" where there is none.
func conversion(from, to string) string {
	isFloat := func(t string) bool { return t[0] == 'f' }
	wider := len(to) > len(from) || len(to) == len(from) && to > from // i8 < i16 < i32 < i64, f16 < f32 < f64
	switch {
	case from == "index" && isFloat(to):
		return ""
	case from == "index":
		return "arith.index_cast"
	case isFloat(from) && isFloat(to) && wider:
		return "arith.extf"
	case isFloat(from) && isFloat(to):
		return "arith.truncf"
	case isFloat(from):
		return "arith.fptosi"
	case isFloat(to):
		return "arith.sitofp"
	case wider:
		return "arith.extsi"
	}
	return "arith.trunci"
}

// subscripts returns so many values of type index.
func (d *drawer) subscripts(rank int) string {
	list := make([]string, rank)
	for i := range list {
		list[i] = d.of("index")
	}
	return strings.Join(list, ", ")
}

func (d *drawer) load() {
	m := pick(d, d.memory)
	at := d.subscripts(m.rank)
	d.define(m.elem, "memref.load %s[%s] : %s", m.name, at, m.typ)
}

func (d *drawer) store() {
	m := pick(d, d.memory)
	v, at := d.of(m.elem), d.subscripts(m.rank)
	d.line("memref.store %s, %s[%s] : %s", v, m.name, at, m.typ)
}

// condition writes a condition, of which every other one has a result.
func (d *drawer) condition(depth int) {
	c := d.of("i1")
	if d.r.IntN(2) == 0 {
		d.line("scf.if %s {", c)
		d.scope(func() {
			d.statements(1+d.r.IntN(3), depth-1)
			d.store()
		})
		d.line("}")
		d.ops++ // the terminator that the text leaves out
		return
	}
	t := pick(d, numbers)
	branch := func() {
		d.statements(d.r.IntN(3), depth-1)
		v := d.of(t)
		d.line("scf.yield %s : %s", v, t)
	}
	result := value{fmt.Sprintf("%%v%d", d.next), t}
	d.next++
	d.line("%s = scf.if %s -> (%s) {", result.name, c, t)
	d.scope(branch)
	d.line("} else {")
	d.scope(branch)
	d.line("}")
	d.values = append(d.values, result)
}

// loop writes a loop, of which every other one carries a value.
func (d *drawer) loop(depth int) {
	from, to, by := d.of("index"), d.of("index"), d.of("index")
	variable := value{fmt.Sprintf("%%i%d", d.next), "index"}
	d.next++
	if d.r.IntN(2) == 0 {
		d.line("scf.for %s = %s to %s step %s {", variable.name, from, to, by)
		d.scope(func() {
			d.values = append(d.values, variable)
			d.statements(1+d.r.IntN(3), depth-1)
			d.store()
		})
		d.line("}")
		d.ops++ // the terminator that the text leaves out
		return
	}
	t := pick(d, numbers)
	first := d.of(t)
	carried, result := value{fmt.Sprintf("%%a%d", d.next), t}, value{fmt.Sprintf("%%v%d", d.next), t}
	d.next++
	d.line("%s = scf.for %s = %s to %s step %s iter_args(%s = %s) -> (%s) {", result.name, variable.name,
		from, to, by, carried.name, first, t)
	d.scope(func() {
		d.values = append(d.values, variable, carried)
		d.statements(1+d.r.IntN(3), depth-1)
		v := d.of(t)
		d.line("scf.yield %s : %s", v, t)
	})
	d.line("}")
	d.values = append(d.values, result)
}

// other writes an operation of another dialect.
func (d *drawer) other() {
	switch d.r.IntN(5) {
	case 0:
		t := pick(d, floats)
		v := d.of(t)
		d.define(t, "%s %s : %s", pick(d, unaryOps), v, t)
	case 1:
		// an affine map takes no other values of type index here
		names := []string{"%n", "%c0", "%c1", "%c10"}
		a, b := pick(d, names), pick(d, names)
		d.define("index", "affine.apply affine_map<(d0)[s0] -> (d0 * %d + s0 floordiv %d)>(%s)[%s]",
			1+d.r.IntN(64), 1+d.r.IntN(16), a, b)
	case 2:
		t := fmt.Sprintf("vector<%dx%s>", 2<<d.r.IntN(4), pick(d, floats))
		a, b := d.of(t), d.of(t)
		d.define(t, "%s %s, %s fastmath<%s> : %s", pick(d, floatOps), a, b,
			pick(d, []string{"contract", "nnan", "reassoc", "fast"}), t)
	case 3:
		t := pick(d, floats)
		a, b, c := d.of(t), d.of(t), d.of(t)
		d.define(t, "math.fma %s, %s, %s {test.note = \"n%d\"} : %s", a, b, c, d.r.IntN(50), t)
	default:
		t := pick(d, integers)
		a, b := d.of(t), d.of(t)
		v := fmt.Sprintf("%%v%d", d.next)
		d.next++
		d.line("%s:2 = arith.addui_extended %s, %s : %s, i1", v, a, b, t)
		d.values = append(d.values, value{v + "#0", t}, value{v + "#1", "i1"})
	}
}

// function writes a function with arguments drawn at random, around a body.
func (d *drawer) function(name string, body func()) {
	d.values, d.memory, d.next = d.values[:0], d.memory[:0], 0
	var args []string
	arg := func(v value) { args = append(args, v.name+": "+v.typ) }
	for i := range 1 + d.r.IntN(3) {
		elem, rank := pick(d, numbers), 1+d.r.IntN(3)
		v := value{fmt.Sprintf("%%m%d", i), "memref<" + strings.Repeat("?x", rank) + elem + ">"}
		d.memory = append(d.memory, array{v, elem, rank})
		arg(v)
	}
	for i := range 1 + d.r.IntN(3) {
		v := value{fmt.Sprintf("%%x%d", i), pick(d, numbers)}
		d.values = append(d.values, v)
		arg(v)
	}
	n := value{"%n", "index"}
	d.values = append(d.values, n)
	arg(n)
	d.line("func.func @%s(%s) {", name, strings.Join(args, ", "))
	d.scope(func() {
		for _, k := range []int{0, 1, 10} {
			c := value{fmt.Sprintf("%%c%d", k), "index"}
			d.line("%s = arith.constant %d : index", c.name, k)
			d.values = append(d.values, c)
		}
		body()
		d.line("return")
	})
	d.line("}")
}
