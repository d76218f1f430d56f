package judge_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randptx"
	"github.com/inflight-compiler/inflight/ptx/judge"
	"github.com/inflight-compiler/inflight/ptx/machine"
)

// claims reports whether the judge says of a kernel that it is right for all n.
func claims(t testing.TB, text string) bool {
	t.Helper()
	s := study(t, text, judge.Options{DynamicShared: -1})
	all := strings.Contains(verdictOf(t, s), "right for all n")
	if all && (s.Outcome != judge.Clean || len(s.ForAll) == 0) {
		t.Errorf("%v, and right for all n", s.Outcome)
	}
	return all
}

// wrongFor returns the smallest n of some for which a kernel is wrong, -1 if it is for none of them.
func wrongFor(t testing.TB, text string, values []int) int {
	t.Helper()
	for _, n := range values {
		one, err := plan(t, text, judge.Options{DynamicShared: -1,
			Args: map[string]machine.Arg{"n": {Bits: uint64(n)}}})
		if err != nil {
			t.Fatal(err)
		}
		r, err := judge.Check(context.Background(), one)
		if err != nil {
			t.Fatal(err)
		}
		if !r.OK() {
			return n
		}
	}
	return -1
}

// dear is how many random programs of other tests cost what one of these kernels does, whose launches have
// many trips.
const dear = 20

// someOf returns the cases of a table, fewer if the environment limits the number of random programs.
func someOf[T any](table map[string]T) map[string]T {
	n := max(2, passtest.Programs(dear*len(table))/dear)
	some := map[string]T{}
	for _, name := range slices.Sorted(maps.Keys(table)) {
		if len(some) < n {
			some[name] = table[name]
		}
	}
	return some
}

// upTo lists numbers, and some that are larger.
func upTo(n int) []int {
	var all []int
	for i := range n {
		all = append(all, i)
	}
	return append(all, 33, 47, 64, 100)
}

// Of random rings of 1 to 5 stages, filled by cp.async, bulk copies and stores, the judge says that they are
// right for all n. Where it says so of one with a fault, there is no n for which that is wrong.
func TestPropertyForAll(t *testing.T) {
	seed := uint64(7)
	if os.Getenv("INFLIGHT_RANDOM") != "" {
		seed = rand.Uint64()
	}
	n, claimed := passtest.Programs(3*dear)/dear, 0
	for i := range n {
		for _, family := range []string{"copies", "ring", "clusters"} {
			r := rand.New(rand.NewPCG(seed, uint64(i)))
			k := randptx.Counted(r, family)
			where := fmt.Sprintf("kernel %d of seed %d: %s", i, seed, k.Shape)
			if claims(t, k.Text) {
				claimed++
			} else {
				t.Logf("nothing is claimed of %s", where)
			}
			for range 2 {
				f := k.Faults[r.IntN(len(k.Faults))]
				if !claims(t, f.Text) {
					continue
				}
				if wrong := wrongFor(t, f.Text, upTo(28)); wrong >= 0 {
					t.Fatalf("%s, %s: right for all n, and wrong for %d\n%s", where, f.What, wrong, f.Text)
				}
			}
		}
	}
	t.Logf("claimed of %d of %d", claimed, 3*n)
	if claimed < 3*n*7/10 {
		t.Errorf("of %d rings only %d are said to be right for all n", 3*n, claimed)
	}
}

// counted is a ring of three slots that two warps fill by cp.async and read of each other; MORE stands in
// front of the barrier behind the wait, and %q says that it is left out.
const counted = `
	.shared .align 16 .b8 mem[6144];
	.reg .b32 %t, %k, %n, %slot, %to, %from, %v, %sum, %x; .reg .b64 %in, %out, %y; .reg .pred %p, %q;
	ld.param.u64 %in, [in]; ld.param.u64 %out, [out]; ld.param.u32 %n, [n]; mov.u32 %t, %tid.x;
	mov.u32 %k, 0; mov.u32 %sum, 0; setp.eq.u32 %p, %n, 0; setp.ne.u32 %q, %n, %n; @%p bra END;
	mul.wide.u32 %y, %t, 4; add.u64 %out, %out, %y; mul.wide.u32 %y, %t, 16; add.u64 %in, %in, %y;
L:	rem.u32 %slot, %k, 3; shl.b32 %to, %slot, 10; mov.u32 %from, mem; add.u32 %to, %to, %from;
	shl.b32 %x, %t, 4; xor.b32 %from, %x, 512; add.u32 %from, %from, %to; add.u32 %to, %to, %x;
	cp.async.cg.shared.global [%to], [%in], 16; cp.async.commit_group; cp.async.wait_group 0;
	MORE
	@!%q bar.sync 0;
	ld.shared.u32 %v, [%from]; add.u32 %sum, %sum, %v; add.u64 %in, %in, 1024;
	bar.sync 0;
	add.u32 %k, %k, 1; setp.lt.u32 %p, %k, %n; @%p bra L;
END: st.global.u32 [%out], %sum; ret;`

func countedText(more string) string {
	return kernelOf(".visible .entry k(.param .u64 in, .param .u64 out, .param .u32 n) .reqntid 64",
		strings.Replace(counted, "MORE", more, 1))
}

// Nothing is claimed of a kernel that is right for all small n and wrong for a larger one, whatever tells it
// that the time has come.
func TestLateMistakesAreNotClaimed(t *testing.T) {
	if text := countedText(""); !claims(t, text) || wrongFor(t, text, upTo(20)) >= 0 {
		t.Error("the ring without a mistake is not said to be right for all n")
	}
	for more, wrong := range someOf(map[string]int{ // larger than all that is tried
		// A trip, a digit of its number, and the number itself.
		"setp.eq.u32 %q, %k, 2000;":                       2001,
		"setp.ge.u32 %q, %k, 2000;":                       2001,
		"shr.u32 %x, %k, 11; setp.ne.u32 %q, %x, 0;":      2049,
		"and.b32 %x, %k, 2048; setp.ne.u32 %q, %x, 0;":    2049,
		"div.u32 %x, %k, 1500; setp.eq.u32 %q, %x, 1;":    1501,
		"rem.u32 %x, %k, 1500; setp.eq.u32 %q, %x, 1400;": 1401,
		"min.u32 %x, %k, 1800; setp.eq.u32 %q, %x, 1800;": 1801,
		"max.u32 %x, %k, 1800; setp.ne.u32 %q, %x, 1800;": 1802,
		"setp.gt.u32 %q, %n, 1999;":                       2000,
		"rem.u32 %x, %n, 2001; setp.eq.u32 %q, %x, 1997;": 1997,
		"setp.eq.u32 %q, %n, 2000;":                       2000,
		"sub.u32 %x, %n, %k; setp.gt.u32 %q, %x, 1500;":   1501,
		// Words that wrap around, and numbers of other kinds.
		"cvt.u16.u32 %h, %k; mul.lo.u16 %h, %h, 30; setp.eq.u16 %q, %h, 164;": 2191,
		"mul.lo.u32 %x, %k, 0x00200000; setp.eq.u32 %q, %x, 0xa0200000;":      1282,
		"mul.lo.u32 %x, %k, 0x00300000; setp.eq.u32 %q, %x, 0x00200000;":      1367,
		"cvt.rn.f32.u32 %f, %k; setp.gt.f32 %q, %f, 0f44fa0000;":              2002,
		"add.u32 %s, %s, %k; setp.gt.u32 %q, %s, 2000000;":                    2002,
		"mul.lo.u32 %x, %k, %k; setp.gt.u32 %q, %x, 4000000;":                 2002,
		// By way of memory.
		"st.shared.u32 [%to+3072], %k; ld.shared.u32 %x, [%to+3072]; setp.eq.u32 %q, %x, 2000;": 2001,
	}) {
		text := strings.Replace(countedText(more), ".reg .b64",
			".reg .b16 %h; .reg .f32 %f; .reg .b32 %s; .reg .b64", 1)
		text = strings.Replace(text, "mov.u32 %k, 0;", "mov.u32 %k, 0; mov.u32 %s, 0;", 1)
		if claims(t, text) {
			t.Errorf("right for all n: %s", more)
		}
		if wrong > 0 && (wrongFor(t, text, []int{wrong}) < 0 || wrongFor(t, text, []int{7}) >= 0) {
			t.Errorf("%s: not wrong for %d, or for less", more, wrong)
		}
	}
}

// The number may be the trip count of several loops, one behind the other or around each other, results may
// be stored in each trip, and it may be a distance in memory that is read.
func TestForAllOfSeveralLoops(t *testing.T) {
	const again = "%p bra L;"
	for name, change := range someOf(map[string][2]string{
		"a second loop": {again, again + `
	mov.u32 %k, 0;
M:	st.shared.u32 [%from], %k; bar.sync 0; ld.shared.u32 %v, [%to]; add.u32 %sum, %sum, %v; bar.sync 0;
	add.u32 %k, %k, 1; setp.lt.u32 %p, %k, %n; @%p bra M;`},
		"three tiles": {again,
			again + ` add.u32 %s, %s, 1; mov.u32 %k, 0; setp.lt.u32 %p, %s, 3; @%p bra L;`},
		"a result of each trip": {"add.u32 %sum, %sum, %v;",
			"st.global.u32 [%out], %v; add.u64 %out, %out, 256;"},
		"a result that all trips add to": {"add.u32 %sum, %sum, %v;",
			"ld.global.u32 %x, [%out]; add.u32 %v, %v, %x; st.global.u32 [%out], %v;"},
		"rows of n words that are read": {"%in, %in, %y;",
			"%in, %in, %y; mul.wide.u32 %y, %t, %n; shl.b64 %y, %y, 4; add.u64 %in, %in, %y;"},
		"no more than are left": {"16; cp.async.commit_group;",
			"16, %x; cp.async.commit_group;"},
		"trips that are counted down": {"setp.lt.u32 %p, %k, %n; " + "@" + again,
			"add.u32 %s, %s, 1; sub.u32 %x, %n, %s; setp.ne.u32 %p, %x, 0; @" + again},
	}) {
		text := strings.Replace(countedText(""), change[0], change[1], 1)
		text = strings.Replace(text, ".reg .b64", ".reg .b32 %s, %z; .reg .b64", 1)
		text = strings.Replace(text, "mov.u32 %k, 0;", "mov.u32 %k, 0; mov.u32 %s, 0;", 1)
		text = strings.Replace(text, "cp.async.cg",
			"sub.u32 %z, %n, %k; min.u32 %x, %z, 4; shl.b32 %x, %x, 2; cp.async.cg", 1)
		s := study(t, text, judge.Options{DynamicShared: -1})
		if !strings.HasSuffix(verdictOf(t, s), "right for all n; the wait is needed and exact") {
			t.Errorf("%s: %s %v", name, verdictOf(t, s), s.Findings)
		}
		if wrong := wrongFor(t, text, upTo(8)); wrong >= 0 {
			t.Errorf("%s: wrong for %d", name, wrong)
		}
	}
	// Rows that are written might overlap.
	if claims(t, strings.Replace(countedText(""), "%out, %out, %y;",
		"%out, %out, %y; mul.wide.u32 %y, %t, %n; shl.b64 %y, %y, 2; add.u64 %out, %out, %y;", 1)) {
		t.Error("rows of n words that are written are right for all n")
	}
	// Results of two trips, one behind the other, that meet.
	text := strings.Replace(countedText(""), "add.u32 %sum, %sum, %v;",
		"st.global.u32 [%out], %v; add.u64 %out, %out, 252;", 1)
	text = strings.Replace(text, "\n	bar.sync 0;\n	add.u32 %k", "\n	add.u32 %k", 1)
	if claims(t, text) && wrongFor(t, text, upTo(12)) >= 0 {
		t.Error("results that meet are right for all n")
	}
}
