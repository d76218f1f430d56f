package tfrt_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/bef"
	"github.com/inflight-compiler/inflight/exec/tfrt"
	"github.com/inflight-compiler/inflight/internal/passtest"
)

// A plain evaluator of random programs: it computes values while the program is made, in the order of the
// text. It knows nothing of streams, threads and registers. A value is a number or an error; what is printed
// is in the order of one chain.

// outcome is what a value is.
type outcome struct {
	n    int32
	fail string
}

func (o outcome) String() string {
	if o.fail != "" {
		return "<<error: " + o.fail + ">>"
	}
	return fmt.Sprint(o.n)
}

// scene is a function that is being made: its text, the values that it has, and its chain.
type scene struct {
	r       *rand.Rand
	b       *strings.Builder
	names   []string
	values  []outcome
	chain   string
	broken  string // the error that the chain is, "" if it is none
	printed *strings.Builder
	next    *int
	depth   int
}

func (s *scene) name() string {
	*s.next++
	return fmt.Sprintf("%%v%d", *s.next)
}

// pick returns a value at random.
func (s *scene) pick() (string, outcome) {
	i := s.r.IntN(len(s.names))
	return s.names[i], s.values[i]
}

func (s *scene) add(name string, v outcome) {
	s.names, s.values = append(s.names, name), append(s.values, v)
}

func (s *scene) line(format string, args ...any) {
	fmt.Fprintf(s.b, strings.Repeat("  ", s.depth+1)+format+"\n", args...)
}

// strict is the value of a kernel that computes on two others: an error if one is, the second one first.
func strict(x, y outcome, compute func(a, b int32) outcome) outcome {
	switch {
	case y.fail != "":
		return y
	case x.fail != "":
		return x
	}
	return compute(x.n, y.n)
}

func number(n int32) outcome { return outcome{n: n} }

// kernel adds a kernel at random.
func (s *scene) kernel() {
	a, x := s.pick()
	b, y := s.pick()
	r := s.name()
	switch s.r.IntN(11) {
	case 0:
		n := int32(s.r.IntN(9) - 4)
		s.line("%s = tfrt.constant.i32 %d", r, n)
		s.add(r, number(n))
	case 1:
		s.line("%s = tfrt.add.i32 %s, %s", r, a, b)
		s.add(r, strict(x, y, func(a, b int32) outcome { return number(a + b) }))
	case 2:
		s.line("%s = \"tfrt_test.async_add.i32\"(%s, %s) : (i32, i32) -> i32", r, a, b)
		s.add(r, strict(x, y, func(a, b int32) outcome { return number(a + b) }))
	case 3:
		q := s.name()
		s.line("%s, %s = tfrt.div.i32 %s, %s", q, r, a, b)
		zero := outcome{fail: "Divide by zero"}
		s.add(q, strict(x, y, func(a, b int32) outcome {
			if b == 0 {
				return zero
			}
			return number(a / b)
		}))
		s.add(r, strict(x, y, func(a, b int32) outcome {
			if b == 0 {
				return zero
			}
			return number(a % b)
		}))
	case 4:
		s.print(a, x)
	case 5:
		s.line("%s = \"tfrt_test.async_copy.with_delay.i32\"(%s) : (i32) -> i32", r, a)
		s.add(r, x)
	case 6:
		one, two := s.name(), s.name()
		s.line("%s, %s = \"tfrt_test.partial_fail\"() : () -> (i32, i32)", one, two)
		s.add(one, number(1))
		s.add(two, outcome{fail: "something bad happened"})
	case 7:
		s.line("%s = \"tfrt_test.report_error_concrete_async\"(%s) : (i32) -> i32", r, a)
		s.add(r, strict(x, x, func(a, _ int32) outcome {
			if a == 0 {
				return number(0)
			}
			return outcome{fail: "something bad happened asynchronously"}
		}))
	case 8:
		s.branch(a, b, x, y)
	case 9:
		s.repeat(a, x)
	default:
		s.line("%s:2 = \"tfrt_test.multi_arg_result\"(%s, %s) : (i32, i32) -> (i32, i32)", r, a, b)
		for i, v := range []outcome{x, y} {
			s.add(fmt.Sprintf("%s#%d", r, i), strict(x, y, func(int32, int32) outcome { return v }))
		}
	}
}

// print adds a print behind the chain.
func (s *scene) print(a string, x outcome) {
	c := s.name()
	s.line("%s = tfrt.print.i32 %s, %s", c, a, s.chain)
	s.chain = c
	switch {
	case s.broken != "":
	case x.fail != "":
		s.broken = x.fail
	default:
		fmt.Fprintf(s.printed, "int32 = %d\n", x.n)
	}
}

// inner is a scene for a region with two values and the chain, whose names it repeats.
func (s *scene) inner(a, b string, x, y outcome, runs bool) *scene {
	in := *s
	in.names, in.values, in.depth = []string{a, b}, []outcome{x, y}, s.depth+1
	if !runs {
		in.printed = &strings.Builder{}
	}
	return &in
}

// branch adds a condition with two regions. It is not strict: a region has errors among its arguments.
func (s *scene) branch(a, b string, x, y outcome) {
	if s.depth > 1 || a == b {
		return
	}
	cond, r := s.name(), s.name()
	s.line("%s = \"tfrt.lessequal.i32\"(%s, %s) : (i32, i32) -> i1", cond, a, b)
	less := strict(x, y, func(a, b int32) outcome {
		if a <= b {
			return number(1)
		}
		return number(0)
	})
	s.line("%s:2 = tfrt.if %s, %s, %s, %s : (i32, i32, !tfrt.chain) -> (i32, !tfrt.chain) {", r, cond, a, b,
		s.chain)
	var result outcome
	broken := less.fail
	for i := range 2 {
		runs := less.fail == "" && less.n == int32(1-i)
		in := s.inner(a, b, x, y, runs)
		for range s.r.IntN(4) {
			in.kernel()
		}
		v, o := in.pick()
		in.line("tfrt.return %s, %s : i32, !tfrt.chain", v, in.chain)
		if i == 0 {
			s.line("} else {")
		} else {
			s.line("}")
		}
		if runs {
			result, broken = o, in.broken
		}
	}
	if less.fail != "" {
		result = less
	}
	s.add(r+"#0", result)
	s.chain, s.broken = r+"#1", broken
}

// repeat adds a loop that adds a value to another one.
func (s *scene) repeat(a string, x outcome) {
	n, r, by := s.name(), s.name(), s.name()
	count := s.r.IntN(70) // more than a block of iterations, too
	kernel := "tfrt.add.i32 %s, %s"
	if s.r.IntN(2) == 0 {
		kernel = "\"tfrt_test.async_add.i32\"(%s, %s) : (i32, i32) -> i32"
	}
	s.line("%s = tfrt.constant.i32 %d", n, count)
	s.line("%s = tfrt.repeat.i32 %s, %s : i32 {", r, n, a)
	s.line("  %s = tfrt.constant.i32 3", by)
	s.line("  %s = "+kernel, s.name(), a, by)
	s.line("  tfrt.return %%v%d : i32", *s.next)
	s.line("}")
	s.add(r, strict(x, x, func(a, _ int32) outcome { return number(a + 3*int32(count)) }))
}

// random makes a program and what it prints.
func random(r *rand.Rand) (src, want string) {
	var b, printed strings.Builder
	s := &scene{r: r, b: &b, chain: "%ch", printed: &printed, next: new(int)}
	s.line("%%ch = tfrt.new.chain")
	s.line("%%zero = tfrt.constant.i32 0")
	s.add("%zero", number(0))
	s.line("%%one = tfrt.constant.i32 1")
	s.add("%one", number(1))
	for range 3 + r.IntN(25) {
		s.kernel()
	}
	var names, values, types []string
	for range 3 {
		v, o := s.pick()
		names, values, types = append(names, v), append(values, o.String()), append(types, "i32")
	}
	end := "!tfrt.chain value"
	if s.broken != "" {
		end = outcome{fail: s.broken}.String()
	}
	names, values, types = append(names, s.chain), append(values, end), append(types, "!tfrt.chain")
	head := "func.func @main() -> (" + strings.Join(types, ", ") + ") {\n"
	s.line("tfrt.return %s : %s", strings.Join(names, ", "), strings.Join(types, ", "))
	threshold := fmt.Sprintf("module attributes {tfrt.cost_threshold = %d : i64} {\n", 1+r.IntN(40))
	return threshold + head + b.String() + "}\n}\n",
		"--- Running 'main':\n" + printed.String() + "'main' returned " + strings.Join(values, ",") + "\n"
}

// prints is an output with what is printed in front of what is returned: results that are errors can be
// available before everything is printed.
func prints(out string) string {
	lines := strings.SplitAfter(out, "\n")
	slices.SortStableFunc(lines, func(a, b string) int {
		return strings.Index(a, " returned ") - strings.Index(b, " returned ")
	})
	return strings.Join(lines, "")
}

// Random programs print and return what the plain evaluator says, errors included, with 1, 2 and 8 threads
// and streams of any size.
func TestRandomProgramsProperty(t *testing.T) {
	fails := 0
	n := passtest.Programs(300)
	for seed := range uint64(n) {
		src, want := random(rand.New(rand.NewPCG(29, seed)))
		if strings.Contains(want, "<<error") {
			fails++
		}
		p := load(t, fmt.Sprintf("seed%d.mlir", seed), src)
		for _, workers := range []int{1, 2, 8} {
			got, _, err := run(t, t.Context(), p, tfrt.Config{Workers: workers})
			if err != nil || prints(got) != prints(want) {
				t.Fatalf("seed %d with %d threads: %v\ngot\n%s\nwant\n%s\n%s", seed, workers, err, got, want,
					src)
			}
		}
	}
	if fails < n/5 || fails == n {
		t.Errorf("%d of %d programs have an error", fails, n)
	}
}

// costs makes a program of kernels that print their numbers, without chains, with costs and a threshold.
func costs(r *rand.Rand) string {
	var b strings.Builder
	n := 4 + r.IntN(14)
	for i := range n {
		args, types := []string{"%x"}, []string{"i32"}
		for range r.IntN(3) {
			if name := fmt.Sprintf("%%%d", r.IntN(i+1)); i > 0 && name != fmt.Sprintf("%%%d", i) {
				args, types = append(args, name), append(types, "i32")
			}
		}
		if len(args) > 1 && r.IntN(3) > 0 {
			args, types = args[1:], types[1:]
		}
		fmt.Fprintf(&b, "  %%%d = tfrt_test.test_cost %s {id = %d : i64, _tfrt_cost = %d : i64} : %s\n", i,
			strings.Join(args, ", "), i+1, 1+r.IntN(12), strings.Join(types, ", "))
	}
	return fmt.Sprintf(
		"module attributes {tfrt.cost_threshold = %d : i64} {\nfunc.func @body(%%x: i32) -> i32 "+
			"{\n%s  tfrt.return %%%d : i32\n}\nfunc.func @main() -> i32 {\n  %%x = tfrt.constant.i32 0\n  "+
			"%%r = "+
			"tfrt.call @body(%%x) : (i32) -> i32\n  tfrt.return %%r : i32\n}\n}\n", 1+r.IntN(30), b.String(),
		n-1)
}

// group is kernels of one stream that are ready.
type group struct {
	stream int
	ready  []uint32
}

// inStreams says in which order one thread runs the kernels of a function: of a stream, the one that became
// ready last; the ready ones of other streams go to the end of a queue, together for each stream. When
// nothing of a stream is ready, the thread goes on with the first of the others.
func inStreams(f *bef.Function) []int {
	waiting := make([]int, len(f.Kernels))
	for i, k := range f.Kernels {
		waiting[i] = len(k.Args)
	}
	waiting[0] = 1
	var order []int
	queue := []group{{f.Kernels[0].Stream, []uint32{0}}}
	for len(queue) > 0 {
		now := queue[0]
		queue = queue[1:]
		var others []uint32
		for len(now.ready) > 0 {
			k := now.ready[len(now.ready)-1]
			now.ready = now.ready[:len(now.ready)-1]
			if k > 0 {
				order = append(order, int(k))
			}
			for _, u := range slices.Concat(f.Kernels[k].UsedBy...) {
				if waiting[u]--; waiting[u] > 0 {
					continue
				}
				if f.Kernels[u].Stream == now.stream {
					now.ready = append(now.ready, u)
				} else {
					others = append(others, u)
				}
			}
			if len(now.ready) == 0 && len(others) > 0 {
				now.stream = f.Kernels[others[0]].Stream
				now.ready, others = split(f, others, now.stream)
			}
			for len(others) > 0 {
				least := f.Kernels[slices.MinFunc(others, func(a, b uint32) int {
					return f.Kernels[a].Stream - f.Kernels[b].Stream
				})].Stream
				g := group{stream: least}
				g.ready, others = split(f, others, least)
				queue = append(queue, g)
			}
		}
	}
	return order
}

// split parts kernels of a stream from others.
func split(f *bef.Function, list []uint32, stream int) (of, rest []uint32) {
	for _, k := range list {
		if f.Kernels[k].Stream == stream {
			of = append(of, k)
		} else {
			rest = append(rest, k)
		}
	}
	return of, rest
}

// With one thread, kernels run in the order that the rules of streams give.
func TestOrderOfStreamsProperty(t *testing.T) {
	several := 0
	n := passtest.Programs(200)
	for seed := range uint64(n) {
		src := costs(rand.New(rand.NewPCG(30, seed)))
		file := encode(t, "costs.mlir", src)
		want := inStreams(file.Functions[0])
		for _, k := range file.Functions[0].Kernels {
			if k.Stream != file.Functions[0].Kernels[0].Stream {
				several++
				break
			}
		}
		out, _, err := run(t, t.Context(), load(t, "costs.mlir", src), tfrt.Config{Workers: 1, Entry: "main"})
		var got []int
		for l := range strings.SplitSeq(out, "\n") {
			var id int
			if _, err := fmt.Sscanf(l, "id: %d", &id); err == nil {
				got = append(got, id)
			}
		}
		if err != nil || !slices.Equal(got, want) {
			t.Fatalf("seed %d: %v, order %v, want %v\n%s", seed, err, got, want, src)
		}
	}
	if several < n/10 {
		t.Errorf("only %d of %d programs have several streams", several, n)
	}
}
