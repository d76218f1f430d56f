package judge_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/ptx/judge"
)

// body writes a kernel of 64 threads. Of its lines, "copy S" copies a word of each thread to slot S, "own S"
// and "other S" read that of the thread itself and of one in the other warp; the rest are instructions.
func body(lines []string) string {
	var b strings.Builder
	b.WriteString(`.version 7.1
.target sm_80
.address_size 64
.visible .entry k(.param .u64 .ptr .global .align 4 in)
.reqntid 64
{
	.reg .b32 %s, %o, %v; .reg .b64 %in, %x; .reg .pred %p;
	.shared .align 16 .b8 mem[1024];
	ld.param.u64 %in, [in]; mov.u32 %s, %tid.x; setp.lt.u32 %p, %s, 32; mul.wide.u32 %x, %s, 4; add.u64 %in, %in, %x; shl.b32 %s, %s, 2; mov.u32 %v, mem; add.u32 %s, %s, %v; xor.b32 %o, %s, 128;
`)
	for _, line := range lines {
		word, slot, _ := strings.Cut(line, " ")
		switch word {
		case "copy":
			fmt.Fprintf(&b, "\tcp.async.ca.shared.global [%%s+256*%s], [%%in], 4;\n", slot)
		case "own":
			fmt.Fprintf(&b, "\tld.shared.u32 %%v, [%%s+256*%s];\n", slot)
		case "other":
			fmt.Fprintf(&b, "\tld.shared.u32 %%v, [%%o+256*%s];\n", slot)
		default:
			fmt.Fprintf(&b, "\t%s;\n", line)
		}
	}
	b.WriteString("\tret;\n}\n")
	text := b.String()
	for slot := range 4 {
		text = strings.ReplaceAll(text, fmt.Sprintf("+256*%d]", slot), fmt.Sprintf("+%d]", 256*slot))
	}
	return text
}

// randomLines makes a program that copies, commits, waits, meets and reads.
func randomLines(r *rand.Rand) []string {
	var lines []string
	for range 6 + r.IntN(14) {
		switch r.IntN(9) {
		case 0, 1:
			lines = append(lines, fmt.Sprintf("copy %d", r.IntN(4)), "cp.async.commit_group")
		case 2:
			lines = append(lines, fmt.Sprintf("copy %d", r.IntN(4)))
		case 3:
			lines = append(lines, "cp.async.commit_group")
		case 4, 5:
			lines = append(lines, fmt.Sprintf("cp.async.wait_group %d", r.IntN(4)))
		case 6:
			lines = append(lines, "bar.sync 0")
		case 7:
			lines = append(lines, fmt.Sprintf("own %d", r.IntN(4)))
		case 8:
			lines = append(lines, fmt.Sprintf("other %d", r.IntN(4)))
		}
	}
	return lines
}

// The recount of every wait is what trying all counts says: the largest one, with all other waits as they
// are, that leaves the program without a hazard.
func TestRecountIsExact(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	right, waits := 0, 0
	n := passtest.Programs(300)
	for range n {
		lines := randomLines(r)
		report := check(t, body(lines), judge.Options{DynamicShared: -1})
		if !report.OK() {
			continue
		}
		right++
		at := 0
		for i, line := range lines {
			if !strings.HasPrefix(line, "cp.async.wait_group") {
				continue
			}
			w := report.Waits[at]
			at++
			waits++
			want := largest(t, lines, i, w.N)
			got := w.Exact
			if w.Verdict == judge.Redundant {
				got = len(lines)
			}
			if got != want {
				t.Fatalf("wait %d is %v, exact %d; trying all counts gives %d\n%s", at, w.Verdict, w.Exact,
					want, strings.Join(lines, "\n"))
			}
		}
	}
	if right < n/20 || waits < right/4 {
		t.Errorf("only %d of %d programs were right, with %d waits", right, n, waits)
	}
}

// largest returns the largest count of a wait without a hazard, from n on; the number of lines if there is
// none.
func largest(t *testing.T, lines []string, i, n int) int {
	commits := 0
	for _, line := range lines {
		commits += strings.Count(line, "commit")
	}
	for ; n <= commits; n++ {
		changed := append([]string(nil), lines...)
		changed[i] = fmt.Sprintf("cp.async.wait_group %d", n+1)
		if isWorse(check(t, body(lines), judge.Options{DynamicShared: -1}),
			check(t, body(changed), judge.Options{DynamicShared: -1})) {
			return n
		}
	}
	return len(lines)
}

// Counts of an unrolled pipeline fall in its epilogue, and each of them is recounted.
func TestEpilogue(t *testing.T) {
	lines := []string{"copy 0", "cp.async.commit_group", "copy 1", "cp.async.commit_group", "copy 2",
		"cp.async.commit_group"}
	for i, n := range []int{2, 1, 0} {
		lines = append(lines, fmt.Sprintf("cp.async.wait_group %d", n), fmt.Sprintf("own %d", i))
	}
	report := check(t, body(lines), judge.Options{DynamicShared: -1})
	for i, w := range report.Waits {
		if w.Verdict != judge.Needed || w.Exact != 2-i || w.InFlight != 3-i {
			t.Errorf("wait %d: %+v", i, w)
		}
	}
}

// What the launch does not reach has no verdict, and waits that can never wait are found on all paths.
func TestPaths(t *testing.T) {
	report := check(t, body([]string{
		"copy 0", "cp.async.commit_group", "cp.async.wait_group 1", "cp.async.wait_group 0", "own 0",
		"setp.eq.u32 %p, 1, 2", "@%p bra L", "bra M",
		"L: cp.async.commit_group", "cp.async.commit_group", "cp.async.wait_group 1", "bar.sync 0",
		"M: cp.async.wait_group 2",
	}), judge.Options{DynamicShared: -1})
	var got []string
	for _, w := range report.Waits {
		got = append(got, fmt.Sprintf("%v/%d", w.Verdict, w.InFlight))
	}
	if want := "[redundant/1 needed/1 not reached/2 redundant/1]"; fmt.Sprint(got) != want {
		t.Errorf("got %v, want %s", got, want)
	}
	if len(report.NotReached) != 4 || !report.OK() {
		t.Errorf("not reached: %v", report.NotReached)
	}
	report = check(t,
		body([]string{"L: mov.u32 %v, 0", "copy 0", "cp.async.commit_group", "own 1", "@%p bra L",
			"cp.async.wait_group 5"}), judge.Options{DynamicShared: -1, Steps: 1000})
	if report.Waits[0].InFlight != -1 {
		t.Errorf("a loop that commits without a wait has %d groups in flight", report.Waits[0].InFlight)
	}
}

// isWorse reports whether a program is wrong, or ends without a wait for a copy or a product where the one
// that it was made of does not.
func isWorse(before, after *judge.Report) bool {
	abandoned := func(r *judge.Report) (n int) {
		for _, d := range r.Findings {
			if d.Code == "ptx-copy-abandoned" {
				n++
			}
		}
		return n
	}
	return !after.OK() || abandoned(after) > abandoned(before)
}
