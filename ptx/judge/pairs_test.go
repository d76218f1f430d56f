package judge_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ptx/judge"
	"github.com/inflight-compiler/inflight/ptx/machine"
)

// pairHead is in front of the lines of a pair.
const pairHead = `.version 8.6
.target sm_90a
.address_size 64
.visible .entry k(.param .u64 .ptr .global .align 16 in, .param .u64 .ptr .global .align 16 out, .param .u32 n)
.reqntid %d, 1, 1
{
	.reg .pred %%p<8>; .reg .b32 %%t, %%lane, %%warp, %%n, %%k, %%v, %%s, %%r<16>; .reg .b64 %%in, %%out, %%own, %%x<8>;
	.shared .align 1024 .b8 mem[4096]; .shared .align 8 .b64 bars[8];
	ld.param.u64 %%in, [in]; ld.param.u64 %%out, [out]; ld.param.u32 %%n, [n];
	mov.u32 %%t, %%tid.x; and.b32 %%lane, %%t, 31; shr.u32 %%warp, %%t, 5; setp.eq.u32 %%p0, %%t, 0;
	mov.u32 %%s, mem; mad.lo.u32 %%s, %%t, 4, %%s;
	mul.wide.u32 %%own, %%t, 4; add.u64 %%own, %%out, %%own;
`

// pair is a bug that people met, as a small kernel with it and without it.
type pair struct {
	threads, n int
	found      []string // any of these codes tells what is wrong
	lines      []string
}

// readPair reads a file: three lines with the bug, the launch and the codes, then the lines of the kernel.
// "-" begins those of the wrong kernel alone, "+" those of the right one, and "// here" ends those where a
// finding about the bug stands.
func readPair(t *testing.T, file string) *pair {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	p := &pair{lines: lines[3:]}
	if _, err := fmt.Sscanf(lines[1], "# threads %d, n %d", &p.threads, &p.n); err != nil {
		t.Fatal(err)
	}
	p.found = strings.Fields(strings.TrimPrefix(lines[2], "# found "))
	return p
}

// text returns one of the kernels: without the lines that begin with a sign, and the lines in which a finding
// may stand.
func (p *pair) text(without string) (text string, here []int) {
	text = fmt.Sprintf(pairHead, p.threads)
	for _, line := range p.lines {
		if strings.HasPrefix(line, without) {
			continue
		}
		if strings.HasSuffix(line, "// here") {
			here = append(here, strings.Count(text, "\n")+1)
		}
		text += strings.TrimLeft(line, "+-") + "\n"
	}
	return text + "\tret;\n}\n", here
}

// judgePair judges one of the kernels.
func (p *pair) judge(t *testing.T, text string) *judge.Report {
	t.Helper()
	buffer := func(name string) machine.Arg {
		return machine.Arg{Buffer: &machine.Buffer{Name: name, Data: make([]byte, 4096)}}
	}
	return check(t, text, judge.Options{DynamicShared: -1, Args: map[string]machine.Arg{
		"in": buffer("in"), "out": buffer("out"), "n": {Bits: uint64(p.n)}}})
}

// Bugs that people met are found, in the lines where they are and as what they are, and the kernels without
// them have no finding.
func TestPairs(t *testing.T) {
	files, err := filepath.Glob("testdata/pairs/*.txt")
	if err != nil || len(files) < 30 {
		t.Fatalf("%d pairs: %v", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			p := readPair(t, file)
			right, _ := p.text("-")
			for _, d := range p.judge(t, right).AllDiagnostics() {
				if d.Severity != diag.Remark || slices.Contains(p.found, string(d.Code)) {
					t.Errorf("of the right kernel: %v", d)
				}
			}
			wrong, here := p.text("+")
			all := p.judge(t, wrong).AllDiagnostics()
			if !slices.ContainsFunc(all, func(d *diag.Diagnostic) bool {
				return slices.Contains(p.found, string(d.Code)) && stands(d, here)
			}) {
				t.Errorf("not found: %v in lines %v; found:\n%v\n%s", p.found, here, all, wrong)
			}
		})
	}
}

// stands reports whether a finding or one of its notes stands in one of some lines.
func stands(d *diag.Diagnostic, lines []int) bool {
	spans := []diag.Span{d.Span}
	for _, n := range d.Notes {
		spans = append(spans, n.Span)
	}
	return slices.ContainsFunc(spans, func(s diag.Span) bool {
		return s.File != nil && slices.Contains(lines, s.Place().Line)
	})
}
