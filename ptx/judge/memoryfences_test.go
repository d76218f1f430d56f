package judge_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randptx"
	"github.com/inflight-compiler/inflight/ptx/judge"
	"github.com/inflight-compiler/inflight/ptx/machine"
)

// messageText is a kernel of 64 threads in each block. Thread 0 of the first block does the first, the first
// thread of the second warp of the block with the number %d the second, and thread 1 of the first block the
// third.
const messageText = `.version 8.6
.target sm_90
.address_size 64
.visible .entry k(.param .u64 .ptr .global .align 16 data, .param .u64 .ptr .global .align 16 flag)
.reqntid 64
{
	.reg .pred %%p, %%q; .reg .b32 %%t, %%b, %%r<4>; .reg .b64 %%data, %%flag;
	.shared .align 16 .b8 mem[64];
	ld.param.u64 %%data, [data]; ld.param.u64 %%flag, [flag];
	mov.u32 %%t, %%tid.x; mov.u32 %%b, %%ctaid.x; mad.lo.u32 %%t, %%b, 64, %%t;
	setp.ne.u32 %%p, %%t, 0; @%%p bra second;
	%s
second: setp.ne.u32 %%p, %%t, %d; @%%p bra third;
	%s
third: setp.ne.u32 %%p, %%t, 1; @%%p bra end;
	%s
end: ret;
}
`

const (
	writeData = "st.global.u32 [%data], 1; "
	readData  = "ld.global.u32 %r1, [%data]; "
	setFlag   = "st.relaxed.gpu.global.u32 [%flag], 1; "
	askFlag   = "L: ld.relaxed.gpu.global.u32 %r0, [%flag]; setp.ne.u32 %q, %r0, 1; @%q bra L; "
	swapFlag  = "atom.relaxed.gpu.global.exch.b32 %r2, [%flag], 2; "
)

// Fences of memory are judged: which nothing needs, and which reach further than those that synchronize.
func TestMemoryFencesAreJudged(t *testing.T) {
	const near, far, full = "fence.acq_rel.cta; ", "fence.acq_rel.gpu; ", "fence.sc.gpu; "
	for _, c := range []struct {
		name          string
		blocks        int
		first, second string
		third         string
		want          string
	}{
		{"between blocks", 2, writeData + far + setFlag, askFlag + far + readData, "", "needed, needed"},
		{"in a block", 1, writeData + far + setFlag, askFlag + far + readData, "",
			"fence.acq_rel.cta, fence.acq_rel.cta"},
		{"in a block, and no further", 1, writeData + near + setFlag, askFlag + near + readData, "",
			"needed, needed"},
		{"in a block, by membar", 1, writeData + "membar.gl; " + setFlag, askFlag + "membar.sys; " + readData,
			"", "membar.cta, membar.cta"},
		{"for the system", 2, writeData + "fence.acq_rel.sys; " + setFlag,
			askFlag + "membar.sys; " + readData,
			"", "fence.acq_rel.gpu, membar.gl"},
		{"an order among fences for nothing", 2, writeData + full + setFlag, askFlag + full + readData, "",
			"fence.acq_rel.gpu, fence.acq_rel.gpu"},
		{"beside a release and an acquire", 2, writeData + far + "st.release.gpu.global.u32 [%flag], 1; ",
			"L: ld.acquire.gpu.global.u32 %r0, [%flag]; setp.ne.u32 %q, %r0, 1; @%q bra L; " + far + readData,
			"", "redundant, redundant"},
		{"beside a release of the block alone", 1, writeData + far + "st.release.cta.global.u32 [%flag], 1; ",
			askFlag + near + readData, "", "redundant, needed"},
		{"two where one would do", 2, writeData + far + far + setFlag, askFlag + far + readData, "",
			"redundant, redundant, needed"},
		{"a narrow one beside it", 2, writeData + near + far + setFlag, askFlag + far + readData, "",
			"redundant, needed, needed"},
		{"with an access between the two", 2, far + writeData + far + setFlag, askFlag + far + readData, "",
			"redundant, needed, needed"},
		{"behind the flag", 2, writeData + far + setFlag + far, askFlag + far + readData, "",
			"needed, redundant, needed"},
		{"in front of the question", 2, writeData + far + setFlag, far + askFlag + far + readData, "",
			"needed, redundant, needed"},
		{"nobody asks", 1, "st.shared.u32 [mem], 1; membar.gl; ", "", "", "redundant"},
		{"for the host", 1, writeData + "fence.acq_rel.sys; st.volatile.global.u32 [%flag], 1; ", "", "",
			"needed"},
		{"of the host", 1, "ld.volatile.global.u32 %r0, [%flag]; fence.acq_rel.sys; " + readData, "", "",
			"needed"},
		{"for the host, by a plain flag", 1, "membar.sys; st.global.u32 [%flag], 1; ", "", "", "not judged"},
		{"a race", 2, writeData + far + setFlag + far, askFlag + readData, "", "not judged, not judged"},
		{"who does not come", 2, writeData + far + setFlag, askFlag + far + readData,
			"setp.ge.u32 %p, %t, 5; @%p " + swapFlag, "not judged, not judged"},
		{"stores and loads", 1,
			"atom.relaxed.gpu.global.exch.b32 %r2, [%data], 1; " + full +
				"ld.acquire.gpu.global.u32 %r1, [%flag]; ",
			"atom.relaxed.gpu.global.exch.b32 %r2, [%flag], 1; " + full +
				"ld.acquire.gpu.global.u32 %r1, [%data]; ",
			"", "fence.sc.cta, fence.sc.cta"},
		{"stores and loads of two blocks", 2,
			"atom.relaxed.gpu.global.exch.b32 %r2, [%data], 1; " + full +
				"ld.acquire.gpu.global.u32 %r1, [%flag]; ",
			"atom.relaxed.gpu.global.exch.b32 %r2, [%flag], 1; " + full +
				"ld.acquire.gpu.global.u32 %r1, [%data]; ",
			"", "needed, needed"},
		{"not reached", 1, "setp.gt.u32 %p, %t, 40; @%p " + far, "", "", "not reached"},
	} {
		second := 32
		if c.blocks > 1 {
			second = 64
		}
		text := fmt.Sprintf(messageText, c.first, second, c.second, c.third)
		r := check(t, text, judge.Options{DynamicShared: -1, Grid: machine.Extents{c.blocks, 1, 1}})
		var got []string
		for _, f := range r.Fences {
			if f.Enough != "" {
				got = append(got, f.Enough)
			} else {
				got = append(got, f.Verdict.String())
			}
		}
		if strings.Join(got, ", ") != c.want {
			t.Errorf("%s: got %s, want %s\n%v\n%s", c.name, strings.Join(got, ", "), c.want,
				r.AllDiagnostics(), text)
		}
	}
}

// weakened returns a text in which a fence is as a verdict says that it may be; "" if that says nothing.
func weakened(f judge.Fence, text string) string {
	at := f.Instruction.Span
	switch f.Verdict {
	case judge.Redundant, judge.TooStrong:
		if f.Verdict == judge.Redundant && f.Instruction.Guard == nil {
			return text[:at.Start] + "{}" + text[at.End+1:]
		}
		return text[:at.Start] + f.Enough + text[at.End:]
	}
	return ""
}

// Random kernels, with fences at random places, are right without a fence that is said to be needless, and
// with one that is said to be enough.
func TestRandomKernelsWithoutNeedlessFences(t *testing.T) {
	r := rand.New(rand.NewPCG(71, 72))
	changed := 0
	n := passtest.Programs(60)
	for i := range n {
		families := randptx.Families()
		k := randptx.New(rand.New(rand.NewPCG(7, uint64(i))), families[r.IntN(len(families))])
		lines := strings.Split(k.Text, "\n")
		for range 1 + r.IntN(3) {
			at := r.IntN(len(lines))
			if line := strings.TrimSpace(lines[at]); strings.HasPrefix(line, "st.") &&
				strings.HasSuffix(line, ";") {
				fences := []string{"fence.acq_rel.gpu;", "membar.gl;", "fence.sc.cta;", "fence.acq_rel.sys;"}
				lines = slices.Insert(lines, at+r.IntN(2), fences[r.IntN(len(fences))])
			}
		}
		text := strings.Join(lines, "\n")
		report := judged(t, k, text)
		if !report.OK() {
			t.Fatalf("%s: %v\n%s", k.Shape, report.Findings, text)
		}
		for _, f := range report.Fences {
			weaker := weakened(f, text)
			if weaker == "" || f.Instruction.Has("proxy") {
				continue
			}
			changed++
			if again := judged(t, k, weaker); !again.OK() {
				t.Fatalf("%s: line %d, '%s' is said to be %v (%s): %v\n%s", k.Shape, f.Line, f.Text,
					f.Verdict,
					f.Enough, again.Findings, text)
			}
		}
	}
	if changed < n/20 {
		t.Errorf("of %d kernels %d fences are less", n, changed)
	}
}

// The right kernels of the corpus stay right without what is said to be needless or wider than needed.
func TestCorpusWithoutNeedlessFences(t *testing.T) {
	files, err := filepath.Glob("testdata/corpus/ptx/*.0.ptx")
	if err != nil || len(files) < 30 {
		t.Fatalf("%d files: %v", len(files), err)
	}
	studied := func(text string) *judge.Study {
		m, err := judge.Load(diag.NewFile("k.ptx", []byte(text)))
		if err != nil {
			t.Fatal(err)
		}
		p, err := judge.NewPlan(m, judge.Options{DynamicShared: -1})
		if err != nil {
			t.Fatal(err)
		}
		s, err := judge.Sweep(t.Context(), p, judge.SweepOptions{})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		text := string(source)
		if !strings.Contains(text, "membar") && !strings.Contains(text, "fence.") {
			continue
		}
		for _, f := range studied(text).Fences {
			t.Logf("%s:%d: %s: %v %s", file, f.Line, f.Text, f.Verdict, f.Enough)
			if weaker := weakened(f, text); weaker != "" && studied(weaker).Outcome == judge.Wrong {
				t.Errorf("%s:%d: '%s' is said to be %v %s", file, f.Line, f.Text, f.Verdict, f.Enough)
			}
		}
	}
}
