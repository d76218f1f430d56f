package copyloop

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/transform/pipeline/injectsoftwarepipeline"
	"github.com/inflight-compiler/inflight/transform/pipeline/lowerpipelinequeues"
)

// Lowering is a pass that makes asynchronous copies of a machine of the copies in scopes. Its methods are the
// tests of the pass, which read the testdata of the package that they run in.
type Lowering struct {
	Pass *pass.Pass
	// Copy is what copies become, and Wait what waits become.
	Copy, Wait *ir.OpDef
	// Weaken raises the count of a wait by one.
	Weaken func(wait *ir.Op)
	// Share is how many of 100 random programs at least have something that the pass can lower.
	Share int
}

func parse(t *testing.T, src string) *ir.Op {
	t.Helper()
	m, diags := text.Parse(all.NewContext(), diag.NewFile("random.mlir", []byte(src)), text.Options{})
	if diags.HasErrors() {
		t.Fatalf("%v\n%s", diags, src)
	}
	if errs := ir.Verify(m); errs.HasErrors() {
		t.Fatalf("%v\n%s", errs, src)
	}
	return m
}

func printed(m *ir.Op) string { return text.String(m, text.PrintOptions{}) }

func run(t *testing.T, p *pass.Pass, m *ir.Op) {
	t.Helper()
	if err := p.Run(pass.NewRun(context.Background(), p, m, nil)); err != nil {
		t.Fatal(err)
	}
	if errs := ir.Verify(m); errs.HasErrors() {
		t.Fatalf("%v\n%s", errs, printed(m))
	}
}

// lowered returns a random program as written and lowered, the latter nil where it cannot be pipelined.
func (l *Lowering) lowered(t *testing.T, seed uint64) (p *Program, written, made *ir.Op) {
	t.Helper()
	p = New(rand.New(rand.NewPCG(seed, 9)))
	written, made = parse(t, p.Text()), parse(t, p.Text())
	if injectsoftwarepipeline.Apply(made) != nil {
		return p, written, nil
	}
	if seed%3 == 0 {
		run(t, lowerpipelinequeues.Pass, made)
	}
	run(t, l.Pass, made)
	return p, written, made
}
