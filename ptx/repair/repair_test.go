package repair_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ptx/judge"
	"github.com/inflight-compiler/inflight/ptx/machine"
	"github.com/inflight-compiler/inflight/ptx/repair"
)

// judged judges the kernels of a text with a number n and buffers of 4096 bytes.
func judged(n int) repair.Judge { return judgedIn(machine.Extents{}, n) }

// judgedIn is judged for a grid, zero for none that is given.
func judgedIn(grid machine.Extents, n int) repair.Judge {
	return func(ctx context.Context, file *diag.File) ([]*judge.Report, error) {
		m, err := judge.Load(file)
		if err != nil {
			return nil, err
		}
		o := judge.Options{DynamicShared: -1, Grid: grid, Args: map[string]machine.Arg{}}
		for _, param := range m.Kernels()[0].Params {
			o.Args[param.Name] = machine.Arg{Bits: uint64(n)}
			if param.Pointer != nil {
				o.Args[param.Name] = machine.Arg{Buffer: &machine.Buffer{Name: param.Name,
					Data: make([]byte, 1<<16)}}
			}
		}
		plan, err := judge.NewPlan(m, o)
		if err != nil {
			return nil, err
		}
		report, err := judge.Check(ctx, plan)
		return []*judge.Report{report}, err
	}
}

// repaired repairs a text.
func repaired(t *testing.T, source string, n int) *repair.Result {
	t.Helper()
	r, err := repair.Text(t.Context(), diag.NewFile("k.ptx", []byte(source)), judged(n))
	if err != nil {
		t.Fatalf("%v\n%s", err, source)
	}
	return r
}

// head is in front of the lines of a kernel.
const head = `.version 8.6
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

// kernel returns a kernel of some lines for blocks of 64 threads.
func kernel(lines ...string) string {
	return fmt.Sprintf(head, 64) + strings.Join(lines, "\n") + "\n\tret;\n}\n"
}

const (
	store    = "\tst.shared.u32 [%s], %t;"
	across   = "\txor.b32 %r0, %s, 252; ld.shared.u32 %v, [%r0]; // of another thread"
	result   = "\tst.global.u32 [%own], %v;"
	source   = "\tmul.wide.u32 %x0, %t, 4; add.u64 %x0, %x0, %in;"
	issue    = "\tcp.async.ca.shared.global [%s], [%x0], 4;"
	commit   = "\tcp.async.commit_group;"
	toGlobal = "\t@%p0 cp.async.bulk.global.shared::cta.bulk_group [%out], [mem], 256;"
	own      = "\tld.shared.u32 %v, [%s];"
)

// What is missing is added, with the indentation of the text, and nothing else changes.
func TestMissingIsAdded(t *testing.T) {
	for _, c := range []struct {
		name        string
		lines, want []string
	}{
		{"a barrier", []string{store, across, result},
			[]string{store,
				"\txor.b32 %r0, %s, 252; bar.sync 0; ld.shared.u32 %v, [%r0]; // of another thread", result}},
		{"a barrier on a line of its own",
			[]string{store, "\txor.b32 %r0, %s, 252;", "    ld.shared.u32 %v, [%r0];", result},
			[]string{store, "\txor.b32 %r0, %s, 252;", "    bar.sync 0;", "    ld.shared.u32 %v, [%r0];",
				result}},
		{"a wait", []string{source, issue, commit, own, result},
			[]string{source, issue, commit, "\tcp.async.wait_group 0;", own, result}},
		{"a commit and a wait", []string{source, issue + " // the copy", own, result},
			[]string{source, issue + " // the copy", commit, "\tcp.async.wait_group 0;", own, result}},
		{"a commit", []string{source, issue, "\tcp.async.wait_group 0;", own, result},
			[]string{source, issue, commit, "\tcp.async.wait_group 0;", own, result}},
		{"a count", []string{source, issue, commit, "\tcp.async.wait_group 1;", own, result},
			[]string{source, issue, commit, "\tcp.async.wait_group 0;", own, result}},
		{"a wait that is too strong", []string{source, issue, commit,
			"\tcp.async.ca.shared.global [%s+256], [%x0+256], 4;", commit, "\tcp.async.wait_group 0;", own,
			result,
			"\tcp.async.wait_all;"},
			[]string{source, issue, commit, "\tcp.async.ca.shared.global [%s+256], [%x0+256], 4;", commit,
				"\tcp.async.wait_group 1;", own, result, "\tcp.async.wait_all;"}},
		{"a wait for nothing",
			[]string{"\tcp.async.wait_group 0;", source, issue, commit, "\tcp.async.wait_group 0;", own,
				result},
			[]string{source, issue, commit, "\tcp.async.wait_group 0;", own, result}},
		{"a fence and a barrier", []string{store, toGlobal, "\t@%p0 cp.async.bulk.commit_group;",
			"\t@%p0 cp.async.bulk.wait_group.read 0;"},
			[]string{store, "\tfence.proxy.async.shared::cta;", "\tbar.sync 0;", toGlobal,
				"\t@%p0 cp.async.bulk.commit_group;", "\t@%p0 cp.async.bulk.wait_group.read 0;"}},
		{"a fence for less, and a wait for reads",
			[]string{store, "\tfence.proxy.async;", "\tbar.sync 0;", toGlobal,
				"\t@%p0 cp.async.bulk.commit_group;", "\t@%p0 cp.async.bulk.wait_group 0;", "\tbar.sync 0;",
				store},
			[]string{store, "\tfence.proxy.async.shared::cta;", "\tbar.sync 0;", toGlobal,
				"\t@%p0 cp.async.bulk.commit_group;", "\t@%p0 cp.async.bulk.wait_group.read 0;",
				"\tbar.sync 0;", store}},
		{"nothing", []string{store, own, result}, []string{store, own, result}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := repaired(t, kernel(c.lines...), 1)
			if want := kernel(c.want...); string(r.Source) != want {
				t.Errorf("%v\n%s\nwant\n%s", r.Changes, r.Source, want)
			}
			if !r.Reports[0].OK() {
				t.Errorf("still wrong: %v", r.Reports[0].Diagnostics())
			}
		})
	}
}

// A barrier is not put where not all threads come in every launch, though they do in this one.
func TestBarriersAreForAllThreads(t *testing.T) {
	for name, lines := range map[string][]string{
		"behind a test of the thread": {"\tsetp.ge.u32 %p1, %t, %n;", "\t@%p1 bra end;", store, across,
			result, "end:"},
		"behind the end of threads": {"\tsetp.ge.u32 %p1, %t, %n;", "\t@%p1 ret;", store, across, result},
		"behind a loaded number": {"\tld.global.u32 %r1, [%in];", "\tsetp.ne.u32 %p1, %r1, 0;",
			"\t@%p1 bra end;",
			store, across, result, "end:"},
		"behind a number made in a branch": {"\tmov.u32 %r1, 0;", "\tsetp.ge.u32 %p1, %t, %n;",
			"\t@%p1 bra over;",
			"\tmov.u32 %r1, 1;", "over:", "\tsetp.eq.u32 %p2, %r1, 0;", "\t@%p2 bra end;", store, across,
			result, "end:"},
	} {
		t.Run(name, func(t *testing.T) {
			text := kernel(lines...)
			r := repaired(t, text, 64)
			if string(r.Source) != text || r.Reports[0].OK() {
				t.Errorf("%v\n%s", r.Changes, r.Source)
			}
		})
	}
	for name, lines := range map[string][]string{
		"behind a test of an argument": {"\tsetp.eq.u32 %p1, %n, 0;", "\t@%p1 bra end;", store, across,
			result, "end:"},
		"behind where threads meet": {"\tsetp.ge.u32 %p1, %t, 7;", "\t@%p1 bra over;", "\tmov.u32 %r5, 1;",
			"over:",
			store, across, result},
	} {
		t.Run(name, func(t *testing.T) {
			if r := repaired(t, kernel(lines...), 64); !r.Reports[0].OK() {
				t.Errorf("not repaired\n%s", r.Source)
			}
		})
	}
}

// Lanes of a warp that are taken to go in step get barriers of the warp, in a branch that only the first warp
// takes. In a branch that part of a warp takes they get none.
func TestWarpsInStep(t *testing.T) {
	lines := func(last string) []string {
		return []string{"\tst.shared.u32 [%s], %t;", "\tbar.sync 0;", "\tsetp.gt.u32 %p1, %t, " + last + ";",
			"\t@%p1 bra end;", "\tadd.u32 %r0, %s, 64;", "\tld.volatile.shared.u32 %r1, [%r0];",
			"\tst.volatile.shared.u32 [%s], %r1;", "\tld.volatile.shared.u32 %r1, [%s+32];",
			"\tst.global.u32 [%own], %r1;", "end:"}
	}
	r := repaired(t, kernel(lines("31")...), 1)
	if n := strings.Count(string(r.Source), "\tbar.warp.sync -1;\n"); n == 0 || !r.Reports[0].OK() {
		t.Errorf("%d barriers of the warp: %v\n%s", n, r.Changes, r.Source)
	}
	part := kernel(lines("30")...)
	if r := repaired(t, part, 1); string(r.Source) != part || r.Reports[0].OK() {
		t.Errorf("%v\n%s", r.Changes, r.Source)
	}
}

// flagText is a kernel of two blocks of 32 threads: thread 0 of the first one writes data and sets a flag,
// and that of the second one waits for the flag and reads the data.
const flagText = `.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 .ptr .global .align 16 data, .param .u64 .ptr .global .align 16 flag)
.reqntid 32
{
	.reg .pred %%p; .reg .b32 %%t, %%b, %%r<4>; .reg .b64 %%data, %%flag;
	ld.param.u64 %%data, [data]; ld.param.u64 %%flag, [flag];
	mov.u32 %%t, %%tid.x; mov.u32 %%b, %%ctaid.x; setp.ne.u32 %%p, %%t, 0; @%%p bra end;
	setp.ne.u32 %%p, %%b, 0; @%%p bra reader;
	st.global.u32 [%%data], 1;
	%s
	ret;
reader:
	%s
	setp.ne.u32 %%p, %%r0, 1; @%%p bra reader;
	%s
	ld.global.u32 %%r1, [%%data]; st.global.u32 [%%data+64], %%r1;
end:
	ret;
}
`

// What threads tell each other by a flag is ordered by a release and an acquire, where one of the two is
// missing, or both, or reaches too few threads.
func TestFlagsAreOrdered(t *testing.T) {
	const st, ld = "st.relaxed.gpu.global.u32 [%flag], 1;", "ld.relaxed.gpu.global.u32 %r0, [%flag];"
	const release, acquire = "st.release.gpu.global.u32 [%flag], 1;",
		"ld.acquire.gpu.global.u32 %r0, [%flag];"
	const fence = "fence.acq_rel.gpu;"
	for _, c := range []struct {
		name                      string
		write, read, behind       string
		repaired, wanted, wantsIn string
	}{
		{"neither side", st, ld, "", release, acquire, ""},
		{"by volatile accesses", "st.volatile.global.u32 [%flag], 1;", "ld.volatile.global.u32 %r0, [%flag];",
			"",
			release, acquire, ""},
		{"no release", st, acquire, "", release, acquire, ""},
		{"no acquire", fence + " " + st, ld, "", fence + " " + st, acquire, ""},
		{"for the block alone", "st.release.cta.global.u32 [%flag], 1;", acquire, "", release, acquire, ""},
		{"by a fence of the block", "fence.acq_rel.cta; " + st, ld, fence, fence + " " + st, ld, fence},
		{"by membar of the block", "membar.cta; " + st, ld, "membar.gl;", "membar.gl; " + st, ld,
			"membar.gl;"},
		{"by plain accesses", "st.global.u32 [%flag], 1;", "ld.global.u32 %r0, [%flag];", "", release,
			acquire, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := fmt.Sprintf(flagText, c.write, c.read, c.behind)
			r, err := repair.Text(t.Context(), diag.NewFile("k.ptx", []byte(text)),
				judgedIn(machine.Extents{2, 1, 1}, 1))
			if err != nil {
				t.Fatal(err)
			}
			want := fmt.Sprintf(flagText, c.repaired, c.wanted, c.wantsIn)
			if string(r.Source) != want || !r.Reports[0].OK() {
				t.Errorf("%v\n%s\nwant\n%s\n%v", r.Changes, r.Source, want, r.Reports[0].Diagnostics())
			}
		})
	}
}

// Data that no flag is set for stay a race: an order of their own accesses would hide that it is open which
// value is read.
func TestDataWithoutFlagAreNoFlags(t *testing.T) {
	for _, c := range []struct{ write, read string }{
		{"", "mov.u32 %r0, 1;"},
		{"st.relaxed.gpu.global.u32 [%flag], 1;", "ld.relaxed.gpu.global.u32 %r3, [%flag]; mov.u32 %r0, 1;"},
	} {
		text := fmt.Sprintf(flagText, c.write, c.read, "st.global.u32 [%data+128], %r3;")
		text = strings.Replace(text, "reader:", "mov.u32 %r3, 0; reader:", 1)
		r, err := repair.Text(t.Context(), diag.NewFile("k.ptx", []byte(text)),
			judgedIn(machine.Extents{2, 1, 1}, 1))
		if err != nil {
			t.Fatal(err)
		}
		if string(r.Source) != text || r.Reports[0].OK() {
			t.Errorf("%v\n%s", r.Changes, r.Source)
		}
	}
}

// notRepaired are the bugs for which no change of a place or two is right, and why.
var notRepaired = map[string]string{
	"30_registers_of_half_a_warpgroup/wrong.ptx": "which registers the other warps need is for the author " +
		"to say",
}

var (
	launchLine  = regexp.MustCompile(`// launch:.*\bn=(\d+)`)
	foundInLine = regexp.MustCompile(` *// found: .*`)
)

// othersResult are the bugs whose right kernel computes something else.
var othersResult = map[string]bool{"wrong_write.ptx": true}

// isAsRight checks that a repaired bug is right in all launches that the file of the bug names, and leaves
// what the right kernel leaves.
func isAsRight(t *testing.T, bug *txtar.Archive, name, source string) {
	t.Helper()
	var right string
	launches := map[int]bool{4: true}
	for _, f := range bug.Files {
		own := f.Name == strings.Replace(name, "wrong", "right", 1)
		if own || f.Name == "right.ptx" && right == "" && !othersResult[name] {
			right = string(f.Data)
		}
		for _, m := range launchLine.FindAllSubmatch(f.Data, -1) {
			n, _ := strconv.Atoi(string(m[1]))
			launches[n] = true
		}
	}
	for n := range launches {
		reports, err := judged(n)(t.Context(), diag.NewFile("k.ptx", []byte(source)))
		if err != nil || !reports[0].OK() {
			t.Errorf("with n = %d: %v %v\n%s", n, err, reports[0].Diagnostics(), source)
			return
		}
		if got, want := leaves(t, source, n), leaves(t, right, n); right != "" && !bytes.Equal(got, want) {
			t.Errorf("with n = %d the results are not those of the right kernel\n%s", n, source)
		}
	}
}

// leaves returns what a kernel with a number n leaves in its last buffer, where the first one holds numbers.
func leaves(t *testing.T, source string, n int) []byte {
	t.Helper()
	reports, err := judged(n)(t.Context(), diag.NewFile("k.ptx", []byte(source)))
	if err != nil {
		return nil
	}
	config := reports[0].Config
	in, out := config.Args[0].Buffer.Data, []byte(nil)
	for _, a := range config.Args {
		if a.Buffer != nil {
			out = a.Buffer.Data
			clear(out)
		}
	}
	for i := 0; i < len(in); i += 4 {
		in[i] = byte(i/4*5%97 + 1)
	}
	if _, err := machine.Launch(t.Context(), reports[0].Kernel, config); err != nil {
		t.Errorf("%v\n%s", err, source)
	}
	return out
}

// Of the bugs that people met, those that lack synchronization are repaired. The others are left as they are.
func TestPublicBugsAreRepaired(t *testing.T) {
	files, err := filepath.Glob("../judge/testdata/bugs/*.txtar")
	if err != nil || len(files) < 30 {
		t.Fatalf("%d bugs: %v", len(files), err)
	}
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range archive.Files {
			if !strings.HasPrefix(f.Name, "wrong") {
				continue
			}
			name := strings.TrimSuffix(filepath.Base(file), ".txtar") + "/" + f.Name
			t.Run(name, func(t *testing.T) {
				n := 4
				if m := launchLine.FindSubmatch(f.Data); m != nil {
					n, _ = strconv.Atoi(string(m[1]))
				}
				wrong := foundInLine.ReplaceAllString(string(f.Data), "")
				r := repaired(t, wrong, n)
				why, left := notRepaired[name]
				t.Log(strings.Join(r.Changes, "; "))
				if !left {
					isAsRight(t, archive, f.Name, string(r.Source))
				}
				if left && string(r.Source) != wrong {
					t.Errorf("not repaired, and changed: %v\n%s", r.Changes, r.Source)
				}
				if r.Reports[0].OK() == left {
					t.Errorf("repaired is %t (%s): %v\n%s\n%v", !left, why, r.Changes, r.Source,
						r.Reports[0].Diagnostics())
				}
			})
		}
	}
}

// syncs matches an instruction of an example that a mutation takes out or weakens.
var syncs = regexp.MustCompile(`(?m)^\s*(?:bar\.sync|cp\.async\.wait_group) .*;.*\n`)

// An example from which a barrier or a wait was taken, or in which a count leaves one group more in flight,
// is right again after a repair, in which nothing but barriers and waits differs from the example.
func TestMutationsOfExamplesAreRepaired(t *testing.T) {
	source, err := os.ReadFile("../../examples/ptx/gemm.ptx")
	if err != nil {
		t.Fatal(err)
	}
	judged := func(ctx context.Context, file *diag.File) ([]*judge.Report, error) {
		m, err := judge.Load(file)
		if err != nil {
			return nil, err
		}
		plan, err := judge.NewPlan(m, judge.Options{DynamicShared: -1, Grid: machine.Extents{1, 1, 1},
			Args: map[string]machine.Arg{"n": {Bits: 64}, "k": {Bits: 192}}})
		if err != nil {
			return nil, err
		}
		report, err := judge.Check(ctx, plan)
		return []*judge.Report{report}, err
	}
	wrong := 0
	for _, at := range syncs.FindAllIndex(source, -1) {
		line := string(source[at[0]:at[1]])
		for _, mutant := range []string{"", strings.Replace(line, "wait_group 2", "wait_group 3", 1)} {
			text := string(source[:at[0]]) + mutant + string(source[at[1]:])
			r, err := repair.Text(t.Context(), diag.NewFile("gemm.ptx", []byte(text)), judged)
			if err != nil {
				t.Fatal(err)
			}
			if text != string(r.Source) {
				wrong++
			}
			if !r.Reports[0].OK() ||
				syncs.ReplaceAllString(string(r.Source), "") != syncs.ReplaceAllString(string(source), "") {
				t.Errorf("without %s: %v\n%v", line, r.Changes, r.Reports[0].Diagnostics())
			}
		}
	}
	if wrong < 3 {
		t.Errorf("only %d mutations were repaired", wrong)
	}
}
