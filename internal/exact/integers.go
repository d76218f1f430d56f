package exact

import (
	"maps"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
)

// Widths are the integer types that operations are tried in, with how many bits they have. An index has 64.
var Widths = map[string]uint{
	"i1": 1, "i2": 2, "i5": 5, "i8": 8, "i16": 16, "i24": 24, "i31": 31, "i32": 32, "i33": 33, "i48": 48,
	"i63": 63, "i64": 64, "index": 64,
}

// integers are the operands of an operation as numbers of some width: u without a sign, s with one.
type integers struct {
	w    uint
	u, s [2]*big.Int
}

// integerOperation is an integer operation: its text with %a and what its second operand is, and its result
// by the mathematics of numbers of any size. The second operand is %b, any number; %d, a divisor that is not
// 0 and has a quotient of the type; %e, one that is not 0; or %n, less than the width.
type integerOperation struct {
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
func integerTable() []integerOperation {
	var table []integerOperation
	add := func(name, second string, of func(x integers) *big.Int) {
		table = append(table,
			integerOperation{"%v = " + name + " %a, " + second + " : TYPE", second, "TYPE", of})
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
	add("arith.remsi", "%e", fresh((*big.Int).Rem, true))
	add("arith.divui", "%d", fresh((*big.Int).Quo, false))
	add("arith.remui", "%d", fresh((*big.Int).Rem, false))
	add("arith.floordivsi", "%d", func(x integers) *big.Int { return floor(x.s[0], x.s[1]) })
	add("arith.ceildivsi", "%d", func(x integers) *big.Int { return ceil(x.s[0], x.s[1]) })
	add("arith.ceildivui", "%d", func(x integers) *big.Int { return ceil(x.u[0], x.u[1]) })
	add("arith.minsi", "%b", func(x integers) *big.Int { return lesser(x.s[0], x.s[1]) })
	add("arith.maxsi", "%b", func(x integers) *big.Int { return greater(x.s[0], x.s[1]) })
	add("arith.minui", "%b", func(x integers) *big.Int { return lesser(x.u[0], x.u[1]) })
	add("arith.maxui", "%b", func(x integers) *big.Int { return greater(x.u[0], x.u[1]) })
	add("arith.shli", "%b", func(x integers) *big.Int { return new(big.Int).Lsh(x.u[0], distance(x)) })
	add("arith.shrsi", "%b", func(x integers) *big.Int { return new(big.Int).Rsh(x.s[0], distance(x)) })
	add("arith.shrui", "%b", func(x integers) *big.Int { return new(big.Int).Rsh(x.u[0], distance(x)) })
	add("arith.shli", "%n", func(x integers) *big.Int { return new(big.Int).Lsh(x.u[0], distance(x)) })
	add("arith.shrsi", "%n", func(x integers) *big.Int { return new(big.Int).Rsh(x.s[0], distance(x)) })
	add("arith.shrui", "%n", func(x integers) *big.Int { return new(big.Int).Rsh(x.u[0], distance(x)) })
	add("math.ipowi", "%n", func(x integers) *big.Int { return new(big.Int).Exp(x.s[0], x.u[1], nil) })
	return append(append(table, countsAndHalves()...), comparisons()...)
}

// distance is how far a shift goes. MLIR gives shifts by the width and more no result; here nothing is left
// of the number, but the sign.
func distance(x integers) uint { return uint(min(x.u[1].Uint64(), uint64(x.w))) }

// countsAndHalves are the operations on one number, and those with two results.
func countsAndHalves() []integerOperation {
	return []integerOperation{
		{"%v = math.absi %a : TYPE", "%b", "TYPE", func(x integers) *big.Int {
			return new(big.Int).Abs(x.s[0])
		}},
		{"%v = math.ctlz %a : TYPE", "%b", "TYPE", func(x integers) *big.Int {
			return number(int(x.w) - x.u[0].BitLen())
		}},
		{"%v = math.cttz %a : TYPE", "%b", "TYPE", func(x integers) *big.Int {
			if x.u[0].Sign() == 0 {
				return number(int(x.w))
			}
			return number(int(x.u[0].TrailingZeroBits()))
		}},
		{"%v = math.ctpop %a : TYPE", "%b", "TYPE", func(x integers) *big.Int {
			n := 0
			for i := range int(x.w) {
				n += int(x.u[0].Bit(i))
			}
			return number(n)
		}},
		{"%p, %v = arith.mului_extended %a, %b : TYPE", "%b", "TYPE", func(x integers) *big.Int {
			return high(x.u[0], x.u[1], x.w)
		}},
		{"%p, %v = arith.mulsi_extended %a, %b : TYPE", "%b", "TYPE", func(x integers) *big.Int {
			return high(x.s[0], x.s[1], x.w)
		}},
		{"%p, %v = arith.addui_extended %a, %b : TYPE, i1", "%b", "i1", func(x integers) *big.Int {
			sum := new(big.Int).Add(x.u[0], x.u[1])
			return sum.Rsh(sum, x.w)
		}},
	}
}

// orders are the comparisons of two numbers, by their order: -1, 0 or 1.
var orders = map[string]func(order int) bool{
	"eq": func(o int) bool { return o == 0 }, "ne": func(o int) bool {
		return o != 0
	}, "lt": func(o int) bool { return o < 0 },
	"le": func(o int) bool { return o <= 0 }, "gt": func(o int) bool {
		return o > 0
	}, "ge": func(o int) bool { return o >= 0 },
}

func comparisons() []integerOperation {
	var table []integerOperation
	add := func(predicate string, of func(x integers) bool) {
		table = append(table, integerOperation{"%v = arith.cmpi " + predicate + ", %a, %b : TYPE", "%b", "i1",
			func(x integers) *big.Int { return truth(of(x)) }})
	}
	for _, name := range slices.Sorted(maps.Keys(orders)) {
		of := orders[name]
		if name == "eq" || name == "ne" {
			add(name, func(x integers) bool { return of(x.u[0].Cmp(x.u[1])) })
			continue
		}
		add("s"+name, func(x integers) bool { return of(x.s[0].Cmp(x.s[1])) })
		add("u"+name, func(x integers) bool { return of(x.u[0].Cmp(x.u[1])) })
	}
	return table
}

// Integers has all integer operations in a type of Widths.
func Integers(typ string) *Suite {
	w := Widths[typ]
	s := &Suite{Columns: integerOperands(w, rand.New(rand.NewPCG(uint64(w), 5)))}
	for _, o := range integerTable() {
		if w == 1 && o.second == "%d" {
			continue // the only divisor is -1, by which only 0 can be divided
		}
		second := map[string]int{"%b": 1, "%d": 2, "%n": 3, "%e": 4}[o.second]
		result := strings.ReplaceAll(o.result, "TYPE", typ)
		code := converted("%_a", "%x0", "i64", typ) +
			converted("%_b", "%x"+string(rune('0'+second)), "i64", typ) +
			strings.NewReplacer("%a", "%_a", o.second, "%_b", "%v", "%_v", "%p", "%_p", "TYPE",
				typ).Replace(o.text) + "\n" +
			converted("%r", "%_v", result, "i64")
		row := Row{Name: strings.ReplaceAll(o.text, "TYPE", typ), Code: code}
		for i := range s.Count() {
			value := o.of(operandsOf(w, s.Columns[0][i], s.Columns[second][i]))
			row.Want = append(row.Want, modulo(value, Widths[result]))
		}
		s.Rows = append(s.Rows, row)
	}
	return s
}

// modulo is a number as one of a width, without its sign.
func modulo(v *big.Int, w uint) uint64 {
	return new(big.Int).Mod(v, new(big.Int).Lsh(number(1), w)).Uint64()
}

// converted is the operation that makes a number of another type, without its sign.
func converted(result, v, from, to string) string {
	name := "arith.extui"
	switch {
	case from == to:
		return result + " = arith.ori " + v + ", " + v + " : " + from + "\n"
	case from == "index" || to == "index":
		name = "arith.index_castui"
	case Widths[from] > Widths[to]:
		name = "arith.trunci"
	}
	return result + " = " + name + " " + v + " : " + from + " to " + to + "\n"
}

func operandsOf(w uint, a, b uint64) integers {
	x := integers{w: w}
	for i, v := range []uint64{a, b} {
		x.u[i] = new(big.Int).SetUint64(v)
		x.s[i] = signed(v, w)
	}
	return x
}

// signed is a number of a width with its sign.
func signed(v uint64, w uint) *big.Int {
	n := new(big.Int).SetUint64(v)
	if v>>(w-1)&1 != 0 {
		n.Sub(n, new(big.Int).Lsh(number(1), w))
	}
	return n
}

// integerOperands are numbers of a width, as many of each column: any, any, divisors, shift counts, and
// divisors of remainders. Edges come first.
func integerOperands(w uint, r *rand.Rand) [][]uint64 {
	mask := ^uint64(0) >> (64 - w)
	least := uint64(1) << (w - 1)
	edges := []uint64{0, 1, mask, least, least - 1, least + 1, 2, 3, mask - 1}
	any := func() uint64 { return r.Uint64() >> r.UintN(64) & mask }
	columns := make([][]uint64, 5)
	add := func(a, b uint64) {
		d := b
		if d == 0 || a == least&mask && d == mask {
			d = 1
		}
		for i, v := range []uint64{a, b, d, r.Uint64N(uint64(w)), max(b, 1)} {
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
