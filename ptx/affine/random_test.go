package affine

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
)

// operation is an instruction of random arithmetic on two operands of 64 bits, and what it computes.
type operation struct {
	text string
	of   func(a, b int64) int64
}

// operations are the kinds of instructions of random arithmetic. %d, %a and %b, and %o for
// a place in local memory, are replaced.
var operations = []operation{
	{"add.s64 %d, %a, %b;", func(a, b int64) int64 { return a + b }},
	{"sub.s64 %d, %a, %b;", func(a, b int64) int64 { return a - b }},
	{"mul.lo.s64 %d, %a, %b;", func(a, b int64) int64 { return a * b }},
	{"mad.lo.s64 %d, %a, %b, 5;", func(a, b int64) int64 { return a*b + 5 }},
	{"mad.lo.s64 %d, 3, %a, %b;", func(a, b int64) int64 { return 3*a + b }},
	{"neg.s64 %d, %a;", func(a, _ int64) int64 { return -a }},
	{"shl.b64 %d, %a, 3;", func(a, _ int64) int64 { return a << 3 }},
	{"shl.b64 %d, %a, 3; or.b64 %d, %d, 5;", func(a, _ int64) int64 { return a<<3 + 5 }},
	{"mov.b64 %d, %a;", func(a, _ int64) int64 { return a }},
	{"shr.s64 %d, %a, 2;", func(a, _ int64) int64 { return a >> 2 }},
	{"and.b64 %d, %a, 15;", func(a, _ int64) int64 { return a & 15 }},
	{"min.s64 %d, %a, %b;", func(a, b int64) int64 { return min(a, b) }},
	{"setp.lt.s64 %p, %a, %b; selp.b64 %d, %a, %b, %p;", func(a, b int64) int64 { return min(a, b) }},
	{"st.local.b64 [%o], %a; st.local.b64 [%o+8], %b; ld.local.b64 %d, [%o];", func(a, _ int64) int64 {
		return a
	}},
}

// random is a program of random arithmetic, whose result is what it stores to, with the operations that
// were chosen.
type random struct {
	text strings.Builder
	ops  []chosen
}

type chosen struct {
	operation
	a, b int
}

// inputs are the first registers of a random program.
var inputs = []Atom{{Kind: Thread}, {Kind: Block}, {Kind: BlockSize}, {Kind: Param, Dim: 1}}

// newRandom returns a program of n operations, each on two of the values before it.
func newRandom(r *rand.Rand, n int) *random {
	x := &random{}
	x.text.WriteString(`.visible .entry k(.param .u64 p, .param .u64 n) {
	.reg .b64 %v<64>; .reg .b32 %r<3>; .reg .pred %p; .local .align 8 .b8 M[256];
	mov.u32 %r0, %tid.x; mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x;
	cvt.u64.u32 %v0, %r0; cvt.u64.u32 %v1, %r1; cvt.u64.u32 %v2, %r2; ld.param.u64 %v3, [n];
`)
	for i := range n {
		c := chosen{operations[r.IntN(len(operations))], r.IntN(i + len(inputs)), r.IntN(i + len(inputs))}
		x.ops = append(x.ops, c)
		x.text.WriteString("\t" + strings.NewReplacer("%d", fmt.Sprintf("%%v%d", i+len(inputs)),
			"%o", fmt.Sprint("M+", 16*i), "%a", fmt.Sprintf("%%v%d", c.a), "%b",
			fmt.Sprintf("%%v%d", c.b)).Replace(c.text) + "\n")
	}
	fmt.Fprintf(&x.text, "\tst.global.b64 [%%v%d], 0; ret;\n}\n", n+len(inputs)-1)
	return x
}

// run returns what the program computes.
func (x *random) run(values []int64) int64 {
	for _, c := range x.ops {
		values = append(values, c.of(values[c.a], values[c.b]))
	}
	return values[len(values)-1]
}

// valueOf returns what a form is for values of the inputs, also where it is no sum.
func valueOf(f Form, values []int64) (int64, bool) {
	return f.Value(func(a Atom) (int64, bool) {
		for i, input := range inputs {
			if a == input {
				return values[i], true
			}
		}
		if a.opaque == nil {
			return 0, false
		}
		var from []int64
		operands := a.opaque.from
		if a.opaque.by == "selp" {
			operands = operands[:2] // the predicate says which is smaller
		}
		for _, g := range operands {
			x, known := valueOf(g, values)
			if !known {
				return 0, false
			}
			from = append(from, x)
		}
		switch a.opaque.by {
		case "shr":
			return from[0] >> from[1], true
		case "and":
			return from[0] & from[1], true
		case "min":
			return min(from[0], from[1]), true
		case "selp":
			return min(from[0], from[1]), true
		case "mul":
			return from[0] * from[1], true
		case "mad":
			return from[0]*from[1] + from[2], true
		case "shl":
			return from[0] << from[1], true
		case "neg":
			return -from[0], true
		case "add":
			return from[0] + from[1], true
		case "sub":
			return from[0] - from[1], true
		case "or":
			return from[0] | from[1], true
		}
		return 0, false
	})
}

// differs looks for random values for which the form of a random program's address is not what it computes.
func differs(t *testing.T, r *rand.Rand, x *random) bool {
	f := address(t, x.text.String())
	for range 4 {
		values := []int64{r.Int64N(32), r.Int64N(8), 1 + r.Int64N(64), r.Int64N(100)}
		got, known := valueOf(f, values)
		if !known {
			t.Fatalf("%s has a value that is not known\n%s", f.text(), &x.text)
		}
		if got != x.run(values) {
			return true
		}
	}
	return false
}

// The address of a random program has as a sum the value that it computes. Where one operation computes
// something else than it does, some program tells.
func TestPropertySums(t *testing.T) {
	n := passtest.Programs(300)
	for i := range n {
		r := rand.New(rand.NewPCG(7, uint64(i)))
		if x := newRandom(r, 1+r.IntN(10)); differs(t, r, x) {
			t.Fatalf("program %d\n%s", i, &x.text)
		}
	}
	for broken := range operations {
		seen := false
		for i := 0; i < n && !seen; i++ {
			r := rand.New(rand.NewPCG(7, uint64(i)))
			x := newRandom(r, 1+r.IntN(10))
			for j := range x.ops {
				if of := x.ops[j].of; x.ops[j].text == operations[broken].text {
					x.ops[j].of = func(a, b int64) int64 { return of(a, b) + 1 }
				}
			}
			seen = differs(t, r, x)
		}
		if !seen && n >= 300 {
			t.Errorf("no program tells if '%s' computes something else", operations[broken].text)
		}
	}
}
