package machine_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/ptx/machine"
)

// pass is a body in which thread 0 writes data and tells thread %C, by number in the grid, who then reads
// it: %W writes the data, %T tells, %L asks, and %F is between the answer and the read.
const pass = `mov.u32 %r5, %ctaid.x; mad.lo.u32 %r5, %r5, 64, %t; setp.eq.u32 %p0, %r5, 0; setp.eq.u32 %p1, %r5, C#;
@!%p0 bra C; st.global.u32 [%out], 1; TELL#
C: @!%p1 bra E; L: ASK# setp.eq.u32 %p2, %r0, 0; @%p2 bra L; THEN# ld.global.u32 %r1, [%out]; st.global.u32 [%out+8], %r1; E:`

// half is one side of a message: what it does, with the scope $ in it, and whether that is a pattern.
type half struct {
	text, then string
	orders     bool
}

var tells = []half{
	{"st.release.$.global.u32 [%out+2048], 1;", "", true},
	{"fence.acq_rel.$; st.relaxed.gpu.global.u32 [%out+2048], 1;", "", true},
	{"fence.sc.$; st.volatile.global.u32 [%out+2048], 1;", "", true},
	{"fence.acq_rel.$; red.global.add.u32 [%out+2048], 1;", "", true},
	{"fence.$; atom.relaxed.gpu.global.exch.b32 %r3, [%out+2048], 1;", "", true},
	{"atom.release.$.global.add.u32 %r3, [%out+2048], 1;", "", true},
	{"atom.acq_rel.$.global.cas.b32 %r3, [%out+2048], 0, 1;", "", true},
	{"red.release.$.global.or.b32 [%out+2048], 1;", "", true},
	{"fence.acq_rel.$; st.relaxed.gpu.global.u32 [%out+1024], 1; st.relaxed.gpu.global.u32 [%out+2048], 1;",
		"",
		true},
	{"st.release.$.global.u32 [%out+2048], 0; st.relaxed.gpu.global.u32 [%out+2048], 1;", "", true},
	{"st.relaxed.gpu.global.u32 [%out+2048], 1;", "", false},
	{"st.volatile.global.u32 [%out+2048], 1;", "", false},
	{"atom.global.add.u32 %r3, [%out+2048], 1;", "", false},
	{"atom.acquire.$.global.add.u32 %r3, [%out+2048], 1;", "", false},
	{"st.relaxed.gpu.global.u32 [%out+2048], 1; fence.sc.$;", "", false},
	{"st.release.$.global.u32 [%out+1024], 1; st.relaxed.gpu.global.u32 [%out+2048], 1;", "", false},
}

var asks = []half{
	{"ld.acquire.$.global.u32 %r0, [%out+2048];", "", true},
	{"ld.relaxed.gpu.global.u32 %r0, [%out+2048];", "fence.acq_rel.$;", true},
	{"ld.volatile.global.u32 %r0, [%out+2048];", "fence.sc.$;", true},
	{"atom.acquire.$.global.add.u32 %r0, [%out+2048], 0;", "", true},
	{"atom.acq_rel.$.global.cas.b32 %r0, [%out+2048], 0, 0;", "", true},
	{"atom.global.max.u32 %r0, [%out+2048], 0;", "fence.$;", true},
	{"ld.relaxed.gpu.global.u32 %r0, [%out+2048];", "", false},
	{"ld.volatile.global.u32 %r0, [%out+2048];", "", false},
	{"atom.global.add.u32 %r0, [%out+2048], 0;", "", false},
	{"fence.sc.$; ld.relaxed.gpu.global.u32 %r0, [%out+2048];", "", false},
}

// raced reports whether a launch finds a race, in any order of execution.
func raced(t *testing.T, name, body string, grid int, mode machine.Mode) (string, bool) {
	t.Helper()
	got := findings(t, syncCase{name: name, body: body}, machine.Extents{grid, 1, 1}, mode)
	if got != "" && !strings.Contains(got, "[ptx-race]") {
		t.Errorf("%s: got %s", body, got)
	}
	return got, got != ""
}

// A message orders what is before it and behind it exactly where the one side is a release pattern, the other
// one an acquire pattern, and the scopes of both have the other's thread.
func TestMessages(t *testing.T) {
	for _, tell := range tells {
		for _, ask := range asks {
			for n := range 8 {
				scopes, blocks := [2]string{[]string{"cta", "gpu"}[n&1], []string{"cta", "sys"}[n>>1&1]},
					1+n>>2
				body := strings.NewReplacer("C#", fmt.Sprint(32*blocks), "TELL#",
					strings.ReplaceAll(tell.text, "$", scopes[0]), "ASK#",
					strings.ReplaceAll(ask.text, "$", scopes[1]), "THEN#",
					strings.ReplaceAll(ask.then, "$", scopes[1])).Replace(pass)
				want := !tell.orders || !ask.orders || blocks > 1 && (n&1 == 0 || n>>1&1 == 0)
				got, found := raced(t, "message", body, blocks,
					[]machine.Mode{machine.Late, machine.Random}[n&1])
				if found != want {
					t.Errorf("%d blocks, scopes %v: %s | %s %s: a race: %v, want %v\n%s", blocks, scopes,
						tell.text, ask.text, ask.then, found, want, got)
				}
			}
		}
	}
}

// everywhere is what each thread of a block does in an order of memory that the whole block takes part in:
// all write, then fence, then meet; thread 0 counts the block, and the last block reads what block 0 wrote.
const everywhere = `mov.u32 %r4, %ctaid.x; setp.eq.u32 %p2, %r4, 0; @%p2 st.global.u32 [%own], %t;
ALL# bar.sync 0; setp.eq.u32 %p0, %t, 0; mov.u32 %r0, 0; @!%p0 bra L; ONE# atom.global.add.u32 %r0, [%out+2048], 1; AFTER# L: bar.sync 0;
setp.eq.u32 %p1, %r0, 2; @%p1 ld.global.u32 %r1, [%out+4];`

// Messages pass on what their sender knows, whoever told it.
func TestChainsOfMessages(t *testing.T) {
	// Of four threads in as many blocks, numbered, each does a step.
	steps := func(a, b, c string) string {
		return `mov.u32 %r5, %ctaid.x; setp.ne.u32 %p0, %t, 0; @%p0 bra E; setp.eq.u32 %p0, %r5, 0; setp.eq.u32 %p1, %r5, 1;
@!%p0 bra B; ` + a + ` bra E; B: @!%p1 bra C; ` + b + ` bra E; C: ` + c + ` E:`
	}
	spin := func(label, load string) string {
		return label + ": " + load + " setp.eq.u32 %p2, %r0, 0; @%p2 bra " + label + "; "
	}
	const (
		write  = "st.global.u32 [%out], 1; "
		reads  = "ld.global.u32 %r1, [%out]; st.global.u32 [%out+8], %r1; "
		first  = "st.release.gpu.global.u32 [%out+1024], 1; "
		second = "st.release.gpu.global.u32 [%out+2048], 1; "
		update = "atom.relaxed.gpu.global.add.u32 %r3, [%out+1024], 1; "
	)
	asks1, asks2 := spin("S", "ld.acquire.gpu.global.u32 %r0, [%out+1024];"),
		spin("T", "ld.acquire.gpu.global.u32 %r0, [%out+2048];")
	for _, c := range []struct {
		name, body string
		races      bool
	}{
		{"two messages", steps(write+first, asks1+second, asks2+reads), false},
		{"the second asks without acquiring", steps(write+first,
			strings.Replace(asks1, "acquire", "relaxed", 1)+second, asks2+reads), true},
		{"the second tells without releasing", steps(write+first,
			asks1+strings.Replace(second, "release", "relaxed", 1), asks2+reads), true},
		{"the first only in its block", steps(write+strings.Replace(first, "gpu", "cta", 1),
			asks1+second, asks2+reads), true},
		{"an update passes on", steps(write+first, update, spin("T",
			"ld.acquire.gpu.global.u32 %r0, [%out+1024]; setp.lt.u32 %p2, %r0, 2; selp.b32 %r0, 0, 1, %p2;")+
			reads), false},
		{"a store does not", steps(write+first, asks1+"st.relaxed.gpu.global.u32 [%out+1024], 2;", spin("T",
			"ld.acquire.gpu.global.u32 %r0, [%out+1024]; setp.lt.u32 %p2, %r0, 2; selp.b32 %r0, 0, 1, %p2;")+
			reads), true},
		{"what was read is passed on", steps("st.relaxed.gpu.global.u32 [%out+1024], 1;",
			spin("S", "ld.relaxed.gpu.global.u32 %r0, [%out+1024];")+second,
			asks2+"st.global.u32 [%out+1024], 3;"), false},
		{"what was read is not passed on", steps("st.relaxed.gpu.global.u32 [%out+1024], 1;",
			spin("S", "ld.relaxed.gpu.global.u32 %r0, [%out+1024];")+
				strings.Replace(second, "release", "relaxed", 1), asks2+"st.global.u32 [%out+1024], 3;"),
			true},
		{"the last of those who count resets", steps(update, update, update+
			"setp.eq.u32 %p2, %r3, 2; @%p2 st.global.u32 [%out+1024], 0;"), false},
		{"a reset behind a store", steps(update, "st.relaxed.gpu.global.u32 [%out+1024], 2;", update+
			"setp.eq.u32 %p2, %r3, 2; @%p2 st.global.u32 [%out+1024], 0;"), true},
		{"a strong access of another size", steps("st.relaxed.gpu.global.u32 [%out], 1;", "",
			"ld.relaxed.gpu.global.u64 %y1, [%out];"), true},
		{"a strong access with too small a scope", steps("st.relaxed.cta.global.u32 [%out], 1;", "",
			"ld.relaxed.gpu.global.u32 %r1, [%out];"), true},
		{"all fence, one counts", fences("membar.gl;", "", "membar.gl;"), false},
		{"all fence in their block", fences("membar.cta;", "", "membar.gl;"), true},
		{"all fence, and no fence.sc", fences("fence.acq_rel.gpu;", "", "fence.acq_rel.gpu;"), true},
		{"one fences behind the barrier", fences("", "fence.acq_rel.gpu;", "fence.acq_rel.gpu;"), false},
		{"the reader does not fence", fences("", "fence.acq_rel.gpu;", ""), true},
	} {
		for _, mode := range []machine.Mode{machine.Late, machine.Random} {
			if got, found := raced(t, c.name, c.body, 3, mode); found != c.races {
				t.Errorf("%s: a race: %v, want %v\n%s", c.name, found, c.races, got)
			}
		}
	}
}

func fences(all, one, after string) string {
	return strings.NewReplacer("ALL#", all, "ONE#", one, "AFTER#", after).Replace(everywhere)
}
