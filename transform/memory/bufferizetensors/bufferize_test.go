package bufferizetensors_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/dialect/memref"
	_ "github.com/inflight-compiler/inflight/internal/fixedseed"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/tools"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/sim"
	"github.com/inflight-compiler/inflight/transform/memory/bufferizetensors"
	_ "github.com/inflight-compiler/inflight/transform/sync/formasyncregions"
	"github.com/inflight-compiler/inflight/value"
)

// What the pass makes of programs.
func TestGolden(t *testing.T) { passtest.Golden(t, "bufferize-tensors") }

// What there is no buffer for is an error at its place.
func TestUnsupported(t *testing.T) {
	for want, source := range map[string]string{
		"the elements were left out when the program was printed": `func.func @f() -> tensor<8xf32> {
  %r = arith.constant dense_resource<__elided__> : tensor<8xf32>
  return %r : tensor<8xf32>
}`,
		"there are no elements of dense_resource<w>": `func.func @f() -> tensor<8xf32> {
  %r = arith.constant dense_resource<w> : tensor<8xf32>
  return %r : tensor<8xf32>
}`,
		"dense_resource<short> has 4 bytes, which are not 8 elements of type 'f32'": `func.func @f() -> tensor<8xf32> {
  %r = arith.constant dense_resource<short> : tensor<8xf32>
  return %r : tensor<8xf32>
}
{-# dialect_resources: { builtin: { short: "0x040000000000803F" } } #-}`,
		"a tensor of @f has an encoding": `func.func @f(%a: tensor<4xi32, "sparse">) { return }`,
		"a tensor whose rank is not known cannot be copied to hand it out": `func.func @f(%a: tensor<*xi32>) -> tensor<*xi32> {
  return %a : tensor<*xi32>
}`,
		"'scf.if' of a tensor without rank cannot be bufferized": `func.func @f(%a: tensor<*xi32>, %p: i1) {
  %r = scf.if %p -> tensor<*xi32> {
    scf.yield %a : tensor<*xi32>
  } else {
    scf.yield %a : tensor<*xi32>
  }
  return
}`,
		"'async.execute' of a tensor without rank cannot be bufferized": `func.func @f(%a: tensor<*xi32>) {
  %t, %v = async.execute -> !async.value<tensor<*xi32>> {
    async.yield %a : tensor<*xi32>
  }
  return
}`,
		"a block has a tensor as an argument": `func.func @f(%a: tensor<4xi32>) {
  return
^next(%b: tensor<4xi32>): // nothing leads here
  return
}`,
	} {
		m := passtest.Parse(t, source)
		err := bufferizetensors.Pass.Run(pass.NewRun(t.Context(), bufferizetensors.Pass, m, nil))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, expected %q", err, want)
		}
	}
}

// Functions beside the one that is converted call it and share the module, so the pass takes the module.
func TestNeedsModule(t *testing.T) {
	m := passtest.Parse(t, `func.func @f() -> tensor<2xi32> {
  %v = arith.constant dense<[1, 2]> : tensor<2xi32>
  return %v : tensor<2xi32>
}`)
	fn := m.Find(function.Func)[0]
	err := bufferizetensors.Pass.Run(pass.NewRun(t.Context(), bufferizetensors.Pass, fn, nil))
	if err == nil || !strings.Contains(err.Error(), "'func.func' cannot be bufferized alone") {
		t.Errorf("%v", err)
	}
	if m.Find(memref.Global) != nil {
		t.Error("a pass on a function has added a global beside it")
	}
}

// Random programs compute what they do with the buffers that mlir-opt makes, whether regions are formed
// before or after, in every order.
func TestPropertyLikeMLIR(t *testing.T) {
	mlirOpt := tools.Require(t, "mlir-opt")
	n := passtest.Programs(25)
	var source strings.Builder
	source.WriteString("ml_program.global private mutable @x(dense<7> : tensor<8xi32>) : tensor<8xi32>\n" +
		"ml_program.global private mutable @y(dense<[1, 2, 3, 4, 5, 6, 7, 8]> : tensor<8xi32>) : " +
		"tensor<8xi32>\n")
	for i := range n {
		source.WriteString(program(rand.New(rand.NewPCG(uint64(i), 1)), fmt.Sprintf("main%d", i)))
	}
	cmd := tools.Command(t, mlirOpt,
		"--transform-preload-library=transform-library-paths=../../../testdata/upstream/decompose.mlir",
		"--transform-interpreter", "--convert-elementwise-to-linalg",
		"--one-shot-bufferize=bufferize-function-boundaries allow-return-allocs-from-loops "+
			"function-boundary-type-conversion=identity-layout-map")
	cmd.Stdin = strings.NewReader(source.String())
	var said strings.Builder
	cmd.Stderr = &said
	theirs, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, said.String())
	}
	oracle, m := passtest.Parse(t, string(theirs)), passtest.Parse(t, source.String())
	for _, pipeline := range []string{
		"bufferize-tensors", "bufferize-tensors,form-async-regions", "form-async-regions,bufferize-tensors",
		"bufferize-tensors,form-async-regions{mode=max-concurrency spawn-cost=0}",
	} {
		made := passtest.Transform(t, m, "builtin.module("+pipeline+")")
		for i := range n {
			entry := fmt.Sprintf("main%d", i)
			want, _ := run(t, oracle, entry, sim.Config{})
			for _, mode := range passtest.Modes[:5] {
				got, hazards := run(t, made, entry, mode)
				if len(hazards) > 0 || !slices.EqualFunc(want, got, value.Value.Equal) {
					t.Fatalf("%s, @%s, mode %v: %v\n%s\n%s", pipeline, entry, mode.Mode, hazards,
						source.String(), passtest.Print(made))
				}
			}
		}
	}
}

// run returns what a function returns for numbered elements.
func run(t *testing.T, m *ir.Op, entry string, cfg sim.Config) ([]value.Value, []sim.Hazard) {
	t.Helper()
	p, err := sim.Compile(m, entry)
	if err != nil {
		t.Fatalf("%v\n%s", err, passtest.Print(m))
	}
	var args []value.Value
	for _, typ := range p.Inputs() {
		b, err := value.NewBuffer(typ.(*ir.MemRefType), typ.(*ir.MemRefType).Shape)
		if err != nil {
			t.Fatal(err)
		}
		for i := range b.Data {
			b.Data[i] = byte(11*i + 3*len(args))
		}
		args = append(args, value.Memory(b))
	}
	cfg.Hazards = true
	result, err := p.Run(context.Background(), cfg, args)
	if err != nil {
		t.Fatalf("@%s: %v\n%s", entry, err, passtest.Print(m))
	}
	return result.Returns, result.Hazards
}
