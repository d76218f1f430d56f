package exporter_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/sim"
	"github.com/inflight-compiler/inflight/value"
)

// TestRandomMixed prints random programs with integers of all widths, casts between them and to index, loops
// over bounds of 64 bits, strided and shared buffers, loads with several uses and annotated loops, and reads
// them again, twice: they compute the same.
func TestRandomMixed(t *testing.T) {
	for seed := range uint64(passtest.Programs(150)) {
		m := &mixed{r: rand.New(rand.NewPCG(seed, 43)), values: map[string][]string{}}
		src := m.program()
		module := parse(t, "f.mlir", []byte(src))
		py := export(t, module)
		back := importText(t, py)
		again := importText(t, export(t, back))
		want := run(t, module, 3, sim.Sequential)
		if !slices.EqualFunc(want, run(t, back, 3, sim.Sequential), value.Value.Equal) {
			t.Fatalf("seed %d: the results differ\n%s\n%s\n%s", seed, py, src, mlir(back))
		}
		if !slices.EqualFunc(want, run(t, again, 3, sim.Sequential), value.Value.Equal) {
			t.Fatalf("seed %d: the second time the results differ\n%s\n%s", seed, py, mlir(again))
		}
	}
}

// mixed writes a program; values are the names of values by their type.
type mixed struct {
	r      *rand.Rand
	b      strings.Builder
	n      int
	values map[string][]string
	depth  int
}

// mixedBuffers are the memories of a program, by the type of the elements.
var mixedBuffers = []struct{ name, elem, typ string }{
	{"%A", "i8", "memref<8xi8>"}, {"%B", "i16", "memref<8xi16>"}, {"%C", "i32", "memref<8xi32>"},
	{"%D", "i64", "memref<8xi64>"},
	{"%E", "i32", "memref<8xi32, strided<[2], offset: 1>>"}, {"%S", "i32", "memref<8xi32, 3>"},
	{"%T", "i8", "memref<8xi8>"},
}

var mixedTypes = []string{"i8", "i16", "i32", "i64", "index"}

func (m *mixed) program() string {
	m.line(`func.func @f(%%A: memref<8xi8>, %%B: memref<8xi16>, %%C: memref<8xi32>, %%D: memref<8xi64>, ` +
		`%%T: memref<8xi8> {tvm.dtype = "uint8"}, %%W: memref<17xi32>, %%n: i64, %%k: i32) {`)
	m.line("  %%E = memref.subview %%W[1] [8] [2] : memref<17xi32> to memref<8xi32, strided<[2], offset: 1>>")
	m.line("  %%S = memref.alloc() : memref<8xi32, 3>")
	for i, c := range []string{"0", "1", "2", "3", "5", "8", "31", "-1"} {
		m.line("  %%c%d = arith.constant %s : index", i, c)
		m.values["index"] = append(m.values["index"], fmt.Sprintf("%%c%d", i))
	}
	m.line("  %%u = arith.index_cast %%n : i64 to index")
	m.line("  scf.for %%z = %%c0 to %%c4 step %%c1 {") // fills %S
	m.line("    %%x = arith.index_cast %%z : index to i32")
	m.line("    memref.store %%x, %%S[%%z] : memref<8xi32, 3>")
	m.line("    %%y = arith.addi %%z, %%c3 : index")
	m.line("    memref.store %%x, %%S[%%y] : memref<8xi32, 3>")
	m.line("  }")
	m.values["index"] = append(m.values["index"], "%u")
	m.values["i64"], m.values["i32"] = []string{"%n"}, []string{"%k"}
	for range 1 + m.r.IntN(3) {
		m.loop()
	}
	m.line("  return")
	m.line("}")
	return m.b.String()
}

func (m *mixed) line(format string, args ...any) { fmt.Fprintf(&m.b, format+"\n", args...) }

func (m *mixed) new(typ string) string {
	m.n++
	name := fmt.Sprintf("%%v%d", m.n)
	m.values[typ] = append(m.values[typ], name)
	return name
}

// loop writes a loop; what it defines is forgotten behind it.
func (m *mixed) loop() {
	saved := map[string][]string{}
	for t, list := range m.values {
		saved[t] = slices.Clone(list)
	}
	end := []string{"%c3", "%u", "%c2"}[m.r.IntN(3)]
	iv := m.new("index")
	m.line("  scf.for %s = %%c0 to %s step %%c1 {", iv, end)
	for range 3 + m.r.IntN(10) {
		m.operation()
	}
	m.store()
	if m.depth++; m.depth < 3 && m.r.IntN(3) == 0 {
		m.loop()
	}
	m.store()
	if m.r.IntN(3) == 0 {
		m.line("  } {pragma_note = %d : i32}", m.r.IntN(9))
	} else {
		m.line("  }")
	}
	m.values = saved
}

func (m *mixed) pick(typ string) string {
	list := m.values[typ]
	if len(list) == 0 || m.r.IntN(6) == 0 {
		if typ == "index" {
			return list[m.r.IntN(len(list))]
		}
		c := []int64{0, 1, -1, 2, 7, 100, -128}[m.r.IntN(7)]
		v := m.new(typ)
		m.line("    %s = arith.constant %d : %s", v, c, typ)
		return v
	}
	return list[m.r.IntN(len(list))]
}

// subscript returns an index of a buffer of 8 elements.
func (m *mixed) subscript() string {
	v := m.pick("index")
	s := m.new("index")
	m.line("    %s = arith.remui %s, %%c5 : index", s, v)
	return s
}

func (m *mixed) operation() {
	typ := mixedTypes[m.r.IntN(len(mixedTypes))]
	switch m.r.IntN(9) {
	case 0, 1:
		b := mixedBuffers[m.r.IntN(len(mixedBuffers))]
		s := m.subscript()
		m.line("    %s = memref.load %s[%s] : %s", m.new(b.elem), b.name, s, b.typ)
	case 2, 3:
		m.cast()
	case 4:
		m.counted(typ)
	case 5:
		m.divided(typ)
	case 6:
		m.chosen(typ)
	default:
		op := []string{"addi", "subi", "muli", "andi", "ori", "xori", "maxsi", "minsi", "maxui",
			"minui"}[m.r.IntN(10)]
		x, y := m.pick(typ), m.pick(typ)
		m.line("    %s = arith.%s %s, %s : %s", m.new(typ), op, x, y, typ)
	}
}

func (m *mixed) cast() {
	from, to := mixedTypes[m.r.IntN(5)], mixedTypes[m.r.IntN(5)]
	x := m.pick(from)
	a, b := slices.Index(mixedTypes, from), slices.Index(mixedTypes, to)
	op := ""
	switch {
	case a == b:
		return
	case from == "index" || to == "index":
		op = []string{"index_cast", "index_castui"}[m.r.IntN(2)]
	case a < b:
		op = []string{"extsi", "extui"}[m.r.IntN(2)]
	default:
		op = "trunci"
	}
	m.line("    %s = arith.%s %s : %s to %s", m.new(to), op, x, from, to)
}

// counted writes an operation that sees the width of its operand.
func (m *mixed) counted(typ string) {
	x := m.pick(typ)
	switch m.r.IntN(4) {
	case 0:
		m.line("    %s = math.ctlz %s : %s", m.new(typ), x, typ)
	case 1:
		m.line("    %s = math.ctpop %s : %s", m.new(typ), x, typ)
	default:
		m.n++
		by := fmt.Sprintf("%%v%d", m.n)
		m.line("    %s = arith.constant %d : %s", by, m.r.IntN(8), typ)
		m.line("    %s = arith.%s %s, %s : %s", m.new(typ), []string{"shli", "shrsi", "shrui"}[m.r.IntN(3)],
			x, by, typ)
	}
}

// divided writes a division by what is positive.
func (m *mixed) divided(typ string) {
	x := m.pick(typ)
	m.n++
	by := fmt.Sprintf("%%v%d", m.n)
	m.line("    %s = arith.constant %d : %s", by, 1+m.r.IntN(9), typ)
	op := []string{"divsi", "divui", "remsi", "remui", "floordivsi", "ceildivsi"}[m.r.IntN(6)]
	m.line("    %s = arith.%s %s, %s : %s", m.new(typ), op, x, by, typ)
}

func (m *mixed) chosen(typ string) {
	x, y := m.pick(typ), m.pick(typ)
	m.n++
	c := fmt.Sprintf("%%v%d", m.n)
	m.line("    %s = arith.cmpi %s, %s, %s : %s", c, []string{"slt", "ult", "eq", "sge", "uge"}[m.r.IntN(5)],
		x, y, typ)
	m.line("    %s = arith.select %s, %s, %s : %s", m.new(typ), c, x, y, typ)
}

func (m *mixed) store() {
	b := mixedBuffers[m.r.IntN(len(mixedBuffers))]
	v := m.pick(b.elem)
	s := m.subscript()
	m.line("    memref.store %s, %s[%s] : %s", v, b.name, s, b.typ)
}
