package printed

import (
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/ir"
)

// Kind is what a function of the libraries does.
type Kind uint8

// The kinds of functions.
const (
	Number   Kind = iota // prints its argument
	Mark                 // prints a text that is always the same
	Elements             // prints memory
	Shape                // prints the shape of memory
	Flops                // prints its argument in units of 10^9, to the error output
	Seconds              // returns a time in seconds
	Nanos                // returns a time in nanoseconds
	Verify               // returns how many elements of two memrefs differ
	Seed                 // makes a generator of random numbers from a seed
	Draw                 // returns a random number of a generator, up to the second argument
	Drop                 // removes a generator
)

// Function is a function of the libraries, which a program declares and calls.
type Function struct {
	Kind Kind
	// Elem is the type that a Number is printed as.
	Elem ir.Type
	// Text is what a Mark prints.
	Text string
}

// scalars are the functions without memory, by their names and types.
var scalars = map[string]struct {
	kind Kind
	typ  string
	elem func(c *ir.Context) ir.Type
	text string
}{
	"printI64": {Number, "(i64) -> ()", func(c *ir.Context) ir.Type { return c.I64 }, ""},
	"printU64": {Number, "(i64) -> ()", func(c *ir.Context) ir.Type { return c.Index }, ""},
	"printF32": {Number, "(f32) -> ()", func(c *ir.Context) ir.Type { return c.F32 }, ""},
	"printF64": {Number, "(f64) -> ()", func(c *ir.Context) ir.Type { return c.F64 }, ""},
	// Halves are handed on as the integers with their bits.
	"printF16":  {Number, "(i16) -> ()", func(c *ir.Context) ir.Type { return c.F16 }, ""},
	"printBF16": {Number, "(i16) -> ()", func(c *ir.Context) ir.Type { return c.BF16 }, ""},

	"printOpen": {Mark, "() -> ()", nil, Open}, "printClose": {Mark, "() -> ()", nil, Close},
	"printComma": {Mark, "() -> ()", nil, Comma}, "printNewline": {Mark, "() -> ()", nil, Newline},

	"printFlops": {Flops, "(f64) -> ()", nil, ""},
	"rtclock":    {Seconds, "() -> f64", nil, ""}, "nanoTime": {Nanos, "() -> i64", nil, ""},

	// Numbers may be of type index or i64.
	"rtsrand": {Seed, "(i64) -> !llvm.ptr", nil, ""}, "rtrand": {Draw, "(!llvm.ptr, i64) -> i64", nil, ""},
	"rtdrand": {Drop, "(!llvm.ptr) -> ()", nil, ""},
}

// families are the functions of memory, by what their names begin with, and the names of the types of
// elements that they exist for. Those with a rank in their names take memory of that rank.
var families = []struct {
	prefix string
	kind   Kind
	rank   int // -1 for memory without
	elems  string
}{
	{"printMemrefShape", Shape, -1, "I8 I32 I64 F32 F64 Ind C32 C64"},
	{"printMemref", Elements, -1, "I8 I16 I32 I64 F16 BF16 F32 F64 Ind C32 C64"},
	{"printMemref0d", Elements, 0, "F32"}, {"printMemref1d", Elements, 1, "I8 I32 I64 F32 F64 Ind C32 C64"},
	{"printMemref2d", Elements, 2, "F32"}, {"printMemref3d", Elements, 3, "F32"},
	{"printMemref4d", Elements, 4, "F32"},
	{"verifyMemRef", Verify, -1, "I8 I16 I32 I64 F16 BF16 F32 F64 Ind C32 C64"},
}

// Lookup returns the function of the libraries with the name and the type of a declaration; false if there is
// none.
func Lookup(declared *ir.Op) (Function, bool) {
	attr, ok := declared.Attr("function_type").(*ir.TypeAttr)
	if !ok {
		return Function{}, false
	}
	t, ok := attr.Type.(*ir.FunctionType)
	if !ok {
		return Function{}, false
	}
	name := declared.SymbolName()
	if s, ok := scalars[name]; ok {
		f := Function{Kind: s.kind, Text: s.text}
		if s.elem != nil {
			f.Elem = s.elem(declared.Context())
		}
		return f, t.String() == s.typ ||
			f.Kind.isRandom() && strings.ReplaceAll(t.String(), "index", "i64") == s.typ
	}
	for _, f := range families {
		elem, ok := strings.CutPrefix(name, f.prefix)
		if ok && slices.Contains(strings.Fields(f.elems), elem) {
			return Function{Kind: f.kind}, f.kind.takes(t) && isMemory(t.Inputs, f.rank, elem)
		}
	}
	return Function{}, false
}

// isRandom reports whether functions of the kind are about random numbers.
func (k Kind) isRandom() bool { return k == Seed || k == Draw || k == Drop }

// takes reports whether a function type has as many arguments and results as functions of memory of a kind.
func (k Kind) takes(t *ir.FunctionType) bool {
	if k == Verify {
		return len(t.Inputs) == 2 && len(t.Results) == 1 && t.Results[0].String() == "i64"
	}
	return len(t.Inputs) == 1 && len(t.Results) == 0
}

// isMemory reports whether arguments are memory of a rank, -1 for none, with elements of the type that a name
// has in those of functions.
func isMemory(arguments []ir.Type, rank int, elem string) bool {
	typ, named := map[string]string{"Ind": "index", "C32": "complex<f32>", "C64": "complex<f64>"}[elem]
	if !named {
		typ = strings.ToLower(elem)
	}
	for _, a := range arguments {
		m, ok := a.(*ir.MemRefType)
		if !ok || m.Elem.String() != typ || m.Ranked != (rank >= 0) || m.Ranked && len(m.Shape) != rank {
			return false
		}
	}
	return true
}
