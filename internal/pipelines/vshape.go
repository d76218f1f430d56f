package pipelines

import "fmt"

// vRank writes the row of a rank of a schedule in the shape of a V: stage r and stage 2p-1-r are on rank r,
// so that the last stage is on the rank of the first one. Chunk 0 is the former and chunk 1 the latter.
type vRank struct {
	w      writer
	rank   int
	stages [2]int
	// next is the next microbatch of each kind and chunk.
	next map[string]*[2]int
	// later is the passes of the weights that have been put off, in order.
	later []func()
}

func newVRank(w writer, p, r int) *vRank {
	v := &vRank{w: w, rank: r, stages: [2]int{r, 2*p - 1 - r}, next: map[string]*[2]int{}}
	for _, kind := range []string{"F", "I", "W"} {
		v.next[kind] = &[2]int{}
	}
	return v
}

// take returns the next microbatch of a kind on a chunk.
func (v *vRank) take(kind string, chunk int) int {
	n := v.next[kind][chunk]
	v.next[kind][chunk]++
	return n
}

// one adds a pass of a kind: F, I or W.
func (v *vRank) one(kind string, chunk int) {
	v.w.add(v.rank, v.stages[chunk], kind, v.take(kind, chunk))
}

// backward adds both halves of a backward pass as one.
func (v *vRank) backward(chunk int) {
	v.take("W", chunk)
	v.w.add(v.rank, v.stages[chunk], "B", v.take("I", chunk))
}

// overlapped adds a forward pass of a chunk together with a backward pass of the other one.
func (v *vRank) overlapped(chunk int) {
	other := 1 - chunk
	v.take("W", other)
	v.w[v.rank] = append(v.w[v.rank], fmt.Sprintf("(%dF%d;%dB%d)OVERLAP_F_B", v.stages[chunk],
		v.take("F", chunk), v.stages[other], v.take("I", other)))
}

// split adds the half of the input, and puts off the half of the weights.
func (v *vRank) split(chunk int) {
	v.one("I", chunk)
	v.later = append(v.later, func() { v.one("W", chunk) })
}

// weights adds the oldest half of the weights that was put off.
func (v *vRank) weights() {
	v.later[0]()
	v.later = v.later[1:]
}

// ZBV is the schedule ZB-V of Zero Bubble Pipeline Parallelism (Qi et al., 2023, section 6), for m of at
// least 2p: two stages on each rank, in the shape of a V. If F, I and W take the same time, no rank idles
// between its first pass and its last one; the first pass of rank r waits for the r ranks in front of it, and
// the last one of rank r comes as much earlier. All ranks keep the activations of at most 2p stages, as many
// as those of 1F1B's first rank take.
func ZBV(p, m int) string {
	w := make(writer, p)
	for r := range p {
		v := newVRank(w, p, r)
		backward := func(chunk int) {
			v.one("I", chunk)
			v.one("W", chunk)
		}
		for range 2*(p-r) - 1 {
			v.one("F", 0)
		}
		for range r {
			v.one("F", 1)
			v.one("F", 0)
		}
		for range p - r {
			v.one("F", 1)
			backward(1)
		}
		for v.next["F"][1] < m {
			if v.next["F"][0] < m {
				v.one("F", 0)
			}
			backward(0)
			v.one("F", 1)
			backward(1)
		}
		for range r {
			v.one("I", 0)
			v.one("I", 1)
		}
		for range p - r {
			v.one("I", 0)
			v.one("W", 0)
		}
		for _, chunk := range []int{1, 0} {
			for v.next["W"][chunk] < m {
				v.one("W", chunk)
			}
		}
	}
	return w.String()
}

// DualPipeV is half of DeepSeek's DualPipe (DeepSeek-V3 Technical Report, 2024, section 3.2.1), cut by Qi et
// al., "DualPipe could be better without the Dual", 2025, for m of at least 2p: in its middle a forward pass
// of one chunk overlaps with a backward pass of the other. With PP = 2p stages the bubble is (PP/2-1)(F&B + B
// - 3W), where F&B is how long the two take together, by the table in DualPipe's README.
func DualPipeV(p, m int) string {
	w := make(writer, p)
	for r := range p {
		v := newVRank(w, p, r)
		for range 2 * (p - r - 1) {
			v.one("F", 0)
		}
		for range r + 1 {
			v.one("F", 0)
			v.one("F", 1)
		}
		for range p - r - 1 {
			v.split(1)
			v.weights()
			v.one("F", 1)
		}
		for i := range m - 2*p + r + 1 {
			if i == 0 && r == p-1 { // the last stage has just made the microbatch
				v.one("F", 0)
				v.backward(1)
			} else {
				v.overlapped(0)
			}
			v.overlapped(1)
		}
		for range p - r - 1 {
			v.backward(1)
			v.overlapped(1)
		}
		v.drain(r+1, p-r-1)
	}
	return w.String()
}

// drain ends DualPipeV: pairs of backward passes, of which the later half puts off the weights, and then
// these weights with the backward passes that are left between them.
func (v *vRank) drain(pairs, rest int) {
	for i := range 2 * pairs {
		if chunk := 1 - i%2; i < pairs {
			v.backward(chunk)
		} else {
			v.split(chunk)
		}
	}
	for range rest {
		v.weights()
		v.split(0)
	}
	for len(v.later) > 0 {
		v.weights()
	}
}
