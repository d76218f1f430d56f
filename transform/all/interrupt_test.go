package all_test

import (
	"context"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	dialects "github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/internal/ending"
	"github.com/inflight-compiler/inflight/interrupt"
	"github.com/inflight-compiler/inflight/ir/text"
	"github.com/inflight-compiler/inflight/pass"
)

// Wherever a context ends that is looked at in each step, in the middle of a pass as well as between passes,
// the manager's error says so and nothing else. Each pass looks more often than the verifier and the manager
// do around it.
func TestPassesEndAnywhere(t *testing.T) {
	around := looks(t, &pass.Pass{Name: "nothing", Run: func(*pass.Run) error { return nil }},
		"module {\n}\n")
	for _, p := range pass.All() {
		t.Run(p.Name, func(t *testing.T) {
			ended := 0
			err := ending.Everywhere(4, func(ctx context.Context) error {
				return runUntilEnded(t, ctx, p, p.Before)
			}, func(look int64, err error) {
				ended++
				if list := diag.FromError(err); len(list) != 1 || !interrupt.Is(err) {
					t.Errorf("ended at look %d, the error is %v", look, err)
				}
			})
			if err != nil {
				t.Fatal(err)
			}
			if n := looks(t, p, p.Before); n <= around {
				t.Errorf("%d looks, %d of a pass that does nothing with nothing", n, around)
			}
		})
	}
}

// looks returns how often a context is looked at while a pass runs.
func looks(t *testing.T, p *pass.Pass, program string) int64 {
	t.Helper()
	ctx := ending.At(ending.Never)
	if err := runUntilEnded(t, interrupt.EachStep(ctx), p, program); err != nil {
		t.Fatal(err)
	}
	return ctx.Looks()
}

func runUntilEnded(t *testing.T, ctx context.Context, p *pass.Pass, program string) error {
	t.Helper()
	module, diags := text.Parse(dialects.NewContext(), diag.NewFile("before.mlir", []byte(program)),
		text.Options{})
	if err := diags.Err(); err != nil {
		t.Fatal(err)
	}
	values, err := pass.ParseValues(p, p.ExampleOptions)
	if err != nil {
		t.Fatal(err)
	}
	pl := &pass.Pipeline{Anchor: module.Name()}
	pl.Add(p, values)
	return (&pass.Manager{Pipeline: pl, Verify: pass.VerifyNever}).Run(ctx, module).Err()
}
