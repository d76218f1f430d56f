package exec_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randlazy"
	"github.com/inflight-compiler/inflight/internal/tools"
	"github.com/inflight-compiler/inflight/sim"
	"github.com/inflight-compiler/inflight/target/asyncio"
	"github.com/inflight-compiler/inflight/value"

	engines "github.com/inflight-compiler/inflight/exec"
)

// lazyProgram is a random program with the order of its effects.
type lazyProgram struct {
	randlazy.Program
	order *randlazy.Order
}

// logOf returns the log and the value in the memory of a program.
func logOf(v value.Value) (entries []int, result int64) {
	for i := range int(v.Buffer.At(0)) {
		entries = append(entries, int(int32(v.Buffer.At(int64(i+1)))))
	}
	return entries, int64(int32(v.Buffer.At(randlazy.Value)))
}

// newLazyProgram makes a program, and finds its order by happens-before in every mode of the simulator, where
// its log must be in that order.
func newLazyProgram(t *testing.T, rng *rand.Rand) lazyProgram {
	t.Helper()
	p := lazyProgram{Program: randlazy.Generate(rng, true)}
	paired, module := passtest.Parse(t, p.Paired), passtest.Parse(t, p.Logged)
	memory, _ := passtest.Simulate(t, module, passtest.Modes[0], 0)
	p.order = randlazy.NewOrder(logOf(memory[0]))
	// Which of two threads starts a lazy task decides what is in order, so that all schedules are tried.
	every := sim.Config{Mode: sim.Exhaustive, Limits: sim.Limits{Schedules: 2000}}
	for _, mode := range append(slices.Clone(passtest.Modes), every) {
		_, hazards := passtest.Simulate(t, paired, mode, 0)
		p.order.Add(hazards)
	}
	for _, mode := range passtest.Modes {
		memory, _ := passtest.Simulate(t, module, mode, 0)
		if why := p.order.Check(logOf(memory[0])); why != "" {
			t.Fatalf("sim, %v: %s\n%s", mode.Mode, why, p.Logged)
		}
	}
	return p
}

// checkOnAsyncio runs programs on Python's asyncio and checks their logs.
func checkOnAsyncio(t *testing.T, python string, programs []lazyProgram) {
	t.Helper()
	folder, files := t.TempDir(), []string{}
	for i, p := range programs {
		text, err := asyncio.Write(passtest.Parse(t, p.Logged))
		if err != nil {
			t.Fatalf("%v\n%s", err, p.Logged)
		}
		name := filepath.Join(folder, fmt.Sprintf("p%d.py", i))
		if err := os.WriteFile(name, text, 0o600); err != nil {
			t.Fatal(err)
		}
		files = append(files, name)
	}
	const all = "import runpy, sys\nfiles = sys.argv[1:]\nsys.argv = sys.argv[:1]\nfor f in files: " +
		"runpy.run_path(f)"
	cmd := exec.CommandContext(t.Context(), python, append([]string{"-W", "error", "-c", all}, files...)...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v\n%s", err, &errs)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != len(programs) || errs.Len() > 0 {
		t.Fatalf("%d programs print %d lines\n%s", len(programs), len(lines), &errs)
	}
	for i, p := range programs {
		numbers := strings.Fields(lines[i])[2:]
		at := func(i int) int {
			n, err := strconv.Atoi(numbers[i])
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
		var entries []int
		for k := range at(0) {
			entries = append(entries, at(k+1))
		}
		if why := p.order.Check(entries, int64(at(randlazy.Value))); why != "" {
			t.Fatalf("asyncio: %s\n%s", why, p.Logged)
		}
	}
}

// checkOnEngine runs programs, compiled together, on an engine.
func checkOnEngine(t *testing.T, engine string, programs []lazyProgram) {
	t.Helper()
	j := &joined{}
	for _, p := range programs {
		memory, _ := passtest.Simulate(t, passtest.Parse(t, p.Logged), passtest.Modes[0], 0)
		j.add(t, p.Logged, memory)
	}
	m := passtest.Parse(t, j.source())
	e, err := engines.Lookup(engine)
	if err != nil {
		t.Fatal(err)
	}
	for _, threads := range []int{1, 2, 8} {
		args := make([]value.Value, len(j.before))
		for i, v := range j.before {
			args[i] = value.Memory(v.Buffer.Clone())
		}
		if _, err := runEntry(t.Context(), e, m, "entry", engines.Code{}, args,
			engines.Options{Limits: engines.Limits{Threads: threads}}); err != nil {
			t.Fatalf("%s, %d threads: %v\n%s", engine, threads, err, j.source())
		}
		for i, p := range programs {
			if why := p.order.Check(logOf(args[i])); why != "" {
				t.Fatalf("%s, %d threads: %s\n%s", engine, threads, why, p.Logged)
			}
		}
	}
}

// Lazy and eager tasks have the same value and the same effects on the simulator, on Python's asyncio and on
// the engines, in an order that happens-before allows: the only one, where there is one.
func TestLazyTasksLikeAsyncio(t *testing.T) {
	python := tools.Require(t, "python3")
	tools.Require(t, "clang")
	tools.Cache(t)
	rng := rand.New(rand.NewPCG(29, 4))
	n, determined := passtest.Programs(50), 0
	begin := time.Now()
	for done := 0; done < n; {
		var programs []lazyProgram
		for len(programs) < min(2*batch, n-done) {
			p := newLazyProgram(t, rng)
			if p.order.Determined() {
				determined++
			}
			programs = append(programs, p)
		}
		done += len(programs)
		checkOnAsyncio(t, python, programs)
		checkOnEngine(t, "wasm", programs)
		checkOnEngine(t, "native", programs)
		// Most of the time is that of clang, in processes of its own.
		t.Logf("%d of %d programs after %v", done, n, time.Since(begin).Round(time.Second))
	}
	if determined < n/10 || determined > n-n/10 {
		t.Errorf("%d of %d programs have one order only", determined, n)
	}
}
