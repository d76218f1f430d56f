package exec_test

import (
	"encoding/binary"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/exec"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/tools"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim"
)

// integers are the operands of an operation as numbers of some width: u without a sign, s with one.
type integers struct {
	w    uint
	u, s [2]*big.Int
}

// exactly is an integer operation: its text with %a and what its second operand is, and its result by the
// mathematics of numbers of any size. The second operand is %b, any number; %d, a divisor that is not 0 and
// does not overflow; or %n, less than the width: what is undefined otherwise is not asked.
type exactly struct {
	text   string
	second string
	result string // "TYPE", or "i1"
	of     func(x integers) *big.Int
}

func number(n int) *big.Int { return big.NewInt(int64(n)) }

func truth(b bool) *big.Int {
	if b {
		return number(1)
	}
	return number(0)
}

// floor is x / y rounded down, ceil rounded up, for any signs.
func floor(x, y *big.Int) *big.Int {
	q, r := new(big.Int).QuoRem(x, y, new(big.Int))
	if r.Sign() != 0 && r.Sign() != y.Sign() {
		q.Sub(q, number(1))
	}
	return q
}

func ceil(x, y *big.Int) *big.Int { return new(big.Int).Neg(floor(new(big.Int).Neg(x), y)) }

func lesser(x, y *big.Int) *big.Int {
	if x.Cmp(y) < 0 {
		return x
	}
	return y
}

func greater(x, y *big.Int) *big.Int {
	if x.Cmp(y) > 0 {
		return x
	}
	return y
}

func high(x, y *big.Int, w uint) *big.Int {
	p := new(big.Int).Mul(x, y)
	return p.Rsh(p, w)
}

// integerTable are all the integer operations of arith and math that have one result of one width.
func integerTable() []exactly {
	var table []exactly
	add := func(name, second string, of func(x integers) *big.Int) {
		table = append(table, exactly{"%r = " + name + " %a, " + second + " : TYPE", second, "TYPE", of})
	}
	fresh := func(f func(z, x, y *big.Int) *big.Int, signed bool) func(x integers) *big.Int {
		return func(x integers) *big.Int {
			if signed {
				return f(new(big.Int), x.s[0], x.s[1])
			}
			return f(new(big.Int), x.u[0], x.u[1])
		}
	}
	add("arith.addi", "%b", fresh((*big.Int).Add, false))
	add("arith.subi", "%b", fresh((*big.Int).Sub, false))
	add("arith.muli", "%b", fresh((*big.Int).Mul, false))
	add("arith.andi", "%b", fresh((*big.Int).And, false))
	add("arith.ori", "%b", fresh((*big.Int).Or, false))
	add("arith.xori", "%b", fresh((*big.Int).Xor, false))
	add("arith.divsi", "%d", fresh((*big.Int).Quo, true))
	add("arith.remsi", "%d", fresh((*big.Int).Rem, true))
	add("arith.divui", "%d", fresh((*big.Int).Quo, false))
	add("arith.remui", "%d", fresh((*big.Int).Rem, false))
	add("arith.floordivsi", "%d", func(x integers) *big.Int { return floor(x.s[0], x.s[1]) })
	add("arith.ceildivsi", "%d", func(x integers) *big.Int { return ceil(x.s[0], x.s[1]) })
	add("arith.ceildivui", "%d", func(x integers) *big.Int { return ceil(x.u[0], x.u[1]) })
	add("arith.minsi", "%b", func(x integers) *big.Int { return lesser(x.s[0], x.s[1]) })
	add("arith.maxsi", "%b", func(x integers) *big.Int { return greater(x.s[0], x.s[1]) })
	add("arith.minui", "%b", func(x integers) *big.Int { return lesser(x.u[0], x.u[1]) })
	add("arith.maxui", "%b", func(x integers) *big.Int { return greater(x.u[0], x.u[1]) })
	add("arith.shli", "%n", func(x integers) *big.Int { return new(big.Int).Lsh(x.u[0], uint(x.u[1].Uint64())) })
	add("arith.shrsi", "%n", func(x integers) *big.Int { return new(big.Int).Rsh(x.s[0], uint(x.u[1].Uint64())) })
	add("arith.shrui", "%n", func(x integers) *big.Int { return new(big.Int).Rsh(x.u[0], uint(x.u[1].Uint64())) })
	return append(append(table, countsAndHalves()...), comparisons()...)
}

// countsAndHalves are the operations on one number, and those with two results.
func countsAndHalves() []exactly {
	return []exactly{
		{"%r = math.absi %a : TYPE", "%b", "TYPE", func(x integers) *big.Int { return new(big.Int).Abs(x.s[0]) }},
		{"%r = math.ctlz %a : TYPE", "%b", "TYPE", func(x integers) *big.Int { return number(int(x.w) - x.u[0].BitLen()) }},
		{"%r = math.cttz %a : TYPE", "%b", "TYPE", func(x integers) *big.Int {
			if x.u[0].Sign() == 0 {
				return number(int(x.w))
			}
			return number(int(x.u[0].TrailingZeroBits()))
		}},
		{"%r = math.ctpop %a : TYPE", "%b", "TYPE", func(x integers) *big.Int {
			n := 0
			for i := range int(x.w) {
				n += int(x.u[0].Bit(i))
			}
			return number(n)
		}},
		{"%p, %r = arith.mului_extended %a, %b : TYPE", "%b", "TYPE", func(x integers) *big.Int { return high(x.u[0], x.u[1], x.w) }},
		{"%p, %r = arith.mulsi_extended %a, %b : TYPE", "%b", "TYPE", func(x integers) *big.Int { return high(x.s[0], x.s[1], x.w) }},
		{"%p, %r = arith.addui_extended %a, %b : TYPE, i1", "%b", "i1", func(x integers) *big.Int {
			sum := new(big.Int).Add(x.u[0], x.u[1])
			return sum.Rsh(sum, x.w)
		}},
	}
}

func comparisons() []exactly {
	var table []exactly
	for name, of := range map[string]func(order int) bool{
		"eq": func(o int) bool { return o == 0 }, "ne": func(o int) bool { return o != 0 }, "lt": func(o int) bool { return o < 0 },
		"le": func(o int) bool { return o <= 0 }, "gt": func(o int) bool { return o > 0 }, "ge": func(o int) bool { return o >= 0 },
	} {
		if name == "eq" || name == "ne" {
			table = append(table, exactly{"%r = arith.cmpi " + name + ", %a, %b : TYPE", "%b", "i1",
				func(x integers) *big.Int { return truth(of(x.u[0].Cmp(x.u[1]))) }})
			continue
		}
		table = append(table,
			exactly{"%r = arith.cmpi s" + name + ", %a, %b : TYPE", "%b", "i1", func(x integers) *big.Int { return truth(of(x.s[0].Cmp(x.s[1]))) }},
			exactly{"%r = arith.cmpi u" + name + ", %a, %b : TYPE", "%b", "i1", func(x integers) *big.Int { return truth(of(x.u[0].Cmp(x.u[1]))) }})
	}
	return table
}

// integerWidths are the types that operations are tried in. Those of memory are i64.
var integerWidths = map[string]uint{
	"i1": 1, "i2": 2, "i5": 5, "i8": 8, "i16": 16, "i24": 24, "i31": 31, "i32": 32, "i33": 33, "i48": 48, "i63": 63, "i64": 64, "index": 64,
}

// integerProgram computes every operation of a table in a type on each of some operands; all results are i64
// without a sign.
func integerProgram(table []exactly, typ string, count int) string {
	var b strings.Builder
	operands := fmt.Sprintf("memref<%dxi64>", count)
	fmt.Fprintf(&b, "func.func @f(%%A: %[1]s, %%B: %[1]s, %%D: %[1]s, %%N: %[1]s, %%R: memref<%[2]dx%[3]dxi64>) {\n", operands, len(table), count)
	fmt.Fprintf(&b, "%%c0 = arith.constant 0 : index\n%%c1 = arith.constant 1 : index\n%%n = arith.constant %d : index\n", count)
	b.WriteString("scf.for %i = %c0 to %n step %c1 {\n")
	for _, name := range []string{"a", "b", "d", "n"} {
		fmt.Fprintf(&b, "%%%[1]s64 = memref.load %%%[2]s[%%i] : %[3]s\n", name, strings.ToUpper(name), operands)
		fmt.Fprintf(&b, "%%%[1]sT = %[2]s\n", name, converted("%"+name+"64", "i64", typ))
	}
	for k, o := range table {
		text := strings.NewReplacer("%a", "%aT", "%b", "%bT", "%d", "%dT", "%n", "%nT", "%r", fmt.Sprintf("%%r%d", k),
			"%p", fmt.Sprintf("%%p%d", k), "TYPE", typ).Replace(o.text)
		result := strings.ReplaceAll(o.result, "TYPE", typ)
		fmt.Fprintf(&b, "%s\n%%w%d = %s\n", text, k, converted(fmt.Sprintf("%%r%d", k), result, "i64"))
		fmt.Fprintf(&b, "%%k%[1]d = arith.constant %[1]d : index\nmemref.store %%w%[1]d, %%R[%%k%[1]d, %%i] : memref<%[2]dx%[3]dxi64>\n", k, len(table), count)
	}
	return b.String() + "}\nreturn\n}\n"
}

// converted is the operation that makes a number of another type, without its sign.
func converted(v, from, to string) string {
	name := "arith.extui"
	switch {
	case from == to:
		return "arith.addi " + v + ", %zero" + from + " : " + from
	case from == "index" || to == "index":
		name = "arith.index_castui"
	case integerWidths[from] > integerWidths[to]:
		name = "arith.trunci"
	}
	return name + " " + v + " : " + from + " to " + to
}

// All integer operations at all widths have the results that arithmetic on numbers of any size gives them, on
// every engine.
func TestIntegersAreExact(t *testing.T) {
	for _, engine := range []string{"sim", "wasm", "native"} {
		t.Run(engine, func(t *testing.T) {
			if engine == "native" {
				tools.Require(t, "clang")
			}
			for typ, w := range integerWidths {
				if engine == "native" && passtest.Programs(1) == 1 && typ != "i5" && typ != "i32" && typ != "index" {
					continue // clang takes a second for each
				}
				t.Run(typ, func(t *testing.T) { checkIntegers(t, engine, typ, w) })
			}
		})
	}
}

func checkIntegers(t *testing.T, engine, typ string, w uint) {
	table := integerTable()
	if w == 1 { // the only divisor is -1, by which only 0 can be divided
		table = slices.DeleteFunc(table, func(o exactly) bool { return o.second == "%d" })
	}
	columns := integerOperands(w, rand.New(rand.NewPCG(uint64(w), 5)))
	count := len(columns[0])
	source := strings.Replace(integerProgram(table, typ, count), "scf.for", "%zeroi64 = arith.constant 0 : i64\nscf.for", 1)
	m := parseModule(t, source)
	var args []sim.Value
	for _, column := range columns {
		args = append(args, sim.Memory(words(t, m, column, []int64{int64(count)})))
	}
	result := words(t, m, make([]uint64, len(table)*count), []int64{int64(len(table)), int64(count)})
	e, err := exec.Lookup(engine)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Run(tools.Context(t), m, "f", append(args, sim.Memory(result)), exec.Options{}); err != nil {
		t.Fatal(err)
	}
	for k, o := range table {
		second := map[string]int{"%b": 1, "%d": 2, "%n": 3}[o.second]
		for i := range count {
			x := operandsOf(w, columns[0][i], columns[second][i])
			want := new(big.Int).Mod(o.of(x), new(big.Int).Lsh(number(1), resultWidth(o, w))).Uint64()
			if got := binary.LittleEndian.Uint64(result.Data[8*(k*count+i):]); got != want {
				t.Errorf("%s of %s, %s is %#x, want %#x", o.text, x.s[0], x.s[1], got, want)
				break
			}
		}
	}
}

func resultWidth(o exactly, w uint) uint {
	if o.result == "i1" {
		return 1
	}
	return w
}

func operandsOf(w uint, a, b uint64) integers {
	x := integers{w: w}
	for i, v := range []uint64{a, b} {
		x.u[i] = new(big.Int).SetUint64(v)
		x.s[i] = x.u[i]
		if v>>(w-1)&1 != 0 {
			x.s[i] = new(big.Int).Sub(x.u[i], new(big.Int).Lsh(number(1), w))
		}
	}
	return x
}

// integerOperands are numbers of a width, as many of each column: any, any, divisors, and shift counts. Edges
// come first.
func integerOperands(w uint, r *rand.Rand) [4][]uint64 {
	mask := ^uint64(0) >> (64 - w)
	least := uint64(1) << (w - 1)
	edges := []uint64{0, 1, mask, least, least - 1, least + 1, 2, 3, mask - 1}
	any := func() uint64 { return r.Uint64() >> r.UintN(64) & mask }
	var columns [4][]uint64
	add := func(a, b uint64) {
		d := b
		if d == 0 || a == least&mask && d == mask {
			d = 1
		}
		for i, v := range []uint64{a, b, d, r.Uint64N(uint64(w))} {
			columns[i] = append(columns[i], v&mask)
		}
	}
	for _, a := range edges {
		for _, b := range edges {
			add(a&mask, b&mask)
		}
	}
	for range 150 {
		add(any(), any())
	}
	return columns
}

// words makes a memref of i64.
func words(t *testing.T, m *ir.Op, values []uint64, shape []int64) *sim.Buffer {
	t.Helper()
	c := m.Context()
	b, err := sim.NewBuffer(c.MemRef(shape, c.I64, nil, nil), shape)
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range values {
		binary.LittleEndian.PutUint64(b.Data[8*i:], v)
	}
	return b
}
