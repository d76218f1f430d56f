package machine_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randptx"
	"github.com/inflight-compiler/inflight/ptx/machine"
)

// That words share what is remembered of them changes nothing of what is found.
func TestSharedHistories(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	compare := func(what, text string, config machine.Config) {
		k, err := tryCompile(what, text)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range k.Params {
			if p.Pointer {
				config.Args = append(config.Args,
					machine.Arg{Buffer: &machine.Buffer{Name: p.Name, Grows: true}})
			} else {
				config.Args = append(config.Args,
					machine.Arg{Bytes: make([]byte, p.Variable.Size()), Bits: 3})
			}
		}
		if got, want := machine.FindingsOf(t, k, config, false),
			machine.FindingsOf(t, k, config, true); got != want {
			t.Errorf("%s: with shared histories\n%s\nwithout\n%s\n%s", what, got, want, text)
		}
	}
	for range passtest.Programs(20) {
		for _, family := range randptx.Families() {
			k := randptx.New(r, family)
			config := machine.Config{Grid: machine.Extents{k.Blocks, 1, 1},
				Block: machine.Extents{k.Threads, 1, 1}, Steps: 50000,
				DynamicShared: 8192}
			compare(k.Shape, k.Text, config)
			for _, f := range k.Faults {
				compare(k.Shape+", "+f.What, f.Text, config)
			}
		}
	}
	hopper := read(t, "hopper_gemm.ptx")
	config := machine.Config{Grid: machine.Extents{2, 1, 1}, Block: machine.Extents{384, 1, 1},
		DynamicShared: 90112}
	lines := strings.Split(hopper, "\n")
	compare("hopper_gemm.ptx", hopper, config)
	for i, line := range lines {
		if strings.Contains(line, "wait_group") || strings.Contains(line, "bra WAIT_") {
			without := slices.Clone(lines)
			without[i] = ""
			compare("without "+line, strings.Join(without, "\n"), config)
		}
	}
}

// A product is not computed whose sums reach memory that only copies read, though the kernel asks barrier
// objects and takes addresses of its peers.
func TestNeedlessProducts(t *testing.T) {
	k, err := tryCompile("hopper_gemm.ptx", read(t, "hopper_gemm.ptx"))
	if err != nil {
		t.Fatal(err)
	}
	products := machine.Products(k)
	for at, computed := range products {
		if computed {
			t.Errorf("the product at %s is computed", at)
		}
	}
	if len(products) != 4 {
		t.Errorf("%d products", len(products))
	}
}
