package insertpollpoints_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim"
	_ "github.com/inflight-compiler/inflight/transform/loop/insertpollpoints"
	"github.com/inflight-compiler/inflight/value"
)

// generator writes random programs of loops in loops, functions that call each other and themselves, and
// tasks.
type generator struct {
	b    strings.Builder
	r    *rand.Rand
	next int
	args []int64
}

func (g *generator) line(format string, args ...any) { fmt.Fprintf(&g.b, format+"\n", args...) }
func (g *generator) name() string {
	g.next++
	return fmt.Sprintf("%%v%d", g.next)
}

func pick[T any](g *generator, list ...T) T { return list[g.r.IntN(len(list))] }

// program returns a function @main of memory and numbers, whose result depends on the order of what it does,
// but for tasks.
func program(r *rand.Rand) (text string, args []int64) {
	g := &generator{r: r}
	g.line("func.func @leaf(%%m: memref<8xi64>, %%n: index) {")
	g.prologue()
	g.block(1, "%m", []string{"%n"})
	g.line("return\n}")
	g.line("func.func @again(%%m: memref<8xi64>, %%n: index) {")
	g.prologue()
	g.line(
		"%%more = arith.cmpi sgt, %%n, %%c0 : index\nscf.if %%more {\n%%less = arith.subi %%n, %%c1 : index")
	g.line("func.call @%s(%%m, %%less) : (memref<8xi64>, index) -> ()", pick(g, "again", "back"))
	g.line("}")
	g.step("%m", "%n")
	g.line("return\n}")
	g.line(
		"func.func @back(%%m: memref<8xi64>, %%n: index) {\nfunc.call @again(%%m, %%n) : (memref<8xi64>, " +
			"index) -> ()\nreturn\n}")
	g.tree(2 + r.IntN(8))
	params := ""
	var numbers []string
	for i := range 3 {
		g.args = append(g.args, pick[int64](g, 0, 1, 3, 7, 20, 50, -2))
		numbers = append(numbers, fmt.Sprintf("%%n%d", i))
		params += fmt.Sprintf(", %%n%d: index", i)
	}
	g.line("func.func @main(%%m: memref<8xi64>, %%t: memref<8xi64>%s) {", params)
	g.prologue()
	if r.IntN(3) == 0 {
		g.line("func.call @tree(%%m, %%n0) : (memref<8xi64>, index) -> ()")
	}
	for range 1 + r.IntN(3) {
		g.block(3, "%m", numbers)
	}
	if r.IntN(3) == 0 {
		g.line("%%task = async.execute {")
		g.block(2, "%t", numbers)
		g.line("async.yield\n}\nasync.await %%task : !async.token")
	}
	g.line("return\n}")
	return g.b.String(), g.args
}

// tree makes functions @tree, @tree1, ..., each of which calls the next one about twice, without any loop.
func (g *generator) tree(depth int) {
	name := "tree"
	for k := range depth {
		next := fmt.Sprintf("tree%d", k+1)
		call := fmt.Sprintf("func.call @%s(%%m, %%n) : (memref<8xi64>, index) -> ()", next)
		g.line("func.func @%s(%%m: memref<8xi64>, %%n: index) {", name)
		g.prologue()
		switch g.r.IntN(3) {
		case 0:
			g.line("%%even = arith.cmpi slt, %%n, %%c3 : index\nscf.if %%even {\n%s\n} else {\n%s\n}\n%s",
				call, call, call)
		case 1:
			g.line(
				"%%even = arith.cmpi slt, %%n, %%c3 : index\ncf.cond_br %%even, ^one, "+
					"^two\n^one:\n%s\ncf.br ^both\n^two:\n%s\n%s", call, call, call)
			g.line("cf.br ^both\n^both:\n%s", call)
		default:
			g.line("%s", call)
			g.step("%m", "%n")
			g.line("%s", call)
		}
		g.line("return\n}")
		name = next
	}
	g.line("func.func @%s(%%m: memref<8xi64>, %%n: index) {", name)
	g.prologue()
	g.step("%m", "%n")
	g.line("return\n}")
}

func (g *generator) prologue() {
	for _, n := range []int{0, 1, 2, 3, 5, 40} {
		g.line("%%c%d = arith.constant %d : index", n, n)
	}
}

func (g *generator) block(depth int, m string, numbers []string) {
	for range 1 + g.r.IntN(2) {
		if depth == 0 || g.r.IntN(4) == 0 {
			g.step(m, numbers[len(numbers)-1])
			continue
		}
		g.control(depth-1, m, numbers)
	}
}

// step makes something happen whose order matters.
func (g *generator) step(m, number string) {
	v := g.name()
	at := pick(g, "%c0", "%c1", "%c2")
	g.line(
		"%s = memref.load %s[%s] : memref<8xi64>\n%sk = arith.constant 3 : i64\n%sm = arith.muli %s, %sk : "+
			"i64", v, m, at, v, v, v, v)
	g.line(
		"%si = arith.index_cast %s : index to i64\n%sa = arith.addi %sm, %si : i64\nmemref.store %sa, "+
			"%s[%s] : memref<8xi64>", v, number, v, v, v, v, m, at)
}

func (g *generator) control(depth int, m string, numbers []string) {
	iv := g.name()
	inner := append(numbers[:len(numbers):len(numbers)], iv)
	lower, upper := pick(g, "%c0", "%c0", "%c1", pick(g, numbers...)),
		pick(g, "%c3", "%c40", "%c5", pick(g, numbers...), pick(g, numbers...))
	step := pick(g, "%c1", "%c1", "%c2", "%c3")
	switch g.r.IntN(9) {
	case 0:
		g.line("%sr = scf.for %s = %s to %s step %s iter_args(%sa = %s) -> index {", iv, iv, lower, upper,
			step, iv, lower)
		g.block(depth, m, inner)
		g.line("%sx = arith.addi %sa, %s : index\nscf.yield %sx : index\n}", iv, iv, iv, iv)
		g.step(m, iv+"r")
	case 1:
		for _, v := range []*string{&lower, &upper, &step} {
			c := g.name()
			g.line("%s = arith.index_cast %s : index to i32", c, *v)
			*v = c
		}
		g.line("scf.for %sn = %s to %s step %s : i32 {\n%s = arith.index_cast %sn : i32 to index", iv, lower,
			upper, step, iv, iv)
		g.block(depth, m, inner)
		g.line("}")
	case 2:
		g.line("%sw = scf.while (%sb = %%c0) : (index) -> index {\n%sc = arith.cmpi slt, %sb, %s : index", iv,
			iv, iv, iv, upper)
		g.line("scf.condition(%sc) %sb : index\n} do {\n^bb0(%s: index):", iv, iv, iv)
		g.block(depth, m, inner)
		g.line("%sn = arith.addi %s, %%c1 : index\nscf.yield %sn : index\n}", iv, iv, iv)
	case 3:
		g.line("scf.parallel (%s, %sj) = (%s, %%c0) to (%s, %s) step (%%c1, %s) {", iv, iv, lower,
			pick(g, "%c2", "%c3"), upper, step)
		g.line(
			"%so = arith.constant 1 : i64\n%sold = memref.atomic_rmw addi %so, %s[%%c5] : (i64, "+
				"memref<8xi64>) -> i64\n}", iv, iv, iv, m)
	case 4:
		g.line("scf.execute_region {\ncf.br ^head(%s : index)\n^head(%s: index):", lower, iv)
		g.line("%sc = arith.cmpi slt, %s, %s : index\ncf.cond_br %sc, ^body, ^end\n^body:", iv, iv, upper, iv)
		g.block(depth, m, inner)
		g.line("%sn = arith.addi %s, %%c1 : index\ncf.br ^head(%sn : index)\n^end:\nscf.yield\n}", iv, iv, iv)
	case 5:
		g.line("func.call @%s(%s, %s) : (memref<8xi64>, index) -> ()",
			pick(g, "leaf", "again", "back", "tree", "tree"), m, pick(g, numbers...))
	case 6:
		end := g.name()
		g.line("%s = arith.addi %s, %%c5 : index\n%sm = arith.minsi %s, %s : index", end, lower, end, end,
			upper)
		g.line("scf.for %s = %s to %sm step %%c1 {", iv, lower, end)
		g.block(depth, m, inner)
		g.line("}")
	default:
		g.line("scf.for %s = %s to %s step %s {", iv, lower, upper, step)
		g.block(depth, m, inner)
		g.line("}")
	}
}

// counting is a host that adds up what it is told, and a function that returns it.
const counting = `memref.global "private" @polled : memref<2xi64> = dense<0>
func.func private @inflight_poll(%cost: i32) {
  %c0 = arith.constant 0 : index
  %g = memref.get_global @polled : memref<2xi64>
  %x = arith.extsi %cost : i32 to i64
  %y = memref.atomic_rmw addi %x, %g[%c0] : (i64, memref<2xi64>) -> i64
  return
}
func.func @counted(%m: memref<8xi64>, %t: memref<8xi64>, %a: index, %b: index, %c: index) -> i64 {
  %c0 = arith.constant 0 : index
  call @main(%m, %t, %a, %b, %c) : (memref<8xi64>, memref<8xi64>, index, index, index) -> ()
  %g = memref.get_global @polled : memref<2xi64>
  %x = memref.load %g[%c0] : memref<2xi64>
  return %x : i64
}
`

// simulate runs a function and returns what it leaves in memory, and the steps; false if it takes too long.
func simulate(t *testing.T, module *ir.Op, entry string, limit int64, numbers []int64) (memory []byte, steps,
	polled int64, ok bool) {
	t.Helper()
	p, err := sim.Compile(module, entry)
	if err != nil {
		t.Fatalf("%v\n%s", err, passtest.Print(module))
	}
	var args []value.Value
	var buffers []*value.Buffer
	for _, typ := range p.Inputs() {
		if m, ok := typ.(*ir.MemRefType); ok {
			b, err := value.NewBuffer(m, m.Shape)
			if err != nil {
				t.Fatal(err)
			}
			args, buffers = append(args, value.Memory(b)), append(buffers, b)
			continue
		}
		args, numbers = append(args, value.Int(typ, numbers[0])), numbers[1:]
	}
	res, err := p.Run(context.Background(), sim.Config{Limits: sim.Limits{Steps: limit}}, args)
	if err != nil {
		return nil, 0, 0, false
	}
	for _, b := range buffers {
		memory = append(memory, b.Data...)
	}
	if len(res.Returns) > 0 {
		polled = int64(res.Returns[0].Bits)
	}
	return memory, res.Steps, polled, true
}

// With polls a program leaves the same in memory, and whatever takes long has told the host its cost: no
// cycle is without calls.
func TestPropertyPolls(t *testing.T) {
	long, chunks := 0, 0
	n := passtest.Programs(120)
	for i := range n {
		source, args := program(rand.New(rand.NewPCG(uint64(i), 31)))
		module := passtest.Parse(t, source)
		want, steps, _, ok := simulate(t, module, "main", 50_000, args)
		if !ok {
			continue
		}
		interval := []int64{1, 20, 64, 300, 65536}[i%5]
		got := passtest.Transform(t, module,
			fmt.Sprintf("builtin.module(insert-poll-points{interval=%d})", interval))
		text := passtest.Print(got)
		chunks += strings.Count(text, "arith.minui")
		text = strings.Replace(text, "func.func private @inflight_poll(i32)\n", "", 1)
		text = text[:strings.LastIndex(text, "}")] + counting + "}\n"
		have, _, polled, ok := simulate(t, passtest.Parse(t, text), "counted", 5_000_000, args)
		if !ok || !bytes.Equal(want, have) {
			t.Fatalf("program %d: the memory differs\n%s\n%v\n%s", i, source, args, text)
		}
		// What is not told is less than the interval for each statement.
		free := interval * int64(len(strings.Split(source, "\n")))
		if interval < 65536 && steps > free {
			long++
		}
		if steps > 4*polled+free {
			t.Fatalf("program %d, interval %d: %d steps, but only %d are told\n%s\n%v\n%s", i, interval,
				steps, polled, source, args, text)
		}
	}
	t.Logf("%d programs: %d take long, %d loops are divided", n, long, chunks)
	if long < n/10 || chunks < n/10 {
		t.Errorf("of %d programs only %d take long, %d loops are divided", n, long, chunks)
	}
}
