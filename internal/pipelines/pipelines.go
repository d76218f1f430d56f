package pipelines

import (
	"fmt"
	"strings"
)

// writer collects the cells of the ranks.
type writer [][]string

func (w writer) add(rank, stage int, kind string, microbatch int) {
	w[rank] = append(w[rank], fmt.Sprint(stage, kind, microbatch))
}

func (w writer) String() string {
	var b strings.Builder
	for _, row := range w {
		b.WriteString(strings.Join(row, ",") + "\n")
	}
	return strings.ReplaceAll(b.String(), " ", "")
}

// GPipe is all forward passes and then all backward passes (Huang et al., GPipe, 2019, section 2.3): the
// bubble is p-1 microbatches of forward and backward on each rank.
func GPipe(p, m int) string {
	w := make(writer, p)
	for r := range p {
		for i := range m {
			w.add(r, r, "F", i)
		}
		for i := range m {
			w.add(r, r, "B", i)
		}
	}
	return w.String()
}

// OneFOneB is PipeDream-Flush (Narayanan et al., Efficient Large-Scale Language Model Training on GPU
// Clusters Using Megatron-LM, 2021, section 2.2.1): after p-1-r forward passes, one forward and one backward
// in turn. The bubble is that of GPipe, (p-1)/m of the work.
func OneFOneB(p, m int) string {
	w := make(writer, p)
	for r := range p {
		warm := min(p-1-r, m)
		for i := range warm {
			w.add(r, r, "F", i)
		}
		for i := warm; i < m; i++ {
			w.add(r, r, "F", i)
			w.add(r, r, "B", i-warm)
		}
		for i := m - warm; i < m; i++ {
			w.add(r, r, "B", i)
		}
	}
	return w.String()
}

// Interleaved is 1F1B with v stages on each rank (the same paper, section 2.2.2), for m a multiple of p. The
// bubble is (p-1)/(v m) of the work.
func Interleaved(p, v, m int) string {
	w := make(writer, p)
	for r := range p {
		forward := func(n int) { w.add(r, n/p%v*p+r, "F", n/(p*v)*p+n%p) }
		backward := func(n int) { w.add(r, (v-1-n/p%v)*p+r, "B", n/(p*v)*p+n%p) }
		warm := min((v-1)*p+2*(p-1-r), m*v)
		for n := range warm {
			forward(n)
		}
		for n := warm; n < m*v; n++ {
			forward(n)
			backward(n - warm)
		}
		for n := m*v - warm; n < m*v; n++ {
			backward(n)
		}
	}
	return w.String()
}

// ZBH1 is the first handcrafted schedule of Zero Bubble Pipeline Parallelism (Qi et al., 2023, section 2.1
// and table 2): 1F1B in which the halves of the backward pass are apart, and the half of the weights of a
// rank begins r microbatches late, so that all ranks keep at most p activations. The bubble is
// (p-1)(TF + TB - TW): a third of 1F1B's, if all take the same time.
func ZBH1(p, m int) string {
	w := make(writer, p)
	for r := range p {
		warm := min(p-1-r, m)
		inputs, weights := 0, 0
		for i := range warm {
			w.add(r, r, "F", i)
		}
		for i := warm; i < m+warm; i++ {
			if i < m {
				w.add(r, r, "F", i)
			}
			w.add(r, r, "I", inputs)
			if inputs++; inputs > r && weights < m {
				w.add(r, r, "W", weights)
				weights++
			}
		}
		for ; weights < m; weights++ {
			w.add(r, r, "W", weights)
		}
	}
	return w.String()
}
