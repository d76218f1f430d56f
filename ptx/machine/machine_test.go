package machine_test

import (
	"context"
	"encoding/binary"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/internal/gputest"
	"github.com/inflight-compiler/inflight/ptx"
	"github.com/inflight-compiler/inflight/ptx/machine"
)

// compile makes a kernel of a text.
func compile(t testing.TB, name, text string) *machine.Kernel {
	t.Helper()
	k, err := tryCompile(name, text)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func tryCompile(name, text string) (*machine.Kernel, error) {
	m, err := ptx.Parse(diag.NewFile(name, []byte(text)))
	if err == nil {
		err = ptx.Verify(m)
	}
	if err != nil {
		return nil, err
	}
	return machine.Compile(m, m.Kernels()[0])
}

func read(t testing.TB, name string) string {
	t.Helper()
	text, err := os.ReadFile("../../examples/ptx/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// launch runs a kernel that is expected to be right.
func launch(t testing.TB, k *machine.Kernel, config machine.Config) *machine.Report {
	t.Helper()
	r, err := gputest.Launch(t, k, config)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Findings) > 0 {
		t.Fatal(r.Findings)
	}
	return r
}

// modes are the modes of execution, some with several seeds.
var modes = []struct {
	mode machine.Mode
	seed uint64
}{{machine.Late, 0}, {machine.Early, 0}, {machine.Random, 1}, {machine.Random, 2}}

func floats(values ...float32) []byte {
	var data []byte
	for _, v := range values {
		data = binary.LittleEndian.AppendUint32(data, math.Float32bits(v))
	}
	return data
}

func float(data []byte, i int) float32 {
	return math.Float32frombits(binary.LittleEndian.Uint32(data[4*i:]))
}

func randomFloats(r *rand.Rand, n int) []byte {
	var data []byte
	for range n {
		data = append(data, floats(float32(r.IntN(256)-128)/64)...)
	}
	return data
}

func TestVectorAdd(t *testing.T) {
	k := compile(t, "vector_add.ptx", read(t, "vector_add.ptx"))
	const n = 500
	r := rand.New(rand.NewPCG(1, 2))
	a, b, c := randomFloats(r, n), randomFloats(r, n), make([]byte, 4*n)
	launch(t, k, machine.Config{
		Grid: machine.Extents{4, 1, 1}, Block: machine.Extents{128, 1, 1},
		Args: []machine.Arg{{Buffer: &machine.Buffer{Data: a}}, {Buffer: &machine.Buffer{Data: b}},
			{Buffer: &machine.Buffer{Data: c}}, {Bits: n}},
	})
	for i := range n {
		if want := float(a, i) + float(b, i); float(c, i) != want {
			t.Fatalf("c[%d] = %v, want %v", i, float(c, i), want)
		}
	}
}

func TestCopy(t *testing.T) {
	k := compile(t, "copy.ptx", read(t, "copy.ptx"))
	for _, m := range modes {
		a, b := randomFloats(rand.New(rand.NewPCG(1, 2)), 512), make([]byte, 2048)
		launch(t, k, machine.Config{
			Grid: machine.Extents{2, 1, 1}, Block: machine.Extents{64, 1, 1}, Mode: m.mode, Seed: m.seed,
			Args: []machine.Arg{{Buffer: &machine.Buffer{Data: a}}, {Buffer: &machine.Buffer{Data: b}}},
		})
		if string(a) != string(b) {
			t.Errorf("mode %d: the copy differs", m.mode)
		}
	}
}

// What is missing in a kernel is found, with the place and what to do.
func TestFindings(t *testing.T) {
	text := read(t, "copy.ptx")
	for _, c := range []struct{ old, new, want string }{
		{"cp.async.wait_group 0;", "", "add cp.async.wait_group"},
		{"cp.async.wait_group 0;", "cp.async.wait_group 1;", "at most 0 groups"},
		{"cp.async.commit_group;", "", "add cp.async.commit_group"},
		{"bar.sync 0;", "", "add a barrier behind the wait"},
		{"cp.async.wait_group 0;\n\tbar.sync 0;", "bar.sync 0;\n\tcp.async.wait_group 0;",
			"add a barrier behind the wait"},
		{"cp.async.cg", "@%q cp.async.cg", "which nothing has written [ptx-uninitialized]"},
		{"[%r5], [%rd4]", "[%r5+16], [%rd4]", "copies bytes 1024 to 1039 of shared memory, which has 1024"},
		{"[%r5], [%rd4]", "[%r5], [%rd4+4096]", "copies bytes 4096 to 4111 of 'a', which has 2048"},
		{"[%r5], [%rd4]", "[%r5], [%rd4+8]", "which is not a multiple of 16 [ptx-misaligned]"},
	} {
		changed := strings.Replace(text, c.old, c.new, 1)
		changed = strings.Replace(changed, ".reg .b32", ".reg .pred %q; .reg .b32", 1)
		k := compile(t, "copy.ptx", changed)
		r, err := machine.Launch(context.Background(), k, machine.Config{
			Grid: machine.Extents{2, 1, 1}, Block: machine.Extents{64, 1, 1},
			Args: []machine.Arg{{Buffer: &machine.Buffer{Data: make([]byte, 2048)}},
				{Buffer: &machine.Buffer{Data: make([]byte, 2048)}}},
		})
		var all strings.Builder
		_ = (diag.Text{W: &all}).Render(append(r.Findings, diag.FromError(err)...))
		if !strings.Contains(all.String(), c.want) {
			t.Errorf("%s: got\n%s, want %s", c.new, &all, c.want)
		}
	}
}
