package exact

import (
	"encoding/binary"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
)

// dtype is an integer dtype of TVM.
type dtype struct {
	bits   uint
	signed bool
}

func (d dtype) String() string {
	if d.signed {
		return fmt.Sprintf("int%d", d.bits)
	}
	return fmt.Sprintf("uint%d", d.bits)
}

var dtypes = []dtype{{8, true}, {16, true}, {32, true}, {64, true}, {8, false}, {16, false}, {32, false},
	{64, false}}

// promoted is the dtype of an operation on two, as TVM has it: the wider one, of one width the unsigned one.
func promoted(a, b dtype) dtype {
	if b.bits > a.bits || b.bits == a.bits && !b.signed {
		return b
	}
	return a
}

// wrap is a number as one of the dtype.
func (d dtype) wrap(v *big.Int) *big.Int {
	whole := new(big.Int).Lsh(big.NewInt(1), d.bits)
	r := new(big.Int).Mod(v, whole)
	if d.signed && r.Bit(int(d.bits)-1) == 1 {
		r.Sub(r, whole)
	}
	return r
}

// meaning is an operation of TVMScript on a, of one dtype, and b or another operand of a second one, by the
// mathematics of its result before that is wrapped to the dtype that it has.
type meaning struct {
	text   string
	other  string // the second operand: b, any number; d, a divisor; n, less than all widths
	of     func(p dtype, x, y *big.Int) *big.Int
	result func(a, b dtype) dtype // nil for that of the promotion
}

func ofFirst(a, _ dtype) dtype { return a }
func ofInt32(_, _ dtype) dtype { return dtype{32, true} }

// ones is how many digits of a number are 1, in the bits of a dtype.
func ones(p dtype, x *big.Int) int {
	n := 0
	for i := range int(p.bits) {
		n += bitAt(x, i)
	}
	return n
}

// bitAt is a digit of the two's complement of a number.
func bitAt(x *big.Int, i int) int {
	return int(new(big.Int).Rsh(x, uint(i)).Bit(0))
}

// arithmetic is the table of operations.
func arithmetic() []meaning {
	big2 := func(f func(z, x, y *big.Int) *big.Int) func(dtype, *big.Int, *big.Int) *big.Int {
		return func(_ dtype, x, y *big.Int) *big.Int { return f(new(big.Int), x, y) }
	}
	table := []meaning{
		{"a + b", "b", big2((*big.Int).Add), nil}, {"a - b", "b", big2((*big.Int).Sub), nil},
		{"a * b", "b", big2((*big.Int).Mul), nil},
		{"a & b", "b", big2((*big.Int).And), nil}, {"a | b", "b", big2((*big.Int).Or), nil},
		{"a ^ b", "b", big2((*big.Int).Xor), nil},
		{"T.truncdiv(a, d)", "d", big2((*big.Int).Quo), nil},
		{"T.truncmod(a, d)", "d", big2((*big.Int).Rem), nil},
		{"a // d", "d", func(_ dtype, x, y *big.Int) *big.Int { return floor(x, y) }, nil},
		{"a % d", "d", func(_ dtype, x, y *big.Int) *big.Int {
			return new(big.Int).Sub(x, new(big.Int).Mul(floor(x, y), y))
		}, nil},
		{"T.min(a, b)", "b", func(_ dtype, x, y *big.Int) *big.Int { return lesser(x, y) }, nil},
		{"T.max(a, b)", "b", func(_ dtype, x, y *big.Int) *big.Int { return greater(x, y) }, nil},
		{"a << n", "n", func(_ dtype, x, y *big.Int) *big.Int {
			return new(big.Int).Lsh(x, uint(y.Uint64()))
		}, nil},
		{"a >> n", "n", func(_ dtype, x, y *big.Int) *big.Int {
			return new(big.Int).Rsh(x, uint(y.Uint64()))
		}, nil},
		{"~a", "a", func(_ dtype, x, _ *big.Int) *big.Int { return new(big.Int).Not(x) }, ofFirst},
		{"-a", "a", func(_ dtype, x, _ *big.Int) *big.Int { return new(big.Int).Neg(x) }, ofFirst},
		{"T.popcount(a)", "a", func(p dtype, x, _ *big.Int) *big.Int {
			return big.NewInt(int64(ones(p, x)))
		}, ofFirst},
		{"T.clz(a)", "a", func(p dtype, x, _ *big.Int) *big.Int {
			n := int64(0)
			for n < int64(p.bits) && bitAt(x, int(p.bits)-1-int(n)) == 0 {
				n++
			}
			return big.NewInt(n)
		}, ofInt32},
	}
	for _, c := range [][2]string{{"==", "eq"}, {"!=", "ne"}, {"<", "lt"}, {"<=", "le"}, {">", "gt"},
		{">=", "ge"}} {
		symbol, of := c[0], orders[c[1]]
		table = append(table, meaning{"a " + symbol + " b", "b",
			func(_ dtype, x, y *big.Int) *big.Int { return truth(of(x.Cmp(y))) }, ofInt32})
	}
	for _, to := range dtypes {
		table = append(table, meaning{`T.Cast("` + to.String() + `", a)`, "a",
			func(_ dtype, x, _ *big.Int) *big.Int { return x }, func(_, _ dtype) dtype { return to }})
	}
	return table
}

// Dtypes are the names of TVM's integer dtypes.
func Dtypes() []string {
	var names []string
	for _, d := range dtypes {
		names = append(names, d.String())
	}
	return names
}

const operandCount = 40

// Script is a table of what TVMScript writes with integers of two dtypes, with operands of those dtypes.
type Script struct {
	Suite
	// Sizes are how many bytes an operand of each column has.
	Sizes []int

	a, b dtype
}

// OfDtypes has every operation on integers of two dtypes, with the results that numbers of any size and TVM's
// rules of promotion give it.
func OfDtypes(first, second string, r *rand.Rand) *Script {
	named := func(name string) dtype {
		return dtypes[slices.IndexFunc(dtypes, func(d dtype) bool { return d.String() == name })]
	}
	s := &Script{a: named(first), b: named(second)}
	operands := map[string][]*big.Int{}
	for range operandCount {
		x, y := anyOf(s.a, r), anyOf(s.b, r)
		operands["a"], operands["b"] = append(operands["a"], x), append(operands["b"], y)
		operands["d"] = append(operands["d"], divisor(s.b, y))
		operands["n"] = append(operands["n"], big.NewInt(r.Int64N(int64(promoted(s.a, s.b).bits))))
	}
	for _, name := range []string{"a", "b", "d", "n"} {
		d := s.b
		if name == "a" {
			d = s.a
		}
		var column []uint64
		for _, v := range operands[name] {
			column = append(column, modulo(v, d.bits))
		}
		s.Columns, s.Sizes = append(s.Columns, column), append(s.Sizes, int(d.bits/8))
	}
	for _, m := range arithmetic() {
		s.Rows = append(s.Rows, m.row(s.a, s.b, operands))
	}
	return s
}

// row has the results of an operation, extended to 64 bits as TVM extends them.
func (m meaning) row(a, b dtype, operands map[string][]*big.Int) Row {
	p := promoted(a, b)
	if m.other == "a" {
		p = a
	}
	to := p
	if m.result != nil {
		to = m.result(a, b)
	}
	row := Row{Name: fmt.Sprintf("%s for a, b : %s, %s", m.text, a, b)}
	for i := range operandCount {
		x, y := p.wrap(operands["a"][i]), p.wrap(operands[m.other][i])
		row.Want = append(row.Want, modulo(to.wrap(m.of(p, x, y)), 64))
	}
	return row
}

// Source is a function f of the columns and of memory for the results, as TVMScript: with a loop, or with a
// block of one thread for each operand.
func (s *Script) Source(threads bool) string {
	loop := fmt.Sprintf("range(%d)", operandCount)
	if threads {
		loop = fmt.Sprintf("T.thread_binding(%d, thread=\"blockIdx.x\")", operandCount)
	}
	var source strings.Builder
	fmt.Fprintf(&source,
		"from tvm.script import tirx as T\n\n@T.prim_func\ndef f(A: T.Buffer((%[1]d,), \"%[2]s\"), B: "+
			"T.Buffer((%[1]d,), \"%[3]s\"), "+
			"D: T.Buffer((%[1]d,), \"%[3]s\"), N: T.Buffer((%[1]d,), \"%[3]s\"), R: T.Buffer((%[4]d, "+
			"%[1]d), "+
			"\"int64\")):\n    for i in %[5]s:\n",
		operandCount, s.a, s.b, len(s.Rows), loop)
	replace := strings.NewReplacer("a", "A[i]", "b", "B[i]", "d", "D[i]", "n", "N[i]")
	for k, m := range arithmetic() {
		text := replace.Replace(m.text)
		if head, args, isCall := strings.Cut(m.text, "("); isCall {
			text = head + "(" + replaceOperands(args, replace)
		}
		fmt.Fprintf(&source, "        R[%d, i] = %s\n", k, text)
	}
	return source.String()
}

// Memory is a column as it stands in memory.
func (s *Script) Memory(column int) []byte {
	var b []byte
	for _, v := range s.Columns[column] {
		b = append(b, binary.LittleEndian.AppendUint64(nil, v)[:s.Sizes[column]]...)
	}
	return b
}

// replaceOperands replaces the names of operands behind the bracket of a call, of which they are the last
// letters.
func replaceOperands(args string, replace *strings.Replacer) string {
	parts := strings.Split(strings.TrimSuffix(args, ")"), ", ")
	for i, p := range parts {
		if len(p) == 1 {
			parts[i] = replace.Replace(p)
		}
	}
	return strings.Join(parts, ", ") + ")"
}

// anyOf is a number of a dtype, often one at its limits.
func anyOf(d dtype, r *rand.Rand) *big.Int {
	v := new(big.Int).SetUint64(r.Uint64() >> r.UintN(64))
	switch r.IntN(5) {
	case 0:
		v = new(big.Int).Lsh(big.NewInt(1), d.bits-1)
	case 1:
		v = big.NewInt(int64(r.IntN(5)) - 2)
	}
	return d.wrap(v)
}

// divisor is a number that divides whatever it meets: neither 0 nor -1, in the dtype of any promotion.
func divisor(d dtype, v *big.Int) *big.Int {
	small := new(big.Int).And(v, big.NewInt(63))
	small.Add(small, big.NewInt(2))
	if d.signed && v.Sign() < 0 {
		small.Neg(small)
	}
	return small
}
