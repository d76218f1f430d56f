package native

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/inflight-compiler/inflight/config"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/exec/asyncrt"
	"github.com/inflight-compiler/inflight/internal/tools"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
	"github.com/inflight-compiler/inflight/target/llvm"
)

func parse(t *testing.T, source string) *ir.Op {
	t.Helper()
	m, diags := text.Parse(all.NewContext(), diag.NewFile("in.mlir", []byte(source)), text.Options{})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	return m
}

// runProgram runs a program, for a minute at most.
func runProgram(t *testing.T, environment []string, name string, args ...string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env = append(os.Environ(), environment...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", name, err, out)
	}
	return strings.TrimSpace(string(out))
}

// Tokens and values that are payloads of values are freed with them, however often and by whichever task they
// are awaited.
func TestPayloadsAreFreed(t *testing.T) {
	tools.Require(t, "clang")
	tools.Cache(t)
	m := parse(t, `
func.func @once(%n: i64) -> i64 {
  %t, %v = async.execute -> !async.value<!async.token> {
    %u = async.execute {
      async.yield
    }
    async.yield %u : !async.token
  }
  %u = async.await %v : !async.value<!async.token>
  async.await %u : !async.token
  return %n : i64
}

async.func @nested(%n: i64) -> !async.value<!async.token> {
  %u = async.execute {
    async.yield
  }
  async.await %u : !async.token
  return %u : !async.token
}

func.func @twice(%n: i64) -> i64 {
  %v = async.call @nested(%n) : (i64) -> !async.value<!async.token>
  %u = async.await %v : !async.value<!async.token>
  %w = async.await %v : !async.value<!async.token>
  async.await %u : !async.token
  async.await %w : !async.token
  return %n : i64
}

func.func @never(%n: i64) {
  %t, %v = async.execute -> !async.value<!async.token> {
    %u = async.execute {
      async.yield
    }
    async.yield %u : !async.token
  }
  return
}

func.func @main(%n: i64) -> i64 {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %sum = scf.for %i = %zero to %n step %one iter_args(%before = %zero) -> (i64) : i64 {
    %a = func.call @once(%i) : (i64) -> i64
    %b = func.call @twice(%i) : (i64) -> i64
    func.call @never(%i) : (i64) -> ()
    %c = arith.addi %a, %b : i64
    %after = arith.addi %before, %c : i64
    scf.yield %after : i64
  }
  return %sum : i64
}`)
	program := filepath.Join(t.TempDir(), "program")
	if err := BuildExecutable(t.Context(), m, "main", program, config.Code{}); err != nil {
		t.Fatal(err)
	}
	for _, threads := range []string{"1", "2", "8"} {
		environment := []string{"INFLIGHT_LEAKS=fail", "INFLIGHT_THREADS=" + threads}
		if got := runProgram(t, environment, program, "1000"); got != "999000" {
			t.Errorf("%s threads: %s", threads, got)
		}
	}
}

const tasks = `
func.func @tasks(%n: i64) -> i64 {
  %t = async.execute {
    async.yield
  }
  %u, %v = async.execute [%t] -> !async.value<i64> {
    async.yield %n : i64
  }
  %r = async.await %v : !async.value<i64>
  return %r : i64
}`

// The functions of the runtime that programs call most often are compiled into the program.
func TestRuntimeIsInside(t *testing.T) {
	tools.Require(t, "clang")
	tools.Cache(t)
	cc, err := findClang(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	objects, err := cc.runtime(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	code, err := llvm.LibraryText(t.Context(), parse(t, tasks), config.Code{})
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	if err := write(folder, map[string]string{"program.ll": string(code)}); err != nil {
		t.Fatal(err)
	}
	if err := cc.run(t.Context(), folder,
		append(append(flags[:len(flags):len(flags)], objects.inline()...), "-S", "program.ll", "-o",
			"program.s")...); err != nil {
		t.Fatal(err)
	}
	assembly, err := os.ReadFile(filepath.Join(folder, "program.s"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"CreateToken", "CreateValue", "EmplaceToken", "EmplaceValue", "DropRef",
		"Execute", "IsValueError", "GetValueStorage"} {
		if strings.Contains(string(assembly), "mlirAsyncRuntime"+name+"@PLT") {
			t.Errorf("mlirAsyncRuntime%s is outside", name)
		}
	}
	if !strings.Contains(string(assembly), "inflight.executeAnywhere") {
		t.Error("what is uncommon is not called")
	}
}

// A library uses its own runtime, even if the process has another one whose functions have the same names.
func TestLibraryKeepsItsRuntime(t *testing.T) {
	clang := tools.Require(t, "clang")
	tools.Cache(t)
	folder := t.TempDir()
	library, other, host := filepath.Join(folder, "tasks.so"), filepath.Join(folder, "other.so"),
		filepath.Join(folder, "host")
	if err := BuildLibrary(t.Context(), parse(t, tasks), library, config.Code{}); err != nil {
		t.Fatal(err)
	}
	source, err := asyncrt.Write(folder)
	if err != nil {
		t.Fatal(err)
	}
	runProgram(t, nil, clang, append(asyncrt.Flags(), "-shared", source, "-o", other)...)
	if err := write(folder, map[string]string{"host.c": `
#include <dlfcn.h>
#include <stdio.h>

int main(int argc, char **argv) {
    if (argc != 3 || dlopen(argv[1], RTLD_NOW | RTLD_GLOBAL) == NULL)
        return 1;
    void *library = dlopen(argv[2], RTLD_NOW | RTLD_GLOBAL);
    if (library == NULL)
        return 2;
    long (*tasks)(long) = (long (*)(long))dlsym(library, "_mlir_ciface_tasks"), sum = 0;
    for (long i = 0; i < 10000; i++)
        sum += tasks(i);
    printf("%ld\n", sum);
    return 0;
}
`}); err != nil {
		t.Fatal(err)
	}
	runProgram(t, nil, clang, "-O1", filepath.Join(folder, "host.c"), "-ldl", "-o", host)
	got := runProgram(t, []string{"LD_DEBUG=bindings"}, host, other, library)
	if !strings.Contains(got, "49995000") {
		t.Error(got)
	}
	if strings.Contains(got, "binding file "+library+" [0] to "+other) {
		t.Errorf("the library calls the other runtime:\n%s", got)
	}
}

// Promises, queues, resources and events are freed, also after errors: those of a failed task, and those of
// tasks that are skipped because of it.
func TestTurnsAreFreed(t *testing.T) {
	tools.Require(t, "clang")
	tools.Cache(t)
	m := parse(t, `
func.func @main(%n: i64) -> i64 {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %sum = memref.alloc() : memref<1xi64>
  memref.store %zero, %sum[%c0] : memref<1xi64>
  %q = task.queue {depth = 2}
  %s = task.queue {order = "issue", depth = 3}
  %r = task.resource
  %go = task.import "go"
  %failed = task.promise : !async.token
  task.fail %failed, "given up" : !async.token
  %last = scf.for %i = %zero to %n step %one iter_args(%before = %go) -> (!async.token) : i64 {
    %early = task.promise : !async.value<i64>
    %never = task.promise : !async.token
    %t = task.execute [%go] on %q holding(%r) {
      %v = memref.load %sum[%c0] : memref<1xi64>
      %w = arith.addi %v, %i : i64
      memref.store %w, %sum[%c0] : memref<1xi64>
      task.fulfill %early : !async.value<i64> with %w : i64
      task.yield
    }
    task.settle %early by %t : !async.value<i64>
    task.settle %never by %t : !async.token
    %skipped, %value = task.execute (%early as %e: !async.value<i64>) on %s holding(%r) unless %failed -> !async.value<i64> {
      task.yield %e : i64
    }
    %also = task.execute [%skipped, %never] on %s {
      task.yield
    }
    %first = task.any %also, %value, %t : !async.token, !async.value<i64>, !async.token
    %which = async.await %first : !async.value<index>
    %done = task.is_complete %before : !async.token
    scf.yield %t : !async.token
  }
  task.export %last as "done"
  async.await %last : !async.token
  %result = memref.load %sum[%c0] : memref<1xi64>
  memref.dealloc %sum : memref<1xi64>
  return %result : i64
}`)
	program := filepath.Join(t.TempDir(), "program")
	if err := BuildExecutable(t.Context(), m, "main", program, config.Code{}); err != nil {
		t.Fatal(err)
	}
	for _, threads := range []string{"1", "2", "8"} {
		environment := []string{"INFLIGHT_LEAKS=fail", "INFLIGHT_THREADS=" + threads}
		if got := runProgram(t, environment, program, "1000"); !strings.HasSuffix(got, "499500") {
			t.Errorf("%s threads: %s", threads, got)
		}
	}
}

// The misuse of a promise or a group is an error. It has a place if the place is known.
func TestMisuse(t *testing.T) {
	tools.Require(t, "clang")
	tools.Cache(t)
	for name, c := range map[string]struct{ body, want string }{
		"promise": {`
  task.fulfill %p : !async.value<i32> with %x : i32
  task.fulfill %p : !async.value<i32> with %x : i32`,
			"in.mlir:5:3: error: the token or value is resolved already"},
		"failed promise": {`
  task.fail %p, "given up" : !async.value<i32>
  task.fulfill %p : !async.value<i32> with %x : i32`,
			"in.mlir:5:3: error: the token or value is resolved already"},
		"fulfilled promise": {`
  task.fulfill %p : !async.value<i32> with %x : i32
  task.fail %p, "given up" : !async.value<i32>`,
			"in.mlir:5:3: error: the token or value is resolved already"},
		"group": {`
  task.fulfill %p : !async.value<i32> with %x : i32
  %c1 = arith.constant 1 : index
  %g = async.create_group %c1 : !async.group
  %0 = async.add_to_group %p, %g : !async.value<i32>
  %1 = async.add_to_group %p, %g : !async.value<i32>`, "more members were added to a group than its size"},
	} {
		t.Run(name, func(t *testing.T) {
			m := parse(t, "func.func @main() -> i32 {\n  %x = arith.constant 7 : i32\n"+
				"  %p = task.promise : !async.value<i32>"+c.body+
				"\n  %v = async.await %p : !async.value<i32>\n  return %v : i32\n}\n")
			p, err := Compile(t.Context(), m, "main", config.Code{})
			if err != nil {
				t.Fatal(err)
			}
			_, err = p.Run(t.Context(), nil, config.Run{Limits: config.Limits{Time: time.Minute}})
			if err == nil || !strings.Contains(err.Error(), c.want) ||
				!strings.Contains(err.Error(), "native-async-misuse") {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}
