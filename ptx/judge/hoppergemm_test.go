package judge_test

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ptx/judge"
	"github.com/inflight-compiler/inflight/ptx/launchfile"
	"github.com/inflight-compiler/inflight/ptx/machine"
)

// hopperPlan is a text with the launch of an example.
func hopperPlan(t *testing.T, name, text string) *judge.Plan {
	t.Helper()
	content, err := os.ReadFile("../../examples/ptx/" + name + ".json")
	if err != nil {
		t.Fatal(err)
	}
	list, err := launchfile.Parse(diag.NewFile(name+".json", content))
	if err != nil {
		t.Fatal(err)
	}
	p, err := plan(t, text, judge.Options{DynamicShared: -1, Metadata: list})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// A product for Hopper with clusters, multicast, three stages, two consumers and stores of tiles is right,
// and each of its instructions that synchronize is missed when it is not there, unless it was called
// needless.
func TestHopperGEMM(t *testing.T) {
	r := everyInstructionIsMissed(t, "hopper_gemm", 26)
	if len(r.Rings) != 1 {
		t.Error(r.Rings)
	}
}

// everyInstructionIsMissed judges an example, which is right, and then without each of its instructions that
// synchronize, which are so many at least.
func everyInstructionIsMissed(t *testing.T, name string, least int) *judge.Report {
	t.Helper()
	text := read(t, name+".ptx")
	right := judgeHopper(t, name, text)
	if !right.OK() || len(right.NotJudged) > 0 || slices.ContainsFunc(right.Diagnostics(),
		func(d *diag.Diagnostic) bool { return d.Severity != diag.Remark }) {
		t.Fatal(right.Diagnostics())
	}
	needless := map[int]bool{}
	for _, w := range right.Waits {
		needless[w.Line] = w.Verdict == judge.Redundant
	}
	lines := strings.Split(text, "\n")
	tried := 0
	for i, line := range lines {
		if !synchronizes(line) || needless[i+1] {
			continue
		}
		tried++
		without := slices.Clone(lines)
		without[i] = ""
		r := judgeHopper(t, name, strings.Join(without, "\n"))
		if r.OK() && !slices.ContainsFunc(r.Diagnostics(),
			func(d *diag.Diagnostic) bool { return d.Severity == diag.Warning }) {
			t.Errorf("line %d is not missed: %s", i+1, line)
		}
	}
	if tried < least {
		t.Errorf("%d instructions were taken out", tried)
	}
	return right
}

// judgeHopper judges a text with the launch of an example.
func judgeHopper(t *testing.T, name, text string) *judge.Report {
	t.Helper()
	r, err := judge.Check(t.Context(), hopperPlan(t, name, text))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Without a launch the boxes of its tensor maps follow from the bytes that are expected: those of B come from
// both blocks.
func TestHopperGEMMBoxes(t *testing.T) {
	s := study(t, read(t, "hopper_gemm.ptx"), judge.Options{DynamicShared: -1,
		Given: []judge.Given{{Key: "tiles", Number: "1"}, {Key: "depth", Number: "4"}}})
	assumed := strings.Join(s.Assumed, ", ")
	for _, want := range []string{"'a': 2 dimensions, boxes of 16384 bytes",
		"'b': 2 dimensions, boxes of 4096 bytes", "'c': 2 dimensions, boxes of 8192 bytes"} {
		if !strings.Contains(assumed, want) {
			t.Errorf("%s is not assumed, but %s", want, assumed)
		}
	}
	if s.Outcome != judge.Clean {
		t.Error(verdictOf(t, s))
	}
}

// synchronizes reports whether a line of the kernel has an instruction without which something is not
// ordered, or not told. A loop that asks for a phase is one with its branch.
func synchronizes(line string) bool {
	return slices.ContainsFunc(
		[]string{"mbarrier.init", "mbarrier.arrive", "bra WAIT_", "fence", "barrier.cluster",
			"bar.sync", "commit_group", "wait_group", "setmaxnreg.dec"}, func(s string) bool {
			return strings.Contains(line, s)
		})
}

// The product computes what float64 does.
func TestHopperGEMMComputes(t *testing.T) {
	const m, n, k = 512, 64, 256
	p := hopperPlan(t, "hopper_gemm", read(t, "hopper_gemm.ptx"))
	random := rand.New(rand.NewPCG(1, 2))
	draw := func() float64 { return float64(random.IntN(3) - 1) }
	a, b := hopperMatrix(p, 0, m*k, draw), hopperMatrix(p, 1, n*k, draw)
	c := p.Config.Args[2].Maps[0].Global.Buffer
	c.Data = make([]byte, 2*m*n)
	if _, err := machine.Launch(t.Context(), p.Kernel, p.Config); err != nil {
		t.Fatal(err)
	}
	for row := range m {
		for column := range n {
			want := 0.0
			for i := range k {
				want += a[row*k+i] * b[column*k+i]
			}
			if got := bfloat(c.Data, row*n+column); got != want {
				t.Fatalf("row %d, column %d: %g, expected %g", row, column, got, want)
			}
		}
	}
}

// hopperMatrix fills the tensor of an argument with n elements, and returns them.
func hopperMatrix(p *judge.Plan, arg, n int, draw func() float64) []float64 {
	values, data := make([]float64, n), make([]byte, 2*n)
	for i := range values {
		bits := math.Float32bits(float32(draw())) >> 16 // bf16 is the upper half
		binary.LittleEndian.PutUint16(data[2*i:], uint16(bits))
		values[i] = bfloat(data, i)
	}
	p.Config.Args[arg].Maps[0].Global.Buffer.Data = data
	return values
}

// bfloat returns an element of bf16.
func bfloat(data []byte, i int) float64 {
	return float64(math.Float32frombits(uint32(binary.LittleEndian.Uint16(data[2*i:])) << 16))
}
