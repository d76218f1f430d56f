package all_test

import (
	"testing"

	"github.com/inflight-compiler/inflight/bench/program"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/ir/text"
	"github.com/inflight-compiler/inflight/pass"
)

// Of a program of tasks, nothing but text is left behind a press, and it is read as what it is without a press.
func TestPressLeavesText(t *testing.T) {
	for _, shape := range program.TaskShapes {
		for seed := range uint64(2) {
			source := string(program.Tasks(shape, 40, seed))
			module := passtest.Parse(t, source)
			p, err := pass.Parse(asyncToLLVM)
			if err != nil {
				t.Fatal(err)
			}
			press := pass.NewPress()
			m := pass.Manager{Pipeline: p, Press: press}
			if diags := m.Run(t.Context(), module); len(diags) > 0 || press.Spoiled() {
				t.Errorf("%s: %v, spoiled: %t", shape.Name, diags, press.Spoiled())
			}
			for op := range module.Body().Ops() {
				if op.NumRegions() == 1 && !op.Region(0).Empty() {
					t.Errorf("%s: @%s is no text", shape.Name, op.SymbolName())
				}
			}
			got := string(text.Append(nil, module, text.PrintOptions{Ready: press.Ready}))
			if want := passtest.Print(passtest.Transform(t, passtest.Parse(t, source), asyncToLLVM)); got != want {
				t.Errorf("%s: with a press\n%s\nwithout\n%s", shape.Name, got, want)
			}
		}
	}
}
