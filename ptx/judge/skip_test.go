package judge_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randptx"
	"github.com/inflight-compiler/inflight/ptx/judge"
	"github.com/inflight-compiler/inflight/ptx/machine"
)

// bothWays judges a launch with a number, by a shorter one if one stands for it, and as it is. It reports
// whether there was a shorter one.
func bothWays(t *testing.T, where, text string, n uint64, args map[string]machine.Arg) bool {
	t.Helper()
	all := map[string]machine.Arg{"n": {Bits: n}}
	for name, a := range args {
		all[name] = a
	}
	p, err := plan(t, text, judge.Options{DynamicShared: -1, Args: all})
	if err != nil {
		t.Fatal(err)
	}
	var reports [2]*judge.Report
	for i := range reports {
		copied := *p
		config, _ := p.Config.WithCopies()
		config.VerdictOnly = i == 0
		copied.Config = config
		if reports[i], err = judge.Check(context.Background(), &copied); err != nil {
			t.Fatal(err)
		}
	}
	short, full := reports[0], reports[1]
	if full.Skipped != nil {
		t.Fatalf("%s: a launch of which more than the verdict is of interest was skipped", where)
	}
	for what, values := range map[string][2]any{
		"findings":    {toldBy(short), toldBy(full)},
		"waits":       {short.Waits, full.Waits},
		"fences":      {short.Fences, full.Fences},
		"not reached": {short.NotReached, full.NotReached},
		"banks":       {short.Banks, full.Banks},
		"shared":      {short.Shared, full.Shared},
		"reached":     {reachedBy(short), reachedBy(full)},
		"number":      {short.Config.Args[len(short.Config.Args)-1].Bits, n},
	} {
		if !reflect.DeepEqual(values[0], values[1]) {
			t.Fatalf("%s, n = %d, skipped %+v: %s: %v, not %v\n%s", where, n, short.Skipped, what, values[0],
				values[1], text)
		}
	}
	return short.Skipped != nil
}

// toldBy lists what a report says.
func toldBy(r *judge.Report) []string {
	var all []string
	for _, d := range r.Diagnostics() {
		all = append(all, fmt.Sprintf("%v %v %v %v", d.Severity, d.Code, d.Span, d.Message))
	}
	slices.Sort(all)
	return all
}

// reachedBy lists how far instructions reached.
func reachedBy(r *judge.Report) []string {
	var all []string
	for _, x := range r.Reached {
		all = append(all, fmt.Sprint(x.Instruction.Span, x.Buffer.Name, x.First, x.Bytes))
	}
	return all
}

// Random rings, right ones and with faults, have the same verdicts, findings, waits, fences and conflicts
// with many trips, whether a shorter launch stands for them or not.
func TestPropertySkip(t *testing.T) {
	seed := uint64(11)
	if os.Getenv("INFLIGHT_RANDOM") != "" {
		seed = rand.Uint64()
	}
	n, right, skipped := passtest.Programs(4*dear)/dear, 0, 0
	for i := range n {
		for _, family := range []string{"copies", "ring"} {
			r := rand.New(rand.NewPCG(seed, uint64(i)))
			k := randptx.Counted(r, family)
			where := fmt.Sprintf("kernel %d of seed %d: %s", i, seed, k.Shape)
			right++
			if bothWays(t, where, k.Text, 200+r.Uint64N(r.Uint64N(800)+1), nil) {
				skipped++
			}
			f := k.Faults[r.IntN(len(k.Faults))]
			bothWays(t, where+", "+f.What, f.Text, 200+r.Uint64N(r.Uint64N(800)+1), nil)
		}
	}
	t.Logf("skipped %d of %d", skipped, right)
	if skipped < right*3/10 {
		t.Errorf("of %d rings only %d were judged by shorter ones", right, skipped)
	}
}

// What only many trips show is found: a number that tells one trip from all others, one that wraps around,
// and the end of a buffer of a given size.
func TestSkipFindsWhatComesLate(t *testing.T) {
	if !bothWays(t, "a ring", countedText(""), 600, nil) {
		t.Error("the ring without a mistake is executed in full")
	}
	if !bothWays(t, "a ring that loads", countedText("ld.global.u32 %x, [%in];"),
		600, nil) {
		t.Error("the ring with loads is executed in full")
	}
	for more, n := range map[string]uint64{
		"setp.eq.u32 %q, %k, 500;":                    600,
		"and.b32 %x, %k, 512; setp.ne.u32 %q, %x, 0;": 600,
		"mad.lo.u32 %x, %k, 0x20000, 0x7c000000; mul.wide.s32 %y, %x, 1; setp.lt.s64 %q, %y, 0;": 600,
	} {
		if bothWays(t, more, countedText(more), n, nil) {
			t.Errorf("%s: the launch was skipped", more)
		}
	}
	sized := func(bytes int) map[string]machine.Arg {
		return map[string]machine.Arg{"in": {Buffer: &machine.Buffer{Name: "in", Data: make([]byte, bytes)}}}
	}
	const n = 500
	if !bothWays(t, "as large as it must be", countedText(""), n, sized(n*1024)) {
		t.Error("a launch with a buffer that is large enough is executed in full")
	}
	for _, bytes := range []int{n*1024 - 16, n * 512} {
		if bothWays(t, "too small", countedText(""), n, sized(bytes)) {
			t.Errorf("%d bytes are enough", bytes)
		}
	}
}
