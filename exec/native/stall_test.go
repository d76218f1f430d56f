package native

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"github.com/inflight-compiler/inflight/config"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/internal/golden"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/tools"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/value"
)

var stallThreads = []int{1, 2, 8}

// Programs with a wait that cannot end stop with an error that has the chain of waits, with any number of
// threads.
func TestStalls(t *testing.T) {
	tools.Require(t, "clang")
	tools.Cache(t)
	golden.Txtar(t, "testdata/stall/*.txtar", func(t *testing.T, ar *txtar.Archive) {
		p, err := Compile(t.Context(), parse(t, string(golden.Get(t, ar, "in.mlir"))), "main", config.Code{})
		if err != nil {
			t.Fatal(err)
		}
		for i, threads := range stallThreads {
			_, err := p.Run(t.Context(), argumentsOf(t, p),
				config.Run{Limits: config.Limits{Time: time.Minute, Threads: threads}})
			var b bytes.Buffer
			if err := (diag.Text{W: &b}).Render(err); err != nil {
				t.Fatal(err)
			}
			if i > 0 && !bytes.Equal(b.Bytes(), golden.Get(t, ar, "error")) {
				t.Errorf("%d threads: %s", threads, &b)
			}
			golden.Set(ar, "error", b.Bytes())
		}
	})
}

// argumentsOf makes memory for a program.
func argumentsOf(t *testing.T, p *Program) (args []value.Value) {
	t.Helper()
	for _, typ := range p.Inputs() {
		m, ok := typ.(*ir.MemRefType)
		if !ok {
			t.Fatalf("an argument of type %v", typ)
		}
		b, err := value.NewBuffer(m, m.Shape)
		if err != nil {
			t.Fatal(err)
		}
		args = append(args, value.Memory(b))
	}
	return args
}

// chain returns a program of n tasks, each of which waits for the one before it in some way, and for others.
// If an argument says so, the first task waits for the last.
func chain(r *rand.Rand, n int) string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line(
		"func.func @main(%%stalls: memref<1xi1>) {\n  %%c0 = arith.constant 0 : index\n  %%s = memref.load " +
			"%%stalls[%%c0] : memref<1xi1>")
	line("  %%p = task.promise : !async.token\n  %%go = async.execute {\n    async.yield\n  }")
	line(
		"  %%t0 = scf.if %%s -> !async.token {\n    scf.yield %%p : !async.token\n  } else {\n    " +
			"scf.yield %%go : !async.token\n  }")
	for i := 1; i <= n; i++ {
		before := fmt.Sprintf("%%t%d", i-1)
		other := fmt.Sprintf("%%t%d", r.IntN(i))
		switch r.IntN(4) {
		case 0:
			line("  %%t%d = async.execute [%s, %s] {\n    async.yield\n  }", i, before, other)
		case 1:
			line("  %%t%d = async.execute [%s] {\n    async.await %s : !async.token\n    async.yield\n  }", i,
				other, before)
		case 2: // the turn of the second comes when the first has ended
			line("  %%q%d = task.queue\n  %%a%d = task.execute [%s] on %%q%d {\n    task.yield\n  }", i, i,
				before, i)
			line("  %%t%d = task.execute on %%q%d {\n    task.yield\n  }", i, i)
		// the second task gets the resource when the first has ended; the first may be issued only when it
		// has the resource
		default:
			line("  %%r%d = task.resource\n  %%h%d = task.promise : !async.token", i, i)
			line(
				"  %%a%d = task.execute holding(%%r%d) {\n    task.fulfill %%h%d : !async.token\n    "+
					"async.await %s : !async.token\n    task.yield\n  }", i, i, i, before)
			line("  %%t%d = task.execute [%%h%d] holding(%%r%d) {\n    task.yield\n  }", i, i, i)
		}
	}
	line("  task.settle %%p by %%t%d : !async.token", n)
	line("  async.await %%t%d : !async.token\n  return\n}", 1+r.IntN(n))
	return b.String()
}

// In random programs with a circle of waits the engine finds the circle. Without the circle the programs end.
func TestRandomStalls(t *testing.T) {
	tools.Require(t, "clang")
	tools.Cache(t)
	for seed := range uint64(passtest.Programs(1)) {
		source := chain(rand.New(rand.NewPCG(seed, 44)), 20)
		p, err := Compile(t.Context(), parse(t, source), "main", config.Code{})
		if err != nil {
			t.Fatalf("%v\n%s", err, source)
		}
		for _, threads := range stallThreads {
			for stalls := range byte(2) {
				args := argumentsOf(t, p)
				args[0].Buffer.Data[0] = stalls
				_, err := p.Run(t.Context(), args,
					config.Run{Limits: config.Limits{Time: time.Minute, Threads: threads}})
				d, _ := errors.AsType[*diag.Diagnostic](err)
				closed := d != nil && d.Code == codeStuckWait && len(d.Notes) > 0 &&
					strings.HasSuffix(d.Notes[len(d.Notes)-1].Message, "the circle is closed")
				if closed != (stalls == 1) || !closed && err != nil {
					t.Fatalf("seed %d, %d threads, stalls %d: %v\n%s", seed, threads, stalls, err, source)
				}
			}
		}
	}
}
