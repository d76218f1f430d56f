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

// hopperPlan is a text with the launch of the example.
func hopperPlan(t *testing.T, text string) *judge.Plan {
	t.Helper()
	content, err := os.ReadFile("../../examples/ptx/hopper_gemm.json")
	if err != nil {
		t.Fatal(err)
	}
	list, err := launchfile.Parse(diag.NewFile("hopper_gemm.json", content))
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
	text := read(t, "hopper_gemm.ptx")
	r, err := judge.Check(t.Context(), hopperPlan(t, text))
	if err != nil {
		t.Fatal(err)
	}
	if !r.OK() || len(r.Rings) != 1 || len(r.NotJudged) > 0 || slices.ContainsFunc(r.Diagnostics(),
		func(d *diag.Diagnostic) bool { return d.Severity != diag.Remark }) {
		t.Fatal(r.Diagnostics())
	}
	needless := map[int]bool{}
	for _, w := range r.Waits {
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
		r, err := judge.Check(t.Context(), hopperPlan(t, strings.Join(without, "\n")))
		if err != nil {
			t.Fatal(err)
		}
		if r.OK() && !slices.ContainsFunc(r.Diagnostics(),
			func(d *diag.Diagnostic) bool { return d.Severity == diag.Warning }) {
			t.Errorf("line %d is not missed: %s", i+1, line)
		}
	}
	if tried < 26 {
		t.Errorf("%d instructions were taken out", tried)
	}
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
	p := hopperPlan(t, read(t, "hopper_gemm.ptx"))
	random := rand.New(rand.NewPCG(1, 2))
	matrix := func(arg, rows int) ([]float64, *machine.Buffer) {
		values, data := make([]float64, rows*k), make([]byte, 2*rows*k)
		for i := range values {
			values[i] = float64(random.IntN(3) - 1)
			bits := math.Float32bits(float32(values[i])) >> 16 // bf16 is the upper half
			binary.LittleEndian.PutUint16(data[2*i:], uint16(bits))
		}
		buffer := p.Config.Args[arg].Maps[0].Global.Buffer
		buffer.Data = data
		return values, buffer
	}
	a, _ := matrix(0, m)
	b, _ := matrix(1, n)
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
			bits := uint32(binary.LittleEndian.Uint16(c.Data[2*(row*n+column):]))
			if got := float64(math.Float32frombits(bits << 16)); got != want {
				t.Fatalf("row %d, column %d: %g, expected %g", row, column, got, want)
			}
		}
	}
}
