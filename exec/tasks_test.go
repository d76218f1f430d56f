package exec_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/inflight-compiler/inflight/exec"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randcoro"
	"github.com/inflight-compiler/inflight/internal/randtask"
	"github.com/inflight-compiler/inflight/internal/tools"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/value"
)

// batch is the number of random programs that are compiled together.
const batch = 10

// joined is a module with the functions of several programs, and @entry, which takes the memory of all and
// calls one after the other.
type joined struct {
	functions, calls strings.Builder
	programs         int
	params           []string
	before, after    []value.Value // memory
}

// add adds a program. memory has the contents that the program leaves when it runs in order. Arguments that
// are not memory are 0.
func (j *joined) add(t *testing.T, source string, memory []value.Value) {
	prefix := fmt.Sprintf("@p%d_", j.programs)
	j.functions.WriteString(strings.ReplaceAll(source, "@", prefix))
	var args, types []string
	for i, v := range memory {
		name := fmt.Sprintf("%%p%d_%d", j.programs, i)
		args, types = append(args, name), append(types, v.Type.String())
		if v.Buffer == nil {
			fmt.Fprintf(&j.calls, "  %s = arith.constant 0 : %v\n", name, v.Type)
			continue
		}
		b, err := value.NewBuffer(v.Type.(*ir.MemRefType), v.Buffer.Shape)
		if err != nil {
			t.Fatal(err)
		}
		for k := range b.Data {
			b.Data[k] = byte(7*k + i) // as passtest.Simulate does
		}
		j.params = append(j.params, name+": "+v.Type.String())
		j.before, j.after = append(j.before, value.Memory(b)), append(j.after, v)
	}
	fmt.Fprintf(&j.calls, "  func.call %smain(%s) : (%s) -> ()\n", prefix, strings.Join(args, ", "),
		strings.Join(types, ", "))
	j.programs++
}

func (j *joined) source() string {
	return fmt.Sprintf("%s\nfunc.func @entry(%s) {\n%s  return\n}\n", &j.functions,
		strings.Join(j.params, ", "), &j.calls)
}

// check runs the module on an engine with different numbers of threads.
func (j *joined) check(t *testing.T, engine string) {
	m := passtest.Parse(t, j.source())
	e, err := exec.Lookup(engine)
	if err != nil {
		t.Fatal(err)
	}
	for _, threads := range []int{1, 2, 8} {
		args := make([]value.Value, len(j.before))
		for i, v := range j.before {
			b := *v.Buffer
			b.Data = append([]byte(nil), b.Data...)
			args[i] = value.Memory(&b)
		}
		if _, err := runEntry(t.Context(), e, m, "entry", exec.Code{}, args,
			exec.Options{Limits: exec.Limits{Threads: threads, Time: 5 * time.Minute}}); err != nil {
			t.Fatalf("%d threads: %v\n%s", threads, err, j.source())
		}
		for i, v := range args {
			if !v.Equal(j.after[i]) {
				t.Fatalf("%d threads: %s differs\n%s", threads, j.params[i], j.source())
			}
		}
	}
}

// Random tasks and coroutines, with and without errors, compiled by the engine, leave the same contents in
// memory as in order, with one thread, two and eight.
func TestNativeRandomTasks(t *testing.T) {
	tools.Require(t, "clang")
	tools.Cache(t)
	coroutines := rand.New(rand.NewPCG(8, 2))
	randomTasks(t, "native", passtest.Programs(2*batch), func(i int) string {
		if i%2 != 0 {
			return ""
		}
		return randcoro.Program(coroutines,
			randcoro.Options{Errors: i%4 == 0, Blocking: i/batch%2 == 1, Lazy: i%3 > 0})
	})
}

// Random tasks and coroutines leave the same contents in memory as in order on the engine wasm, too, with one
// thread, two and eight.
func TestWasmRandomTasks(t *testing.T) {
	coroutines := rand.New(rand.NewPCG(8, 3))
	randomTasks(t, "wasm", passtest.Programs(6*batch), func(i int) string {
		if i%2 != 0 {
			return ""
		}
		return randcoro.Program(coroutines,
			randcoro.Options{Errors: i%4 == 0, Blocking: i/batch%2 == 1, GroupedValues: true, Lazy: i%3 > 0})
	})
}

// Tasks that parts of functions issue and await, as in very large functions, leave the same contents in
// memory as in order.
func TestWasmRandomTasksInParts(t *testing.T) {
	tasks := rand.New(rand.NewPCG(8, 4))
	randomTasks(t, "wasm", passtest.Programs(2*batch), func(i int) string {
		m := passtest.Parse(t, randtask.Program(tasks))
		m = passtest.Transform(t, m, "builtin.module(split-functions{above=0 branches=1})")
		var functions strings.Builder
		for fn := range m.Body().Ops() {
			functions.WriteString(passtest.Print(fn))
		}
		return functions.String()
	})
}

// randomTasks runs a number of random programs on an engine. other, if not nil, makes some of them.
func randomTasks(t *testing.T, engine string, programs int, other func(i int) string) {
	tasks := rand.New(rand.NewPCG(8, 1))
	for done := 0; done < programs; {
		j := &joined{}
		for j.programs < min(programs-done, batch) {
			source := other(done + j.programs)
			if source == "" {
				source = randtask.Program(tasks)
			}
			m := passtest.Parse(t, source)
			if !passtest.Clean(t, m, 0) {
				continue
			}
			memory, _ := passtest.Simulate(t, m, passtest.Modes[0], 0)
			j.add(t, source, memory)
		}
		j.check(t, engine)
		done += j.programs
	}
}
