package randindex

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Signature is what every function takes and returns.
const Signature = "(%a: index, %b: index, %i: i32, %j: i64) -> (index, index, i1, i64)"

// constants are numbers at which operations change what they do, of 32 bits and of 64.
var constants = []int64{
	0, 1, 2, 3, 5, 7, 10, 31, 32, 33, 63, 64, -1, -2, -3, -5, -7, -31, -32, 127, 255, 256, 1 << 16, 1<<31 - 1,
	1 << 31, 1<<31 + 1,
	1<<32 - 1, 1 << 32, 1<<32 + 1, 1<<33 + 5, -1 << 31, -1<<31 - 1, -1 << 32, 1<<62 + 3, 1<<63 - 1,
	-1<<63 + 1,
}

var predicates = strings.Fields("eq ne slt sle sgt sge ult ule ugt uge")

// Options choose what functions are like.
type Options struct {
	// Defined keeps divisors from being 0, quotients from not fitting, and shifts below 64.
	Defined bool
	// Operations is how many there are, beside constants.
	Operations int
}

// writer writes one function.
type writer struct {
	r       *rand.Rand
	o       Options
	text    strings.Builder
	n       int
	indices []string // values of type index
	truths  []string // of type i1
	wides   []string // of type i64
}

// Function returns a function with the signature Signature.
func Function(r *rand.Rand, name string, o Options) string {
	w := &writer{r: r, o: o, indices: []string{"%a", "%b"}, wides: []string{"%j"}}
	fmt.Fprintf(&w.text, "func.func @%s%s {\n", name, Signature)
	w.truths = []string{w.value("index.cmp %s(%%a, %%b)", w.predicate())}
	for range o.Operations {
		w.operation()
	}
	fmt.Fprintf(&w.text, "  return %s, %s, %s, %s : index, index, i1, i64\n}\n",
		w.index(), w.indices[len(w.indices)-1], w.truths[len(w.truths)-1], w.wides[len(w.wides)-1])
	return w.text.String()
}

// value writes an operation with one result, and returns that.
func (w *writer) value(format string, args ...any) string {
	v := fmt.Sprintf("%%v%d", w.n)
	w.n++
	fmt.Fprintf(&w.text, "  %s = %s\n", v, fmt.Sprintf(format, args...))
	return v
}

func pick[T any](r *rand.Rand, of []T) T { return of[r.IntN(len(of))] }

func (w *writer) predicate() string { return pick(w.r, predicates) }

// index returns a value of type index: an earlier one, often the last, or a new constant.
func (w *writer) index() string {
	switch {
	case w.r.IntN(3) == 0:
		return w.constant(pick(w.r, constants))
	case w.r.IntN(2) == 0:
		return w.indices[len(w.indices)-1]
	}
	return pick(w.r, w.indices)
}

func (w *writer) constant(n int64) string { return w.value("index.constant %d", n) }

// operation writes one operation, and makes what it computes available.
func (w *writer) operation() {
	switch w.r.IntN(14) {
	case 0:
		w.truths = append(w.truths, w.value("index.cmp %s(%s, %s)", w.predicate(), w.index(), w.index()))
	case 1:
		w.wides = append(w.wides, w.value("index.%s %s : index to i64", w.cast(), w.index()))
	case 2:
		w.indices = append(w.indices, w.value("index.%s %s : i64 to index", w.cast(), pick(w.r, w.wides)))
	case 3:
		w.indices = append(w.indices, w.value("index.%s %%i : i32 to index", w.cast()))
	case 4:
		narrow := pick(w.r, []string{"i8", "i1", "i40"})
		v := w.value("index.%s %s : index to %s", w.cast(), w.index(), narrow)
		w.indices = append(w.indices, w.value("index.%s %s : %s to index", w.cast(), v, narrow))
	case 5, 12, 13:
		w.indices = append(w.indices, w.divided())
	case 6:
		name := pick(w.r, []string{"shl", "shrs", "shru"})
		x, y := w.index(), w.index()
		if w.o.Defined {
			y = w.value("index.and %s, %s", y, w.constant(63))
		}
		w.indices = append(w.indices, w.value("index.%s %s, %s", name, x, y))
	case 7:
		w.indices = append(w.indices, w.value("index.sizeof"))
	default:
		name := pick(w.r, strings.Fields("add sub mul maxs maxu mins minu and or xor"))
		w.indices = append(w.indices, w.value("index.%s %s, %s", name, w.index(), w.index()))
	}
}

func (w *writer) cast() string { return pick(w.r, []string{"casts", "castu"}) }

// divided writes a division or a remainder. A defined one has a divisor that is odd, and positive where
// numbers have signs.
func (w *writer) divided() string {
	name := pick(w.r, strings.Fields("divs ceildivs floordivs rems divu ceildivu remu"))
	x, y := w.index(), w.index()
	if w.o.Defined {
		one := w.constant(1)
		if !strings.HasSuffix(name, "u") {
			y = w.value("index.shru %s, %s", y, one)
		}
		y = w.value("index.or %s, %s", y, one)
		if name == "ceildivs" { // of the least number upstream's formula is wrong
			x = w.value("index.maxs %s, %s", x, w.constant(-1<<63+1))
		}
	}
	return w.value("index.%s %s, %s", name, x, y)
}
