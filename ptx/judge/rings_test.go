package judge_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randptx"
	"github.com/inflight-compiler/inflight/ptx/judge"
)

// ringOf judges the ring of the examples with texts replaced, pairs of an old and a new one.
func ringOf(t *testing.T, edits ...string) *judge.Report {
	t.Helper()
	content, err := os.ReadFile("../../examples/ptx/ring.ptx")
	if err != nil {
		t.Fatal(err)
	}
	text := string(content)
	for i := 0; i < len(edits); i += 2 {
		if strings.Count(text, edits[i]) != 1 {
			t.Fatalf("%q is %d times in the kernel", edits[i], strings.Count(text, edits[i]))
		}
		text = strings.Replace(text, edits[i], edits[i+1], 1)
	}
	m, err := judge.Load(diag.NewFile("ring.ptx", []byte(text)))
	if err != nil {
		t.Fatal(err)
	}
	plan, err := judge.NewPlan(m,
		judge.Options{DynamicShared: -1, Given: []judge.Given{{Key: "count", Number: "11"}}})
	if err != nil {
		t.Fatal(err)
	}
	r, err := judge.Check(t.Context(), plan)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// A ring says how many stages it has, who fills them and who waits, how many fills are in flight, and whether
// each wait waits for what it must and no more.
func TestRings(t *testing.T) {
	const begin = "4 stages of 4096 bytes, producer warp 0, consumers warps 4 to 11, at most "
	// The producer waits for the stage behind the one that it fills.
	late := []string{"mad.lo.u32 %empty, %slot, 8, %empty;\n\tmad.lo.u32 %address, %slot, 4096, %tiles;",
		"mad.lo.u32 %address, %slot, 4096, %tiles; add.u32 %slot, %k, 1; shr.u32 %parity, %slot, 2;" +
			"and.b32 %parity, %parity, 1; xor.b32 %parity, %parity, 1; and.b32 %slot, %slot, 3;" +
			"mad.lo.u32 %empty, %slot, 8, %empty;"}
	for _, c := range []struct {
		name, want string
		edits      []string
	}{
		{"as it is", begin + "4 in flight and 3 from the second round on, every wait exact", nil},
		{"freed at once", begin + "4 in flight, every wait exact", []string{
			"\tbar.warp.sync 0xffffffff;\n\t@%first mbarrier.arrive.shared::cta.b64 _, [%empty];\n", "",
			"add.u32 %before, %k, 3;", "mov.u32 %before, %k;",
			"\tadd.u32 %k, %k, 1;\n\tsetp.lt.u32 %more, %k, %n;\n\t@%more bra add_up;",
			"\tbar.warp.sync 0xffffffff;\n\t@%elected mbarrier.arrive.shared::cta.b64 _, [%empty];\n" +
				"\tadd.u32 %k, %k, 1;\n\tsetp.lt.u32 %more, %k, %n;\n\t@%more bra add_up;"}},
		{"a wait for one more", begin + "3 in flight and 2 from the second round on, " +
			"the wait of line 66 waits for 1 stage more than it must", late},
	} {
		r := ringOf(t, c.edits...)
		if !r.OK() || len(r.Rings) != 1 || r.Rings[0].String() != c.want {
			t.Errorf("%s: %v, %v, want %s", c.name, r.Rings, r.Findings, c.want)
		}
	}
}

// The rings of random kernels are as they were written, and their waits exact.
func TestPropertyRings(t *testing.T) {
	for seed := range uint64(passtest.Programs(60)) {
		k := randptx.New(rand.New(rand.NewPCG(seed, 9)), "ring")
		var slots, trips, tiles, producers int
		var how, whose string
		shape := strings.Replace(k.Shape, "(", " ", 1)
		if _, err := fmt.Sscanf(shape, "%d slots, %d trips, %d tiles, %d warps fill by %s %s", &slots, &trips,
			&tiles, &producers, &how, &whose); err != nil {
			t.Fatalf("%s: %v", k.Shape, err)
		}
		r := judged(t, k, k.Text)
		if len(r.Rings) != 1 {
			t.Fatalf("seed %d: %s: %d rings", seed, k.Shape, len(r.Rings))
		}
		ring := r.Rings[0]
		if want := min(slots, trips*tiles); ring.Stages() != want || len(ring.Producers) != producers ||
			ring.InFlight < 1 || ring.InFlight > want {
			t.Errorf("seed %d: %s: the ring is %v", seed, k.Shape, ring)
		}
		for _, w := range ring.Waits {
			if w.Slack != 0 && w.Slack != judge.Unknown && w.Slack != judge.Needless {
				t.Errorf("seed %d: %s: the ring is %v", seed, k.Shape, ring)
			}
		}
	}
}
