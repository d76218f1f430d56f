package repair_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/check"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randloop"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
	"github.com/inflight-compiler/inflight/repair"
	_ "github.com/inflight-compiler/inflight/transform/pipelinequeues"
	"github.com/inflight-compiler/inflight/transform/softpipe"
)

func parse(file *diag.File) (*ir.Op, error) {
	module, diags := text.Parse(all.NewContext(), file, text.Options{})
	if diags.HasErrors() {
		return nil, diags[0]
	}
	return module, nil
}

// repaired repairs a text.
func repaired(t *testing.T, source string) *repair.Result {
	t.Helper()
	r, err := repair.Program(diag.NewFile("in.mlir", []byte(source)), parse, check.Options{})
	if err != nil {
		t.Fatalf("%v\n%s", err, source)
	}
	return r
}

var wait = regexp.MustCompile(`(?m)^( *pipeline\.async_wait_stage \d+, )(\d+)\n`)

// spoil changes counts and drops waits at random.
func spoil(r *rand.Rand, source string) string {
	return wait.ReplaceAllStringFunc(source, func(line string) string {
		parts := wait.FindStringSubmatch(line)
		switch r.IntN(4) {
		case 0:
			return ""
		case 1:
			return fmt.Sprintf("%s%d\n", parts[1], r.IntN(6))
		case 2:
			return line + line
		}
		return line
	})
}

// Pipelined loops with counts changed and waits dropped or doubled become right again: no hazard, every wait needed and
// exact. What is not a wait stays as it is.
func TestPropertyRepair(t *testing.T) {
	tried, changed := 0, 0
	for seed := range uint64(passtest.Programs(120)) {
		r := rand.New(rand.NewPCG(seed, 7))
		p := randloop.New(r)
		p.Dynamic = false
		module := passtest.Parse(t, p.Text())
		if softpipe.Apply(module) != nil {
			continue
		}
		source := passtest.Print(passtest.Transform(t, module, "builtin.module(lower-pipeline-queues)"))
		wrong := spoil(r, source)
		if wrong == source {
			continue
		}
		tried++
		result := repaired(t, wrong)
		if !result.Report.OK() {
			t.Fatalf("seed %d: not repaired\n%s\nfrom\n%s\n%s\n%s", seed, result.Source, wrong, strings.Join(result.Changes, "\n"), result.Report.Text())
		}
		for _, f := range result.Report.Functions {
			for _, w := range f.Waits {
				if w.Verdict != check.Needed {
					t.Errorf("seed %d: a wait is %v\n%s", seed, w.Verdict, result.Source)
				}
			}
		}
		if without(string(result.Source)) != without(source) {
			t.Fatalf("seed %d: more than waits was changed\n%s\n%s", seed, source, result.Source)
		}
		if len(result.Changes) > 0 {
			changed++
		}
	}
	t.Logf("%d programs, %d changed", tried, changed)
	if changed < passtest.Programs(120)/4 {
		t.Errorf("only %d programs were changed", changed)
	}
}

// without returns a text without its waits.
func without(source string) string { return wait.ReplaceAllString(source, "") }
