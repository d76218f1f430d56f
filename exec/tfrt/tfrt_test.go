package tfrt_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/inflight-compiler/inflight/bef"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/exec/tfrt"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/race"
	"github.com/inflight-compiler/inflight/ir/text"
)

// encode makes a file of a program.
func encode(t testing.TB, name, src string) *bef.File {
	t.Helper()
	f, err := bef.Encode(passtest.Any(t, name, src), bef.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// load makes a program of a text by way of a file's bytes.
func load(t testing.TB, name, src string) *tfrt.Program {
	t.Helper()
	read, err := bef.Read(name, encode(t, name, src).Bytes())
	if err != nil {
		t.Fatal(err)
	}
	p, err := tfrt.New(read)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// run returns what a program prints, and the errors that it reports.
func run(t testing.TB, ctx context.Context, p *tfrt.Program, c tfrt.Config) (out, reported string,
	err error) {
	t.Helper()
	var b strings.Builder
	var list []string
	c.Output = &b
	c.Report = func(d *diag.Diagnostic) {
		_, place, _ := strings.Cut(d.Span.String(), ":")
		list = append(list, place+": "+d.Message+"\n")
	}
	err = p.Run(ctx, c)
	return b.String(), strings.Join(list, ""), err
}

// The programs print what was written down before there was an executor, with 1, 2 and 8 threads.
func TestPrograms(t *testing.T) {
	n := 0
	forPrograms(t, func(name, src, want, errors string) {
		n++
		p := load(t, name, src)
		for _, workers := range []int{1, 2, 8} {
			got, reported, err := run(t, t.Context(), p, tfrt.Config{Workers: workers})
			if err != nil {
				t.Errorf("%s with %d threads: %v", name, workers, err)
			}
			if d := cmp.Diff(want, got); d != "" {
				t.Errorf("%s with %d threads: expected (-) and printed (+):\n%s", name, workers, d)
			}
			if d := cmp.Diff(inReportOrder(errors, workers), inReportOrder(reported, workers)); d != "" {
				t.Errorf("%s with %d threads: expected (-) and reported (+):\n%s", name, workers, d)
			}
		}
	})
	if n < 100 {
		t.Errorf("%d programs", n)
	}
}

// inReportOrder returns the lines of reported errors in an order that can be compared. One thread
// reports in the order of its stream; of two kernels on two threads either may fail first.
func inReportOrder(reported string, workers int) string {
	if workers == 1 {
		return reported
	}
	return strings.Join(slices.Sorted(strings.Lines(reported)), "")
}

func forPrograms(t testing.TB, f func(name, src, want, errors string)) {
	t.Helper()
	files, err := filepath.Glob("testdata/programs/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	for _, file := range files {
		ar, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		parts := map[string]string{}
		for _, part := range ar.Files {
			parts[part.Name] = string(part.Data)
		}
		for _, part := range ar.Files {
			if name, ok := strings.CutSuffix(part.Name, ".mlir"); ok {
				f(name, parts[part.Name], parts[name+".out"], parts[name+".err"])
			}
		}
	}
}

const spin = `func.func @body(%x: i32) -> (i32, i1) {
  %more = tfrt.constant.i1 true
  tfrt.return %x, %more : i32, i1
}
func.func @main() -> i32 {
  %c = tfrt.constant.i1 true
  %x = tfrt.constant.i32 1
  %r = tfrt.while %c @body(%x) parallel_iterations(PAR) : (i32) -> (i32)
  tfrt.return %r : i32
}`

// What never ends is ended by its context, with any number of threads and however it is busy.
func TestTimeLimit(t *testing.T) {
	sleeping := `func.func @main() -> !tfrt.chain {
  %us = tfrt.constant.i32 2000000000
  %ch = "tfrt_test.blocking.usleep"(%us) : (i32) -> !tfrt.chain
  tfrt.return %ch : !tfrt.chain
}`
	blocks := `func.func @main() -> !tfrt.chain {
  %s = tfrt.constant.i32 0
  %e = tfrt.constant.i32 2147483647
  %b = tfrt.constant.i32 1
  %d = tfrt.parallel_for.i32 %s to %e fixed %b {
    %ch = tfrt.new.chain
    tfrt.return %ch : !tfrt.chain
  }
  tfrt.return %d : !tfrt.chain
}`
	repeated := `func.func @main() -> i32 {
  %n = tfrt.constant.i32 2147483647
  %x = tfrt.constant.i32 1
  %r = tfrt.repeat.i32 %n, %x : i32 {
    tfrt.return %x : i32
  }
  tfrt.return %r : i32
}`
	for name, src := range map[string]string{"while": strings.ReplaceAll(spin, "PAR", "1"),
		"parallel while": strings.ReplaceAll(spin, "PAR", "8"), "sleep": sleeping, "blocks": blocks,
		"repeat": repeated} {
		for _, workers := range []int{1, 4} {
			ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
			_, _, err := run(t, ctx, load(t, name, src), tfrt.Config{Workers: workers})
			cancel()
			if !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("%s with %d threads: %v", name, workers, err)
			}
		}
	}
}

// Many iterations and a deep recursion need no stack that grows with them.
func TestDeepLoops(t *testing.T) {
	race.Skip(t, "the other tests have what runs beside each other")
	for name, src := range map[string]string{
		"repeat": `func.func @main() -> i32 {
  %n = tfrt.constant.i32 200000
  %x = tfrt.constant.i32 0
  %r = tfrt.repeat.i32 %n, %x : i32 {
    %one = tfrt.constant.i32 1
    %y = tfrt.add.i32 %x, %one
    tfrt.return %y : i32
  }
  tfrt.return %r : i32
}`,
		"repeat of asynchronous work": `func.func @main() -> i32 {
  %n = tfrt.constant.i32 20000
  %x = tfrt.constant.i32 180000
  %r = tfrt.repeat.i32 %n, %x : i32 {
    %one = tfrt.constant.i32 1
    %y = "tfrt_test.async_add.i32"(%x, %one) : (i32, i32) -> i32
    tfrt.return %y : i32
  }
  tfrt.return %r : i32
}`,
		"recursion": `func.func @down(%n: i32, %sum: i32) -> i32 {
  %zero = tfrt.constant.i32 0
  %end = "tfrt.lessequal.i32"(%n, %zero) : (i32, i32) -> i1
  %r = tfrt.if %end, %n, %sum : (i32, i32) -> (i32) {
    tfrt.return %sum : i32
  } else {
    %one = tfrt.constant.i32 1
    %ten = tfrt.constant.i32 10
    %m = "tfrt.minus.i32"(%n, %one) : (i32, i32) -> i32
    %s = tfrt.add.i32 %sum, %ten
    %r = tfrt.call @down(%m, %s) : (i32, i32) -> i32
    tfrt.return %r : i32
  }
  tfrt.return %r : i32
}
func.func @main() -> i32 {
  %n = tfrt.constant.i32 20000
  %z = tfrt.constant.i32 0
  %r = tfrt.call @down(%n, %z) : (i32, i32) -> i32
  tfrt.return %r : i32
}`,
	} {
		for _, workers := range []int{1, 4} {
			out, _, err := run(t, t.Context(), load(t, name, src),
				tfrt.Config{Workers: workers, Entry: "main"})
			if err != nil || !strings.HasSuffix(out, "'main' returned 200000\n") {
				t.Errorf("%s with %d threads: %v\n%s", name, workers, err, out)
			}
		}
	}
}

const jit = `func.func @main() -> (i32, f64, i32) {
  %x = tfrt.constant.i32 20
  %r = tfrt.jit_execute @k::@square(%x) : (i32) -> i32
  %d = tfrt.constant.f64 1.5
  %e:2 = tfrt.jit_execute @k::@both(%d, %r) : (f64, i32) -> (f64, i32)
  tfrt.return %r, %e#0, %e#1 : i32, f64, i32
}
func.func @error() -> (i32, i32) {
  %z = tfrt.constant.i32 0
  %r = tfrt.jit_execute @k::@positive(%z) : (i32) -> i32
  %s = tfrt.add.i32 %r, %z
  tfrt.return %s, %z : i32, i32
}
module @k attributes {tfrt.compiled} {
  func.func @square(%x: i32) -> i32 {
    %y = arith.muli %x, %x : i32
    return %y : i32
  }
  func.func @both(%d: f64, %x: i32) -> (f64, i32) {
    %e = arith.addf %d, %d : f64
    return %e, %x : f64, i32
  }
  func.func @positive(%x: i32) -> i32 {
    %c0 = arith.constant 0 : i32
    %ok = arith.cmpi sgt, %x, %c0 : i32
    cf.assert %ok, "not positive"
    return %x : i32
  }
}
`

// A function that is compiled gives its results to the kernels that wait for them, or its error.
func TestJIT(t *testing.T) {
	p := load(t, "jit", jit)
	for _, workers := range []int{1, 4} {
		out, reported, err := run(t, t.Context(), p, tfrt.Config{Workers: workers})
		if err != nil || !strings.Contains(out, "'main' returned 400,3.000000e+00,400\n") ||
			!strings.Contains(out, "'error' returned <<error: ") || !strings.Contains(out, ">>,0\n") ||
			!strings.Contains(out, "not positive") || !strings.Contains(reported, "10:8: runtime error: ") {
			t.Errorf("%v\n%s%s", err, out, reported)
		}
	}
}

// A compiled function that never ends does not block its caller: what needs nothing of it goes on, and the
// context ends both.
func TestJITDoesNotBlock(t *testing.T) {
	p := load(t, "jit", `func.func @main() -> i32 {
  %x = tfrt.constant.i32 1
  %ch0 = tfrt.new.chain
  %r = tfrt.jit_execute @k::@spin(%x) : (i32) -> i32
  %ch1 = tfrt.print.i32 %x, %ch0
  tfrt.return %r : i32
}
module @k attributes {tfrt.compiled} {
  func.func @spin(%x: i32) -> i32 {
    cf.br ^a
  ^a:
    cf.br ^a
  }
}`)
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	out, _, err := run(t, ctx, p, tfrt.Config{Workers: 1})
	if !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(out, "int32 = 1\n") {
		t.Errorf("%v\n%s", err, out)
	}
}

// One program runs from several goroutines at once, each with values of its own.
func TestProgramRunsAtOnce(t *testing.T) {
	p := load(t, "once", `func.func @id(%x: i32) -> i32 {
  tfrt.return %x : i32
}
func.func @main() -> i32 {
  %x = tfrt.constant.i32 4
  %y = tfrt.once @id(%x) : (i32) -> (i32)
  %z = "tfrt_test.async_add.i32"(%x, %y) : (i32, i32) -> i32
  tfrt.return %z : i32
}`)
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			out, _, err := run(t, t.Context(), p, tfrt.Config{Workers: 2, Entry: "main"})
			if err != nil || out != "--- Running 'main':\n'main' returned 8\n" {
				t.Errorf("%v %s", err, out)
			}
		})
	}
	group.Wait()
}

// What cannot be executed is refused with its place before anything runs.
func TestNotExecutable(t *testing.T) {
	for src, want := range map[string]string{
		"func.func @f() {\n  \"tfrt_test.prnt_hello\"() : () -> !tfrt.chain\n  tfrt.return\n}":               "there is no kernel 'tfrt_test.prnt_hello'",
		"func.func @f(%c: !tfrt.chain) {\n  %0 = tfrt.get_device %c {device_name = \"x\"}\n  tfrt.return\n}": "there is no kernel 'tfrt.get_device'",
		"func.func private @n(i32) attributes {tfrt.native}":                                                 "there is no native function 'n'",
	} {
		f := encode(t, "in.mlir", src)
		if _, err := tfrt.New(f); err == nil || !strings.Contains(err.Error(), want) ||
			!strings.Contains(src, "private") && !strings.Contains(err.Error(), "in.mlir:2:") {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}

// No damaged file makes the executor panic or hang: bytes of files are changed at random, and what still
// reads is executed.
func TestDamagedFiles(t *testing.T) {
	var files [][]byte
	forPrograms(t, func(name, src, _, _ string) {
		m, _ := text.Parse(all.NewContext(), diag.NewFile(name, []byte(src)), text.Options{})
		if file, err := bef.Encode(m, bef.Options{Bare: len(files)%2 == 0}); err == nil {
			files = append(files, file.Bytes())
		}
	})
	r := rand.New(rand.NewPCG(3, 1))
	executed := 0
	for range passtest.Programs(8000) {
		data := slices.Clone(files[r.IntN(len(files))])
		for range 1 + r.IntN(3) {
			data[r.IntN(len(data))] = byte(r.IntN(256))
		}
		if executeBytes(t, data) {
			executed++
		}
	}
	if executed == 0 {
		t.Error("no damaged file is executed")
	}
}

// executeBytes executes a file if it reads, for a short time.
func executeBytes(t *testing.T, data []byte) bool {
	file, err := bef.Read("x.bef", data)
	if err != nil {
		return false
	}
	p, err := tfrt.New(file)
	if err != nil {
		return false
	}
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if _, _, err := run(t, ctx, p, tfrt.Config{Workers: 2}); err != nil &&
		!errors.Is(err, context.DeadlineExceeded) {
		t.Fatal(err)
	}
	return true
}

// FuzzExecute holds that no file makes the executor panic or hang.
func FuzzExecute(f *testing.F) {
	forPrograms(f, func(name, src, _, _ string) {
		m, _ := text.Parse(all.NewContext(), diag.NewFile(name, []byte(src)), text.Options{})
		if file, err := bef.Encode(m, bef.Options{}); err == nil {
			f.Add(file.Bytes())
		}
	})
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) < 20000 {
			executeBytes(t, data)
		}
	})
}

// loadError holds that a program is refused before it runs.
func loadError(t *testing.T, src, want string) {
	t.Helper()
	if _, err := tfrt.New(encode(t, "in.mlir", src)); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want %q", err, want)
	}
}
