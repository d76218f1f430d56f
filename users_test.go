package inflight_test

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/internal/golden"
	"github.com/inflight-compiler/inflight/internal/samellvm"
	"github.com/inflight-compiler/inflight/internal/tools"
	programoutput "github.com/inflight-compiler/inflight/printed"
)

// userProgram is a file of the kind that users of MLIR hold.
type userProgram struct {
	file   string
	module *inflight.Module
	text   string
}

// userPrograms reads testdata/users. The first line of a file may say that the file is only read and printed,
// or that upstream's runner does not run it.
func userPrograms(t *testing.T) []userProgram {
	t.Helper()
	files, err := filepath.Glob("testdata/users/*.mlir")
	if err != nil || len(files) < 80 {
		t.Fatalf("found %d files, %v", len(files), err)
	}
	programs := make([]userProgram, len(files))
	for i, file := range files {
		m, err := inflight.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		programs[i] = userProgram{file, m, string(text)}
	}
	return programs
}

// says returns whether the comment at the head of the file begins with the words.
func (p userProgram) says(words string) bool { return strings.HasPrefix(p.text, "// "+words) }

// onlyRead begins the first line of a file that has nothing to run.
const onlyRead = "Only read and printed"

// userAddresses matches the addresses in a program's output, which differ from run to run.
var userAddresses = regexp.MustCompile(`base@ = 0x[0-9a-f]+`)

// withoutAddresses replaces the addresses in a program's output, so that outputs can be compared.
func withoutAddresses(text []byte) []byte { return userAddresses.ReplaceAll(text, []byte("base@ = X")) }

// Programs of users print what upstream's runner prints, on the engine that Run chooses and on the simulator.
func TestUsersPrograms(t *testing.T) {
	for _, p := range userPrograms(t) {
		t.Run(filepath.Base(p.file), func(t *testing.T) {
			if again := reparsed(t, p.module); again != p.module.String() {
				t.Errorf("what was printed reads as\n%s", again)
			}
			if p.says(onlyRead) {
				return
			}
			for _, engine := range []string{"", "sim"} {
				var out, notes bytes.Buffer
				c := inflight.RunConfig{Engine: engine, Compare: inflight.CompareNever}
				c.Options.Output = programoutput.NewOutput(&out, &notes)
				if _, err := p.module.Run(t.Context(), c); err != nil {
					t.Fatal(err)
				}
				golden.Compare(t, p.expected(), withoutAddresses(out.Bytes()))
			}
		})
	}
}

// expected returns the name of the file with the program's expected output.
func (p userProgram) expected() string { return strings.TrimSuffix(p.file, ".mlir") + ".stdout" }

// toLLVM lists the passes that lower users' programs to the dialect llvm.
var toLLVM = strings.Fields(
	`--lower-vector-multi-reduction --lower-vector-mask --lower-affine --scf-forall-to-parallel
	--convert-linalg-to-loops --expand-realloc
	--expand-strided-metadata --memref-expand --lower-affine --convert-vector-to-scf
	--async-func-to-async-runtime --async-to-async-runtime --async-runtime-ref-counting --convert-async-to-llvm
	--convert-complex-to-standard --convert-scf-to-cf --convert-vector-to-llvm --arith-expand --convert-math-to-llvm --convert-math-to-libm
	--convert-complex-to-llvm
	--convert-arith-to-llvm --convert-ub-to-llvm --finalize-memref-to-llvm --convert-func-to-llvm
	--convert-cf-to-llvm --reconcile-unrealized-casts`)

// Upstream's tools also accept the files, as written and as Inflight prints them, and upstream's runner
// prints the same output.
func TestUsersProgramsUpstream(t *testing.T) {
	opt, runner := tools.Require(t, "mlir-opt"), tools.Require(t, "mlir-runner")
	var libraries []string
	for _, name := range []string{"runner_utils", "c_runner_utils", "async_runtime", "float16_utils"} {
		libraries = append(libraries, tools.Require(t, "libmlir_"+name))
	}
	if testing.Short() {
		t.Skip("compiles programs to machine code")
	}
	bufferize := "--one-shot-bufferize=bufferize-function-boundaries " +
		"function-boundary-type-conversion=identity-layout-map"
	lower := append([]string{
		"--transform-preload-library=transform-library-paths=testdata/upstream/decompose.mlir",
		"--transform-interpreter", "--convert-elementwise-to-linalg", bufferize}, toLLVM...)
	run := []string{"-O2", "-e", "main", "--entry-point-result=void",
		"--shared-libs=" + strings.Join(libraries, ",")}
	for _, p := range userPrograms(t) {
		t.Run(filepath.Base(p.file), func(t *testing.T) {
			samellvm.Pipe(t, []byte(p.module.String()), opt)
			if p.says(onlyRead) || p.says("Not run upstream") {
				samellvm.Pipe(t, []byte(p.text), opt)
				return
			}
			lowered := samellvm.Pipe(t, []byte(p.text), opt, lower...)
			golden.Compare(t, p.expected(), withoutAddresses(samellvm.Pipe(t, lowered, runner, run...)))
		})
	}
}

// reparsed prints a module, reads the text, and returns the text that the second module prints.
func reparsed(t *testing.T, m *inflight.Module) string {
	t.Helper()
	again, err := inflight.Parse(diag.NewFile("printed.mlir", []byte(m.String())))
	if err != nil {
		t.Fatal(err)
	}
	return again.String()
}
