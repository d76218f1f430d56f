package ptx_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/internal/golden"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/ir/text"
	"github.com/inflight-compiler/inflight/target/ptx"
)

// compileFile pipelines a program and compiles its kernels.
func compileFile(t testing.TB, file string) *ptx.Kernels {
	t.Helper()
	source, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	m, diags := text.Parse(all.NewContext(), diag.NewFile(file, source), text.Options{})
	if m == nil || diags.HasErrors() {
		t.Fatal(diags)
	}
	k, err := ptx.Compile(t.Context(), passtest.Transform(t, m, "builtin.module(inject-software-pipeline)"),
		ptx.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return k
}

var programs = []string{"testdata/gemm.mlir", "../../examples/gpu/triad.mlir"}

// The code of kernels, and what is said of them.
func TestGolden(t *testing.T) {
	for _, file := range programs {
		k := compileFile(t, file)
		name := "testdata/" + strings.TrimSuffix(filepath.Base(file), ".mlir")
		golden.Compare(t, name+".ptx", []byte(k.Text))
		golden.Compare(t, name+".json", k.Metadata)
	}
}

// The four stages of a product of matrices wait for three, two, one and none of the groups of later
// iterations, those in the loop with one barrier that is behind the wait and in front of the copies. A kernel
// whose threads exchange nothing has no barriers.
func TestWaitsAndBarriers(t *testing.T) {
	for file, want := range map[string][]string{
		"testdata/gemm.mlir": {"commit", "commit", "commit", "wait 2", "barrier", "commit",
			"wait 2", "barrier", "wait 1", "barrier", "wait 0", "barrier"},
		"../../examples/gpu/triad.mlir": {"commit", "commit", "commit", "commit", "wait 3", "wait 2",
			"wait 1", "wait 0"},
	} {
		var got []string
		for _, m := range regexp.MustCompile(
			`cp\.async\.(commit)_group|cp\.async\.(wait_group \d)|(bar\.sync) 0`).
			FindAllStringSubmatch(compileFile(t, file).Text, -1) {
			got = append(got, strings.NewReplacer("_group", "", "bar.sync",
				"barrier").Replace(m[1]+m[2]+m[3]))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", file, got, want)
		}
	}
}

// What cannot become PTX is an error at its place.
func TestErrors(t *testing.T) {
	kernel := func(body string) string {
		return "gpu.module @m {\n  gpu.func @k(%m: memref<64xf32>, %x: f32, %i: index) kernel {\n" + body +
			"\n    gpu.return\n  }\n}"
	}
	for _, c := range []struct{ source, message string }{
		{"func.func @f() {\n  return\n}", "there are no kernels in the program"},
		{"gpu.module @a {\n}\ngpu.module @b {\n}", "there is more than one gpu.module in the program"},
		{
			kernel(
				"    %s = memref.alloc() : memref<100x1000xf32, 3>\n    memref.store %x, %s[%i, %i] : " +
					"memref<100x1000xf32, 3>\n" +
					"    gpu.barrier\n    %y = memref.load %s[%i, %i] : memref<100x1000xf32, 3>\n    " +
					"memref.store " +
					"%y, %m[%i] : memref<64xf32>"),
			"makes 400000 bytes of shared memory for a block, of which a device has at most 232448"},
		{
			kernel(
				"    %y = math.tan %x : f32\n    memref.store %y, %m[%i] : memref<64xf32>\n    gpu.printf " +
					"\"%f\", %y : f32"), "gpu.printf"},
		{
			kernel(
				"    %y = arith.extf %x : f32 to f128\n    %w = arith.addf %y, %y : f128\n    %z = " +
					"arith.truncf %w : f128 to f32\n    memref.store %z, %m[%i] : memref<64xf32>"),
			"has a result of type f128, which registers cannot hold"},
	} {
		_, err := ptx.Compile(t.Context(), passtest.Parse(t, c.source), ptx.Options{})
		if err == nil || !strings.Contains(err.Error(), c.message) {
			t.Errorf("got %v, want %q", err, c.message)
		}
	}
	if _, err := ptx.Compile(t.Context(), passtest.Parse(t, kernel("    nvvm.cp.async.wait.group 0")),
		ptx.Options{Target: "sm_70"}); err == nil ||
		!strings.Contains(err.Error(), "needs sm_80, and the target is sm_70") {
		t.Error(err)
	}
}

func BenchmarkGEMM(b *testing.B) {
	for b.Loop() {
		compileFile(b, "testdata/gemm.mlir")
	}
}
