package ptx_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/nvgpu"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randkernel"
	"github.com/inflight-compiler/inflight/internal/tools"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/target/ptx"
)

// upstream is the way of a gpu.module to the llvm dialect with LLVM's own passes. Arithmetic goes first,
// before it would become calls of a library.
const upstream = "builtin.module(gpu.module(convert-nvgpu-to-nvvm),expand-strided-metadata,lower-affine," +
	"convert-scf-to-cf," +
	"convert-arith-to-llvm,gpu.module(convert-gpu-to-nvvm),reconcile-unrealized-casts)"

// filter runs a program on a text.
func filter(t *testing.T, text []byte, name string, args ...string) []byte {
	t.Helper()
	c := exec.CommandContext(t.Context(), tools.Require(t, name), args...)
	c.Stdin = bytes.NewReader(text)
	out, err := c.Output()
	if failed := (*exec.ExitError)(nil); errors.As(err, &failed) {
		t.Fatalf("%s: %v: %s\n%s", name, err, failed.Stderr, text)
	}
	return out
}

// byLLVM compiles the kernels of a program with LLVM's passes and its back end. The loops are pipelined and
// the barriers in place.
func byLLVM(t *testing.T, m *ir.Op) string {
	t.Helper()
	mainOf(m).Erase()
	m.RemoveAttr("gpu.container_module")
	for _, op := range m.Find(memref.Alloc) {
		if mt := op.Result(0).Type().(*ir.MemRefType); nvgpu.IsShared(mt.MemorySpace) {
			globalBuffer(op, mt)
		}
	}
	text := filter(t, []byte(passtest.Print(m)), "mlir-opt", "--pass-pipeline="+upstream)
	// What is in the gpu.module is a module of its own.
	inner := text[bytes.Index(text, []byte("gpu.module")):bytes.LastIndexByte(text, '}')]
	text = regexp.MustCompile(`gpu\.module @\w+`).ReplaceAll(inner, []byte("module"))
	return string(filter(t, filter(t, text, "mlir-translate", "--mlir-to-llvmir"), "llc", "-mcpu=sm_90",
		"-march=nvptx64"))
}

// globalBuffer makes a global of memory that a kernel allocates for its block, which LLVM's passes do not
// take there.
func globalBuffer(op *ir.Op, mt *ir.MemRefType) {
	var frees []*ir.Op
	for u := range op.Result(0).Uses() {
		if u.Owner().Is(memref.Dealloc) {
			frees = append(frees, u.Owner())
		}
	}
	for _, free := range frees {
		free.Erase()
	}
	module := op.Parent()
	for !module.Is(gpu.Module) {
		module = module.Parent()
	}
	b := ir.NewBuilder(op.Context())
	b.SetStart(module.Body())
	name := "shared" + string(rune('a'+len(module.Find(memref.Global))))
	b.Create(ir.OpState{Def: memref.Global, Results: []ir.Type{}, Attrs: []ir.NamedAttr{
		{Name: "sym_name", Value: b.Ctx.String(name)},
		{Name: "sym_visibility", Value: b.Ctx.String("private")},
		{Name: "type", Value: b.Ctx.TypeAttr(mt)}, {Name: "initial_value", Value: b.Ctx.Unit},
		{Name: "alignment", Value: b.Ctx.Int(b.Ctx.I64, 16)},
	}})
	b.SetBefore(op)
	op.Result(0).ReplaceAllUsesWith(b.Create(ir.OpState{Def: memref.GetGlobal, Results: []ir.Type{mt},
		Attrs: []ir.NamedAttr{{Name: "name", Value: b.Ctx.SymbolRef(name)}}}).Result(0))
	op.Erase()
}

var synchronization = regexp.MustCompile(`cp\.async\.commit_group|cp\.async\.wait_group\s+\d+|bar(rier)?\.sync`)

// synchronizes returns the commits, waits and barriers of a text in their order.
func synchronizes(text string) (list []string) {
	for _, s := range synchronization.FindAllString(text, -1) {
		list = append(list, strings.Join(strings.Fields(strings.Replace(s, "barrier", "bar", 1)), " "))
	}
	return list
}

// LLVM makes PTX of the same kernels with the same commits, waits and barriers in the same order; its PTX is
// read, is right by the judge, and computes the same.
func TestLLVMAgrees(t *testing.T) {
	for _, file := range kernelFiles(t) {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".mlir"), func(t *testing.T) {
			if strings.HasSuffix(file, "wmma.mlir") {
				t.Skip("skipped: mlir-opt does not lower loops that carry matrices of a warp")
			}
			source, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			m := passtest.Transform(t, passtest.Parse(t, string(source)),
				"builtin.module(inject-software-pipeline)")
			own, err := ptx.Compile(t.Context(), m, ptx.Options{})
			if err != nil {
				t.Fatal(err)
			}
			text := compareWithLLVM(t, m)
			if got, want := synchronizes(own.Text), synchronizes(text); !slices.Equal(got, want) {
				t.Errorf("%q, LLVM has %q", got, want)
			}
		})
	}
}

// compareWithLLVM runs the kernels of a program as LLVM compiles them, compares with the simulator, and
// returns the PTX.
func compareWithLLVM(t *testing.T, m *ir.Op) string {
	t.Helper()
	text := byLLVM(t, passtest.Transform(t, m,
		"builtin.module(inject-ptx-async-copy,promote-private-memory,canonicalize,cse,place-gpu-barriers,"+
			"expand-math)"))
	args := inputs(t, m)
	if difference := disagree(m, executeKernels(t, m, text, args),
		simulateKernels(t, m, args)); difference != "" {
		t.Errorf("%s\n%s", difference, text)
	}
	return text
}

// otherwise are operations that LLVM's passes refuse, or make calls of a library.
var otherwise = regexp.MustCompile(
	`gpu\.shuffle .* : (i8|i16|i64|f16|bf16|f64|vector.*)\n|math\.(floor|ceil|trunc|absf|fma)`)

// So does what LLVM makes of random kernels.
func TestLLVMAgreesOnRandomKernels(t *testing.T) {
	r := rand.New(rand.NewPCG(43, 44))
	for i := 0; i < passtest.Programs(4); {
		source := randkernel.Program(r)
		if otherwise.MatchString(source) {
			continue
		}
		i++
		if compareWithLLVM(t, passtest.Parse(t, source)); t.Failed() {
			t.Fatalf("program %d\n%s", i, source)
		}
	}
}
