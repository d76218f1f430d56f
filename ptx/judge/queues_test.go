package judge_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/ptx/judge"
)

// bulkBody writes a kernel of 32 threads, each with 16 bytes in each of four slots of shared memory and of
// global memory. Of its lines, "store S" copies a slot to global memory in bulk, "fill S" writes it, "result
// S" reads what was stored; the rest are instructions.
func bulkBody(lines []string) string {
	var b strings.Builder
	b.WriteString(`.version 8.0
.target sm_90a
.address_size 64
.visible .entry k(.param .u64 .ptr .global .align 16 out)
.reqntid 32
{
	.reg .b32 %s, %v; .reg .b64 %out, %x;
	.shared .align 16 .b8 mem[2048];
	ld.param.u64 %out, [out]; mov.u32 %s, %tid.x; mul.wide.u32 %x, %s, 16; add.u64 %out, %out, %x; shl.b32 %s, %s, 4; mov.u32 %v, mem; add.u32 %s, %s, %v;
`)
	for slot := range 4 {
		fmt.Fprintf(&b, "\tst.shared.v2.u64 [%%s+%d], {%%x, %%x};\n", 512*slot)
	}
	b.WriteString("\tfence.proxy.async;\n")
	for _, line := range lines {
		var slot int
		word, rest, _ := strings.Cut(line, " ")
		_, _ = fmt.Sscan(rest, &slot)
		at := 512 * slot
		switch word {
		case "store":
			fmt.Fprintf(&b, "\tcp.async.bulk.global.shared::cta.bulk_group [%%out+%d], [%%s+%d], 16;\n", at,
				at)
		case "fill":
			fmt.Fprintf(&b, "\tst.shared.u32 [%%s+%d], %%v; fence.proxy.async;\n", at)
		case "result":
			fmt.Fprintf(&b, "\tld.global.u32 %%v, [%%out+%d];\n", at)
		default:
			fmt.Fprintf(&b, "\t%s;\n", line)
		}
	}
	b.WriteString("\tret;\n}\n")
	return b.String()
}

// randomBulk makes a program that stores in bulk, commits, waits, fills and reads; in the end everything is
// complete.
func randomBulk(r *rand.Rand) []string {
	var lines []string
	for range 6 + r.IntN(14) {
		slot := r.IntN(4)
		switch r.IntN(8) {
		case 0, 1, 2:
			lines = append(lines, fmt.Sprintf("store %d", slot), "cp.async.bulk.commit_group")
		case 3, 4:
			lines = append(lines, fmt.Sprintf("cp.async.bulk.wait_group.read %d", r.IntN(3)))
		case 5:
			lines = append(lines, fmt.Sprintf("cp.async.bulk.wait_group %d", r.IntN(3)))
		case 6:
			lines = append(lines, fmt.Sprintf("fill %d", slot))
		case 7:
			lines = append(lines, fmt.Sprintf("result %d", slot))
		}
	}
	return lines
}

var bulkWait = regexp.MustCompile(`^(cp\.async\.bulk\.wait_group(?:\.read)?) (\d+)$`)

// The recount of waits for bulk copies is what trying all counts says, of those that wait for reads alone as
// well.
func TestBulkRecountIsExact(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 32))
	right, waits, reads := 0, 0, 0
	n := passtest.Programs(100)
	for range n {
		lines := randomBulk(r)
		report := check(t, bulkBody(lines), judge.Options{DynamicShared: -1})
		if !report.OK() {
			continue
		}
		right++
		at := 0
		for i, line := range lines {
			parts := bulkWait.FindStringSubmatch(line)
			if parts == nil {
				continue
			}
			w := report.Waits[at]
			at++
			waits++
			if strings.HasSuffix(parts[1], "read") && w.Verdict != judge.Redundant {
				reads++
			}
			got := w.Exact
			if w.Verdict == judge.Redundant {
				got = len(lines)
			}
			if want := largestBulk(t, lines, i, parts[1], w.N); got != want {
				t.Fatalf("wait %d is %v, exact %d; trying all counts gives %d\n%s", at, w.Verdict, w.Exact,
					want, strings.Join(lines, "\n"))
			}
		}
	}
	if right < n/20 || waits < right/4 || reads < right/20 {
		t.Errorf("only %d of %d programs were right, with %d waits, %d for reads that are needed", right, n,
			waits, reads)
	}
}

// largestBulk returns the largest count of a wait without a hazard, from n on; the number of lines if there
// is none.
func largestBulk(t *testing.T, lines []string, i int, name string, n int) int {
	commits := strings.Count(strings.Join(lines, "\n"), "commit")
	for ; n <= commits; n++ {
		changed := append([]string(nil), lines...)
		changed[i] = fmt.Sprintf("%s %d", name, n+1)
		if isWorse(check(t, bulkBody(lines), judge.Options{DynamicShared: -1}),
			check(t, bulkBody(changed), judge.Options{DynamicShared: -1})) {
			return n
		}
	}
	return len(lines)
}

// productBody writes a kernel of a warpgroup with three tiles of A and B. "product S" multiplies tile S,
// "fill S" writes it.
func productBody(lines []string) string {
	var b strings.Builder
	b.WriteString(`.version 8.0
.target sm_90a
.address_size 64
.visible .entry k(.param .u64 .ptr .global .align 4 out)
.reqntid 128
{
	.reg .b32 %s, %m, %a, %b, %c, %d; .reg .b64 %x, %y; .reg .pred %p;
	.shared .align 1024 .b8 mem[9216];
	mov.u32 %s, %tid.x; shl.b32 %s, %s, 2; mov.u32 %m, mem; add.u32 %s, %s, %m; cvt.u64.u32 %y, %m; shr.u64 %y, %y, 4; mov.u32 %a, 0; mov.u32 %b, 0; mov.u32 %c, 0; mov.u32 %d, 0; setp.eq.u32 %p, 0, 0;
`)
	for i := range 18 {
		fmt.Fprintf(&b, "\tst.shared.u32 [%%s+%d], 0;\n", 512*i)
	}
	b.WriteString("\tfence.proxy.async; bar.sync 0; wgmma.fence.sync.aligned;\n")
	for _, line := range lines {
		var slot int
		word, rest, _ := strings.Cut(line, " ")
		_, _ = fmt.Sscan(rest, &slot)
		switch word {
		// 64 rows of A, and 8 of B from the same place: tiles of 8 rows of 16 bytes, 8 for each half of k
		case "product":
			fmt.Fprintf(&b,
				"\tor.b64 %%x, %%y, %d; add.u64 %%x, %%x, %d; "+
					"wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%%a, %%b, %%c, %%d}, %%x, %%x, "+
					"%%p, 1, 1, 0, 0;\n",
				1024/16<<16|128/16<<32, 3072*slot/16)
		case "fill":
			fmt.Fprintf(&b, "\tst.shared.u32 [%%s+%d], 0;\n", 3072*slot)
		default:
			fmt.Fprintf(&b, "\t%s;\n", line)
		}
	}
	b.WriteString("\tret;\n}\n")
	return b.String()
}

// Waits for products are recounted: the last 3 groups of a pipeline of products, of which a tile is refilled
// in turn.
func TestProductsAreRecounted(t *testing.T) {
	lines := []string{}
	for slot := range 3 {
		lines = append(lines, fmt.Sprintf("product %d", slot), "wgmma.commit_group.sync.aligned")
	}
	lines = append(lines, "wgmma.wait_group.sync.aligned 2", "bar.sync 0", "fill 0",
		"wgmma.wait_group.sync.aligned 0", "bar.sync 0", "fill 1",
		"wgmma.wait_group.sync.aligned 0")
	report := check(t, productBody(lines), judge.Options{DynamicShared: -1})
	var got []string
	for _, w := range report.Waits {
		got = append(got, fmt.Sprintf("%v %d/%d", w.Verdict, w.Exact, w.InFlight))
	}
	if want := "needed 2/3, stronger than necessary 1/2, redundant -1/0"; strings.Join(got, ", ") != want {
		t.Errorf("got %v, want %s", strings.Join(got, ", "), want)
	}
	lines[6] = "wgmma.wait_group.sync.aligned 3"
	report = check(t, productBody(lines), judge.Options{DynamicShared: -1})
	if report.OK() || report.Waits[0].Verdict != judge.TooWeak || report.Waits[0].Exact != 2 {
		t.Errorf("%+v", report.Waits[0])
	}
}
