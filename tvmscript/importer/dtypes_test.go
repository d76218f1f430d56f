package importer_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim"
)

// integer is an integer dtype of TVM.
type integer struct {
	bits   uint
	signed bool
}

func (d integer) String() string {
	if d.signed {
		return fmt.Sprintf("int%d", d.bits)
	}
	return fmt.Sprintf("uint%d", d.bits)
}

var integers = []integer{{8, true}, {16, true}, {32, true}, {64, true}, {8, false}, {16, false}, {32, false}, {64, false}}

// promoted is the dtype of an operation on two, as TVM has it: the wider one, of one width the unsigned one.
func promoted(a, b integer) integer {
	if b.bits > a.bits || b.bits == a.bits && !b.signed {
		return b
	}
	return a
}

// wrap is a number as one of the dtype.
func (d integer) wrap(v *big.Int) *big.Int {
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
	text  string
	other string // the second operand: b, any number; d, a divisor; n, less than all widths
	of    func(p integer, x, y *big.Int) *big.Int
	dtype func(a, b integer) integer // nil for that of the promotion
}

func ofFirst(a, _ integer) integer { return a }
func ofInt32(_, _ integer) integer { return integer{32, true} }

func bit(holds bool) *big.Int {
	if holds {
		return big.NewInt(1)
	}
	return new(big.Int)
}

func floorBig(x, y *big.Int) *big.Int {
	q, m := new(big.Int).DivMod(x, y, new(big.Int)) // rounds so that m >= 0
	if y.Sign() < 0 && m.Sign() != 0 {
		q.Sub(q, big.NewInt(1))
	}
	return q
}

// ones is how many digits of a number are 1, in the bits of a dtype.
func ones(p integer, x *big.Int) int {
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
	big2 := func(f func(z, x, y *big.Int) *big.Int) func(integer, *big.Int, *big.Int) *big.Int {
		return func(_ integer, x, y *big.Int) *big.Int { return f(new(big.Int), x, y) }
	}
	table := []meaning{
		{"a + b", "b", big2((*big.Int).Add), nil}, {"a - b", "b", big2((*big.Int).Sub), nil}, {"a * b", "b", big2((*big.Int).Mul), nil},
		{"a & b", "b", big2((*big.Int).And), nil}, {"a | b", "b", big2((*big.Int).Or), nil}, {"a ^ b", "b", big2((*big.Int).Xor), nil},
		{"T.truncdiv(a, d)", "d", big2((*big.Int).Quo), nil}, {"T.truncmod(a, d)", "d", big2((*big.Int).Rem), nil},
		{"a // d", "d", func(_ integer, x, y *big.Int) *big.Int { return floorBig(x, y) }, nil},
		{"a % d", "d", func(_ integer, x, y *big.Int) *big.Int {
			return new(big.Int).Sub(x, new(big.Int).Mul(floorBig(x, y), y))
		}, nil},
		{"T.min(a, b)", "b", func(_ integer, x, y *big.Int) *big.Int { return pick(x.Cmp(y) < 0, x, y) }, nil},
		{"T.max(a, b)", "b", func(_ integer, x, y *big.Int) *big.Int { return pick(x.Cmp(y) > 0, x, y) }, nil},
		{"a << n", "n", func(_ integer, x, y *big.Int) *big.Int { return new(big.Int).Lsh(x, uint(y.Uint64())) }, nil},
		{"a >> n", "n", func(_ integer, x, y *big.Int) *big.Int { return new(big.Int).Rsh(x, uint(y.Uint64())) }, nil},
		{"~a", "a", func(_ integer, x, _ *big.Int) *big.Int { return new(big.Int).Not(x) }, ofFirst},
		{"-a", "a", func(_ integer, x, _ *big.Int) *big.Int { return new(big.Int).Neg(x) }, ofFirst},
		{"T.popcount(a)", "a", func(p integer, x, _ *big.Int) *big.Int { return big.NewInt(int64(ones(p, x))) }, ofFirst},
		{"T.clz(a)", "a", func(p integer, x, _ *big.Int) *big.Int {
			n := int64(0)
			for n < int64(p.bits) && bitAt(x, int(p.bits)-1-int(n)) == 0 {
				n++
			}
			return big.NewInt(n)
		}, ofInt32},
	}
	for symbol, of := range map[string]func(order int) bool{
		"==": func(o int) bool { return o == 0 }, "!=": func(o int) bool { return o != 0 }, "<": func(o int) bool { return o < 0 },
		"<=": func(o int) bool { return o <= 0 }, ">": func(o int) bool { return o > 0 }, ">=": func(o int) bool { return o >= 0 },
	} {
		table = append(table, meaning{"a " + symbol + " b", "b",
			func(_ integer, x, y *big.Int) *big.Int { return bit(of(x.Cmp(y))) }, ofInt32})
	}
	for _, to := range integers {
		table = append(table, meaning{`T.Cast("` + to.String() + `", a)`, "a",
			func(_ integer, x, _ *big.Int) *big.Int { return x }, func(_, _ integer) integer { return to }})
	}
	return table
}

func pick(first bool, x, y *big.Int) *big.Int {
	if first {
		return x
	}
	return y
}

// Every operation on integers of any two dtypes has the result that numbers of any size and TVM's rules of
// promotion give it.
func TestIntegersOfAllDtypes(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 33))
	for _, a := range integers {
		for _, b := range integers {
			t.Run(a.String()+" "+b.String(), func(t *testing.T) { checkDtypes(t, a, b, r) })
		}
	}
}

const operandCount = 40

func checkDtypes(t *testing.T, a, b integer, r *rand.Rand) {
	table := arithmetic()
	var source strings.Builder
	fmt.Fprintf(&source, "from tvm.script import tirx as T\n\n@T.prim_func\ndef f(A: T.Buffer((%[1]d,), \"%[2]s\"), B: T.Buffer((%[1]d,), \"%[3]s\"), "+
		"D: T.Buffer((%[1]d,), \"%[3]s\"), N: T.Buffer((%[1]d,), \"%[3]s\"), R: T.Buffer((%[4]d, %[1]d), \"int64\")):\n    for i in range(%[1]d):\n",
		operandCount, a, b, len(table))
	replace := strings.NewReplacer("a", "A[i]", "b", "B[i]", "d", "D[i]", "n", "N[i]")
	for k, m := range table {
		text := replace.Replace(m.text)
		if head, args, isCall := strings.Cut(m.text, "("); isCall {
			text = head + "(" + replaceOperands(args, replace)
		}
		fmt.Fprintf(&source, "        R[%d, i] = %s\n", k, text)
	}
	module := mustLoad(t, "dtypes.py", []byte(source.String()))
	operands := map[string][]*big.Int{}
	for range operandCount {
		x, y := anyOf(a, r), anyOf(b, r)
		operands["a"], operands["b"] = append(operands["a"], x), append(operands["b"], y)
		operands["d"] = append(operands["d"], divisor(b, y))
		operands["n"] = append(operands["n"], big.NewInt(r.Int64N(int64(promoted(a, b).bits))))
	}
	result := runDtypes(t, module, []integer{a, b, b, b}, [][]*big.Int{operands["a"], operands["b"], operands["d"], operands["n"]})
	for k, m := range table {
		for i := range operandCount {
			p := promoted(a, b)
			if m.other == "a" {
				p = a
			}
			to := p
			if m.dtype != nil {
				to = m.dtype(a, b)
			}
			x, y := p.wrap(operands["a"][i]), p.wrap(operands[m.other][i])
			want := to.wrap(m.of(p, x, y))
			got := binary.LittleEndian.Uint64(result.Data[8*(k*operandCount+i):])
			if (integer{64, true}).wrap(want).Int64() != int64(got) {
				t.Errorf("%s for a = %v, %s = %v is %d, want %v", m.text, operands["a"][i], m.other, operands[m.other][i], int64(got), want)
				break
			}
		}
	}
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
func anyOf(d integer, r *rand.Rand) *big.Int {
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
func divisor(d integer, v *big.Int) *big.Int {
	small := new(big.Int).And(v, big.NewInt(63))
	small.Add(small, big.NewInt(2))
	if d.signed && v.Sign() < 0 {
		small.Neg(small)
	}
	return small
}

// runDtypes runs a function of buffers of some dtypes and one that gets the results.
func runDtypes(t *testing.T, module *ir.Op, dtypes []integer, columns [][]*big.Int) *sim.Buffer {
	t.Helper()
	program, err := sim.Compile(module, "f")
	if err != nil {
		t.Fatal(err)
	}
	var args []sim.Value
	var last *sim.Buffer
	for i, typ := range function.Type(module.Body().First()).Inputs {
		m := typ.(*ir.MemRefType)
		if last, err = sim.NewBuffer(m, m.Shape); err != nil {
			t.Fatal(err)
		}
		args = append(args, sim.Memory(last))
		if i == len(columns) {
			break
		}
		size := int(dtypes[i].bits / 8)
		for j, v := range columns[i] {
			var word [8]byte
			binary.LittleEndian.PutUint64(word[:], integer{64, false}.wrap(v).Uint64())
			copy(last.Data[size*j:size*(j+1)], word[:])
		}
	}
	if _, err := program.Run(context.Background(), sim.Config{}, args); err != nil {
		t.Fatal(err)
	}
	return last
}
