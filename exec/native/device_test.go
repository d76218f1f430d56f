package native

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/config"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randdevice"
	"github.com/inflight-compiler/inflight/internal/tools"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
	"github.com/inflight-compiler/inflight/sim"
	"github.com/inflight-compiler/inflight/target/llvm"
	"github.com/inflight-compiler/inflight/value"
)

// deviceProgram compiles a program for the fake device.
func deviceProgram(t *testing.T, source string, c config.Code) (*ir.Op, *Program) {
	t.Helper()
	t.Setenv("INFLIGHT_GPU", "fake")
	m, diags := text.Parse(all.NewContext(), diag.NewFile("in.mlir", []byte(source)), text.Options{})
	if diags.HasErrors() {
		t.Fatalf("%v\n%s", diags, source)
	}
	p, err := Compile(t.Context(), m, "main", c)
	if err != nil {
		t.Fatalf("%v\n%s", err, source)
	}
	return m, p
}

// runGraphs runs a random program, and compares its results with the expected ones.
func runGraphs(t *testing.T, p *Program, r *randdevice.Program) error {
	var args []value.Value
	for _, typ := range p.Inputs() {
		m := typ.(*ir.MemRefType)
		b, err := value.NewBuffer(m, m.Shape)
		if err != nil {
			t.Fatal(err)
		}
		args = append(args, value.Memory(b))
	}
	for i, x := range randdevice.Input() {
		binary.LittleEndian.PutUint32(args[0].Buffer.Data[4*i:], uint32(x))
	}
	if _, err := p.Run(tools.Context(t), args, config.Run{}); err != nil {
		return err
	}
	for g, want := range r.Want {
		for i, x := range want {
			if got := int32(binary.LittleEndian.Uint32(args[1+g].Buffer.Data[4*i:])); got != x {
				return fmt.Errorf("graph %d, element %d: got %d, want %d", g, i, got, x)
			}
		}
	}
	return nil
}

// Random graphs of operations, on up to eight queues and as graphs of the driver, compute the same results as
// their operations one after the other, in every schedule of the streams, and leave no object behind.
func TestRandomGraphs(t *testing.T) {
	tools.Require(t, "clang")
	tools.Cache(t)
	for n := range passtest.Programs(2) {
		r := rand.New(rand.NewPCG(uint64(n), 8))
		program := randdevice.New(r, 2, 20+r.IntN(60), r.IntN(9), 1)
		for _, c := range []config.Code{{}, {DeviceGraphs: true}} {
			_, p := deviceProgram(t, program.Text, c)
			for seed := range 2 {
				t.Setenv("INFLIGHT_GPU_SEED", strconv.Itoa(seed*(n+1)))
				if err := runGraphs(t, p, program); err != nil {
					t.Fatalf("program %d, graphs %t, seed %d: %v\n%s", n, c.DeviceGraphs, seed, err,
						program.Text)
				}
			}
		}
	}
}

// Random graphs on up to four devices compute the same results, and each operation uses the streams, events
// and kernels of its own device.
func TestRandomGraphsOnDevices(t *testing.T) {
	tools.Require(t, "clang")
	tools.Cache(t)
	for n := range passtest.Programs(3) {
		r := rand.New(rand.NewPCG(uint64(n), 21))
		program := randdevice.New(r, 2, 20+r.IntN(60), r.IntN(9), 2+n%3)
		_, p := deviceProgram(t, program.Text, config.Code{})
		for seed := range 2 {
			t.Setenv("INFLIGHT_GPU_SEED", strconv.Itoa(seed*(n+1)))
			if err := runGraphs(t, p, program); err != nil {
				t.Fatalf("program %d, seed %d: %v\n%s", n, seed, err, program.Text)
			}
		}
	}
}

// Without any one of its waits, a random graph has a race, which the fake driver detects in every run.
func TestEachWaitIsNeeded(t *testing.T) {
	eachIsNeeded(t, config.Code{}, 1, "mgpuStreamWaitEvent", "INFLIGHT_GPU_SKIP")
	eachIsNeeded(t, config.Code{}, 3, "mgpuStreamWaitEvent", "INFLIGHT_GPU_SKIP")
}

// The same holds for a graph of the driver without any one of its edges.
func TestEachEdgeIsNeeded(t *testing.T) {
	eachIsNeeded(t, config.Code{DeviceGraphs: true}, 1, "inflightGpuGraphEdge", "INFLIGHT_GPU_SKIP_EDGE")
}

// eachIsNeeded leaves out each call of a function in turn. An environment variable tells the fake driver
// which one.
func eachIsNeeded(t *testing.T, c config.Code, devices int, function, variable string) {
	tools.Require(t, "clang")
	tools.Cache(t)
	waits := 0
	for n := range passtest.Programs(2) {
		r := rand.New(rand.NewPCG(uint64(n), 9))
		program := randdevice.New(r, 1, 20+r.IntN(20), 1+n%8+1, devices)
		m, p := deviceProgram(t, program.Text, c)
		code, err := llvm.Text(t.Context(), m, "main", c)
		if err != nil {
			t.Fatal(err)
		}
		count := strings.Count(string(code), "call void @"+function+"(")
		for skipped := range min(count, 20) {
			t.Setenv(variable, strconv.Itoa(skipped))
			d, ok := errors.AsType[*diag.Diagnostic](runGraphs(t, p, program))
			if !ok || d.Code != codeDevice || !strings.Contains(d.Message, "a race on the device") {
				t.Errorf("program %d without call %d of %d: %v\n%s", n, skipped, count, d, program.Text)
			}
			waits++
		}
		t.Setenv(variable, "")
	}
	if waits < 10 {
		t.Errorf("%d calls in all", waits)
	}
}

// Two tasks use the device, and suspend where they wait for it. Operations of the device may block or be
// asynchronous, and tokens pass through branches and loops.
func TestDevicePrograms(t *testing.T) {
	tools.Require(t, "clang")
	tools.Cache(t)
	files, err := filepath.Glob("testdata/device/*.mlir")
	if err != nil || len(files) == 0 {
		t.Fatalf("no programs: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".mlir"), func(t *testing.T) {
			source, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			m, p := deviceProgram(t, string(source), config.Code{})
			_, graphs := deviceProgram(t, string(source), config.Code{DeviceGraphs: true})
			for choice := range int64(2) {
				expected := simulated(t, m, p, choice)
				runDevice(t, p, deviceArguments(t, p, choice), expected)
				runDevice(t, graphs, deviceArguments(t, p, choice), expected)
			}
		})
	}
}

// Programs that compute the numbers of devices, in tasks, loops and branches, compute the same results as on
// the simulator.
func TestSeveralDevices(t *testing.T) {
	tools.Require(t, "clang")
	tools.Cache(t)
	source, err := os.ReadFile("testdata/devices/tasks.mlir")
	if err != nil {
		t.Fatal(err)
	}
	m, p := deviceProgram(t, string(source), config.Code{})
	for choice := range int64(2) {
		expected := simulated(t, m, p, choice)
		for seed := range 5 {
			t.Setenv("INFLIGHT_GPU_SEED", strconv.Itoa(seed))
			runDevice(t, p, deviceArguments(t, p, choice), expected)
		}
	}
	t.Setenv("INFLIGHT_GPU_DEVICES", "3")
	_, err = p.Run(tools.Context(t), deviceArguments(t, p, 1), config.Run{})
	if d, ok := errors.AsType[*diag.Diagnostic](err); !ok ||
		!strings.Contains(d.Message, "there is no device 3") {
		t.Errorf("with three devices: %v", err)
	}
}

// Random hosts without a token compute on the fake driver the same results as their operations one after the
// other: on streams, as graphs, and with tokens that leave regions.
func TestRandomHosts(t *testing.T) {
	tools.Require(t, "clang")
	tools.Cache(t)
	for n := range passtest.Programs(6) {
		source := randdevice.Host(rand.New(rand.NewPCG(uint64(n), 11)), false)
		m, p := deviceProgram(t, source, config.Code{DeviceGraphs: n%3 == 2})
		expected := simulated(t, m, p, int64(n%2))
		for seed := range 2 {
			t.Setenv("INFLIGHT_GPU_SEED", strconv.Itoa(seed*(n+1)))
			runDevice(t, p, deviceArguments(t, p, int64(n%2)), expected)
		}
		if t.Failed() {
			t.Fatalf("program %d:\n%s", n, source)
		}
	}
}

// Without any one of the waits for tokens that cross functions and regions there is a race, which is
// detected.
func TestWaitsOfCrossingTokens(t *testing.T) {
	tools.Require(t, "clang")
	tools.Cache(t)
	source, err := os.ReadFile("testdata/device/calls.mlir")
	if err != nil {
		t.Fatal(err)
	}
	_, p := deviceProgram(t, string(source), config.Code{})
	for skipped := range 16 {
		t.Setenv("INFLIGHT_GPU_SKIP", strconv.Itoa(skipped))
		_, err := p.Run(tools.Context(t), deviceArguments(t, p, 1), config.Run{})
		if d, ok := errors.AsType[*diag.Diagnostic](err); !ok ||
			!strings.Contains(d.Message, "a race on the device") {
			t.Errorf("without wait %d: %v", skipped, err)
		}
	}
}

// A task that fails leaves no stream and no event behind, nor do tasks that fail because of it. Other tasks
// continue.
func TestFailingTasksOfDevice(t *testing.T) {
	tools.Require(t, "clang")
	tools.Cache(t)
	source, err := os.ReadFile("testdata/device_fail.mlir")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []config.Code{{}, {DeviceGraphs: true}} {
		_, p := deviceProgram(t, string(source), c)
		for right := range int64(2) {
			args := deviceArguments(t, p, right)
			_, err := p.Run(tools.Context(t), args, config.Run{})
			if d, failed := errors.AsType[*diag.Diagnostic](err); failed != (right == 0) ||
				failed && !strings.Contains(d.Message, "as asked") {
				t.Errorf("graphs %t, right %d: %v", c.DeviceGraphs, right, err)
			}
			if before := deviceArguments(t, p, right)[1]; right == 1 &&
				bytes.Equal(args[1].Buffer.Data, before.Buffer.Data) {
				t.Errorf("graphs %t: the other task did nothing", c.DeviceGraphs)
			}
		}
	}
}

// simulated returns the arguments of a program after a run on the simulator.
func simulated(t *testing.T, m *ir.Op, p *Program, number int64) []value.Value {
	t.Helper()
	want, err := sim.Compile(m, "main")
	if err != nil {
		t.Fatal(err)
	}
	args := deviceArguments(t, p, number)
	if _, err := want.Run(t.Context(), sim.Config{}, args); err != nil {
		t.Fatal(err)
	}
	return args
}

// runDevice runs a program, and compares its memory with what is expected.
func runDevice(t *testing.T, p *Program, args, expected []value.Value) {
	t.Helper()
	if _, err := p.Run(tools.Context(t), args, config.Run{}); err != nil {
		t.Fatal(err)
	}
	for i := range args {
		if b := args[i].Buffer; b != nil && !bytes.Equal(b.Data, expected[i].Buffer.Data) {
			t.Errorf("argument %d is %v, want %v", i, b.Data, expected[i].Buffer.Data)
		}
	}
}

// deviceArguments returns memory with contents, and numbers.
func deviceArguments(t *testing.T, p *Program, number int64) []value.Value {
	var args []value.Value
	for n, typ := range p.Inputs() {
		m, ok := typ.(*ir.MemRefType)
		if !ok {
			args = append(args, value.Int(typ, number))
			continue
		}
		b, err := value.NewBuffer(m, m.Shape)
		if err != nil {
			t.Fatal(err)
		}
		for i := range b.Data {
			b.Data[i] = byte(i * (n + 1) % 7)
		}
		args = append(args, value.Memory(b))
	}
	return args
}

// The build of a program with a device closes all files of the cache itself. The garbage collector would
// close a forgotten file at any time, possibly before clang reads it.
func TestBuildClosesFiles(t *testing.T) {
	tools.Require(t, "clang")
	if runtime.GOOS != "linux" {
		t.Skip("needs /proc")
	}
	tools.Cache(t)
	m, _ := deviceProgram(t, randdevice.New(rand.New(rand.NewPCG(1, 9)), 1, 5, 2, 1).Text, config.Code{})
	executable := filepath.Join(t.TempDir(), "program")
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	before := openFiles(t)
	if err := BuildExecutable(t.Context(), m, "main", executable, config.Code{}); err != nil {
		t.Fatal(err)
	}
	if err := BuildLibrary(t.Context(), m, executable+".so", config.Code{}); err != nil {
		t.Fatal(err)
	}
	if after := openFiles(t); after > before {
		t.Errorf("%d files were open, then %d", before, after)
	}
}

// openFiles counts the files that this process has open.
func openFiles(t *testing.T) int {
	t.Helper()
	files, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	return len(files)
}
