package inflight_test

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/inflight-compiler/inflight"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/exec"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randloop"
	"github.com/inflight-compiler/inflight/internal/randsync"
)

// Compile refuses a random program if and only if Run refuses it, with the same message; Start computes the
// same results as Run. The programs are right and wrong ones.
func TestPropertyCompileIsRun(t *testing.T) {
	refused, ran, pipelined := 0, 0, 0
	for seed := range uint64(passtest.Programs(24)) {
		r := rand.New(rand.NewPCG(seed, 91))
		text := randsync.Program(r, randsync.Any(r))
		if seed%2 == 0 {
			text = randloop.New(r).Text()
		}
		m, err := inflight.Parse(diag.NewFile("in.mlir", []byte(text)))
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		in := exec.Inputs{Seed: seed}
		report, runError := m.Run(t.Context(),
			inflight.RunConfig{Engine: "sim", Inputs: in, Compare: inflight.CompareNever})
		p, err := m.Compile(t.Context(), inflight.CompileConfig{Engine: "sim"})
		if err != nil {
			refused++
			if runError == nil || runError.Error() != err.Error() {
				t.Errorf("Run: %v\nCompile: %v\n%s", runError, err, text)
			}
			continue
		}
		args, err := p.Arguments(in)
		if err != nil {
			t.Fatal(err)
		}
		values, err := p.Start(t.Context(), exec.Values(args)).Wait(t.Context())
		if (err == nil) != (runError == nil) || err != nil && err.Error() != runError.Error() {
			t.Errorf("Run: %v\nStart: %v\n%s", runError, err, text)
		}
		if err != nil || runError != nil {
			continue
		}
		if ran++; seed%2 == 0 {
			pipelined++
		}
		for i, a := range args {
			if b := report.Arguments[i].Value.Buffer; b != nil && !bytes.Equal(b.Data, a.Value.Buffer.Data) {
				t.Errorf("%s differs\n%s", a.Name, text)
			}
		}
		for i, v := range values {
			if v.Bits != report.Returns[i].Bits {
				t.Errorf("result %d is %v, and %v by Run\n%s", i, v, report.Returns[i], text)
			}
		}
	}
	if refused < 3 || pipelined < 3 || ran-pipelined < 1 {
		t.Errorf("%d programs refused, %d ran, of them %d pipelined", refused, ran, pipelined)
	}
}

const racyProgram = `func.func @main(%C: memref<1xf32>) {
  %c0 = arith.constant 0 : index
  %x = arith.constant 1.0 : f32
  %t = async.execute {
    memref.store %x, %C[%c0] : memref<1xf32>
    async.yield
  }
  %b = memref.load %C[%c0] : memref<1xf32>
  memref.store %b, %C[%c0] : memref<1xf32>
  async.await %t : !async.token
  return
}`

// Compile refuses a program with a race unless the configuration is Unchecked.
func TestCompileRefusesRaces(t *testing.T) {
	m, err := inflight.Parse(diag.NewFile("in.mlir", []byte(racyProgram)))
	if err != nil {
		t.Fatal(err)
	}
	for _, asIs := range []bool{false, true} {
		if _, err := m.Compile(t.Context(), inflight.CompileConfig{Engine: "sim", AsIs: asIs}); err == nil {
			t.Errorf("as it is: %v: no error", asIs)
		}
		if _, err := m.Compile(t.Context(),
			inflight.CompileConfig{Engine: "sim", AsIs: asIs, Unchecked: true}); err != nil {
			t.Errorf("as it is: %v: %v", asIs, err)
		}
	}
}
