package sim_test

import (
	"context"
	"path/filepath"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
	"github.com/inflight-compiler/inflight/sim"
	"github.com/inflight-compiler/inflight/value"
)

// A program that verifies ends with a result or with an error about the program, in every mode.
func FuzzRun(f *testing.F) {
	files, _ := filepath.Glob("testdata/*.txtar")
	for _, name := range files {
		ar, err := txtar.ParseFile(name)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range ar.Files {
			if file.Name == "program.mlir" {
				f.Add(file.Data)
			}
		}
	}
	f.Fuzz(func(t *testing.T, source []byte) {
		module, errs := text.Parse(all.NewContext(), diag.NewFile("in.mlir", source), text.Options{})
		if errs.HasErrors() || ir.Verify(module).HasErrors() {
			return
		}
		p, err := sim.Compile(module, "main")
		if err != nil {
			notInternal(t, err)
			return
		}
		for _, cfg := range everyMode(1) {
			args, ok := zeroArgs(p)
			if !ok {
				return
			}
			cfg.Limits = sim.Limits{Steps: 20_000, Memory: 1 << 22, Depth: 50}
			_, err := p.Run(context.Background(), cfg, args)
			notInternal(t, err)
		}
	})
}

func notInternal(t *testing.T, err error) {
	t.Helper()
	if codeOf(err) == "sim-internal" {
		t.Fatal(err)
	}
}

// zeroArgs makes arguments of static shape.
func zeroArgs(p *sim.Program) ([]value.Value, bool) {
	var args []value.Value
	for _, typ := range p.Inputs() {
		m, ok := typ.(*ir.MemRefType)
		if !ok {
			args = append(args, value.Int(typ, 0))
			continue
		}
		if ir.NumElements(m.Shape) > 1<<16 {
			return nil, false
		}
		b, err := value.NewBuffer(m, m.Shape)
		if err != nil {
			return nil, false
		}
		args = append(args, value.Memory(b))
	}
	return args, true
}
