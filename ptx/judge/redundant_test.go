package judge_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ptx/judge"
	"github.com/inflight-compiler/inflight/ptx/launchfile"
)

// bulkRing stores from two slots in turn, and waits behind the loop for the last store.
const bulkRing = `.version 8.3
.target sm_90
.address_size 64
.visible .entry k(.param .u64 out)
.reqntid 32
{ .shared .align 128 .b8 mem[256];
	.reg .b32 %t, %i, %at, %x; .reg .b64 %out, %y; .reg .pred %p, %one;
	ld.param.u64 %out, [out]; mov.u32 %t, %tid.x; mov.u32 %i, 0; setp.eq.u32 %one, %t, 0;
L:	and.b32 %at, %i, 1; shl.b32 %at, %at, 7; mov.u32 %x, mem; add.u32 %at, %at, %x;
	@%one cp.async.bulk.wait_group.read 1; bar.warp.sync -1;
	shl.b32 %x, %t, 2; add.u32 %x, %x, %at; st.shared.u32 [%x], %i; fence.proxy.async.shared::cta; bar.warp.sync -1;
	mul.wide.u32 %y, %i, 128; add.u64 %y, %y, %out;
	@%one cp.async.bulk.global.shared::cta.bulk_group [%y], [%at], 128; @%one cp.async.bulk.commit_group;
	add.u32 %i, %i, 1; setp.lt.u32 %p, %i, 5; @%p bra L;
	@%one cp.async.bulk.wait_group 0;
	ret; }
`

// A wait that is called redundant can be taken out, and nothing is said then that was not said before.
func TestRedundantWaitsCanGo(t *testing.T) {
	texts := map[string]string{"bulkRing": bulkRing}
	files, err := filepath.Glob("../../examples/ptx/*.ptx")
	if err != nil || len(files) == 0 {
		t.Fatal(err)
	}
	for _, f := range files {
		texts[filepath.Base(f)] = read(t, filepath.Base(f))
	}
	for name, text := range texts {
		r := checkBeside(t, name, text)
		for _, w := range r.Waits {
			if w.Verdict != judge.Redundant {
				continue
			}
			lines := strings.Split(text, "\n")
			lines[w.Line-1] = strings.Replace(lines[w.Line-1], w.Text+";", ";", 1)
			if i := strings.Index(lines[w.Line-1], w.Instruction.Opcode); i >= 0 &&
				strings.Contains(text, w.Text) {
				t.Errorf("%s: '%s' is not found in line %d", name, w.Text, w.Line)
				continue
			}
			after := checkBeside(t, name, strings.Join(lines, "\n"))
			for _, d := range after.Diagnostics() {
				if d.Severity != diag.Remark {
					t.Errorf("%s: without the wait in line %d: %s", name, w.Line, d.Message)
				}
			}
		}
	}
}

// checkBeside judges a text with the launch that is described beside it, if there is one.
func checkBeside(t *testing.T, name, text string) *judge.Report {
	t.Helper()
	o := judge.Options{DynamicShared: -1}
	beside := strings.TrimSuffix(name, ".ptx") + ".json"
	if content, err := os.ReadFile("../../examples/ptx/" + beside); err == nil {
		if o.Metadata, err = launchfile.Parse(diag.NewFile(beside, content)); err != nil {
			t.Fatal(err)
		}
	}
	p, err := plan(t, text, o)
	if err != nil {
		t.Fatal(err)
	}
	r, err := judge.Check(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// The wait for the last store is needed, as the thread must not end before; one for less is not proposed.
func TestLastWaitIsNeeded(t *testing.T) {
	r := checkBeside(t, "bulkRing", bulkRing)
	i := slices.IndexFunc(r.Waits, func(w judge.Wait) bool { return !strings.Contains(w.Text, "read") })
	if w := r.Waits[i]; w.Verdict != judge.Needed || !w.AtEnd || w.Exact != 0 {
		t.Errorf("%v, %d, %v", w.Verdict, w.Exact, w.AtEnd)
	}
}
