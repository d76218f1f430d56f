package timing

import (
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/inflight-compiler/inflight/frontend/hlo"
	"github.com/inflight-compiler/inflight/timed"
)

// maxPeriod is the longest period of iterations that is looked for.
const maxPeriod = 8

// moment is the state at the end of an iteration.
type moment struct {
	number int64  // iterations until then
	key    string // the state, relative to the stream of computations
	now    timed.Time
	pairs  []Pair // of the starts in the loop
	busy   []timed.Time
}

// loop executes a loop and returns what it carries in the end.
func (s *simulation) loop(in *hlo.Instruction, carried *value) (*value, error) {
	body, condition := in.CalledAs("body"), in.CalledAs("condition")
	if body == nil || condition == nil {
		return nil, nil
	}
	trips := s.tripsOf(in)
	starts := s.startsIn(body)
	var past []moment
	for i := int64(0); i < trips; {
		if _, err := s.computation(condition, []*value{carried}); err != nil {
			return nil, err
		}
		v, err := s.computation(body, []*value{carried})
		if err != nil {
			return nil, err
		}
		carried = v
		i++
		m := s.moment(carried, starts, i)
		if k := slices.IndexFunc(past, func(p moment) bool { return p.key == m.key }); k >= 0 && !s.unrolls {
			i += s.skip(in, past[k], m, trips-i, carried, starts)
			past = nil
			continue
		}
		past = append(past[max(0, len(past)-maxPeriod+1):], m)
	}
	_, err := s.computation(condition, []*value{carried})
	return carried, err
}

// tripsOf returns the number of iterations of a loop, the assumed one if it is unknown.
func (s *simulation) tripsOf(in *hlo.Instruction) int64 {
	if trips, known := in.Trips(); known {
		return trips
	}
	s.guessed[in] = true
	return s.trips
}

// startsIn returns the starts of asynchronous operations in a computation and those that it calls.
func (s *simulation) startsIn(c *hlo.Computation) []*hlo.Instruction {
	if all, ok := s.starts[c]; ok {
		return all
	}
	s.starts[c] = nil
	var all []*hlo.Instruction
	for _, in := range c.Instructions {
		if in.IsStart() {
			all = append(all, in)
			continue
		}
		for _, call := range in.Called() {
			all = append(all, s.startsIn(call.Computation)...)
		}
	}
	s.starts[c] = all
	return all
}

// moment describes the present. That a stream or an engine is free matters later only if that is behind the
// stream of computations, which everything waits for.
func (s *simulation) moment(v *value, starts []*hlo.Instruction, number int64) moment {
	m := moment{number: number, now: s.compute().free}
	key := make([]byte, 0, 64)
	for _, l := range slices.Concat(s.streams, s.engines) {
		key = binary.AppendVarint(key, int64(max(0, l.free-m.now)))
	}
	m.key = string(v.append(key, m.now))
	for _, in := range starts {
		p := Pair{}
		if known := s.pairs[in]; known != nil {
			p = *known
		}
		m.pairs = append(m.pairs, p)
	}
	for _, e := range s.engines {
		m.busy = append(m.busy, e.busy)
	}
	return m
}

// append appends what a value says of the future.
func (v *value) append(key []byte, now timed.Time) []byte {
	switch {
	case v == nil:
		return append(key, 0)
	case v.running != nil:
		key = append(append(key, 1), v.running.pair.Start.Name...)
		return binary.AppendVarint(append(key, 0), int64(max(0, v.running.end-now)))
	}
	key = binary.AppendVarint(append(key, 2), int64(len(v.parts)))
	for _, p := range v.parts {
		key = p.append(key, now)
	}
	return key
}

// skip passes over whole periods of the iterations that are left, and returns how many iterations these are.
// From one moment to the other it was one period.
func (s *simulation) skip(in *hlo.Instruction, from, to moment, left int64, carried *value,
	starts []*hlo.Instruction) int64 {
	period := to.number - from.number
	times := left / period
	if times == 0 {
		return 0
	}
	// If it takes too long, the next step says so.
	times = min(times, 1+int64((2*maxTime-to.now)/max(1, to.now-from.now)))
	shift := timed.Time(times) * (to.now - from.now)
	op := s.record(timed.Op{Label: fmt.Sprintf("%d more iterations of %s", times*period, in),
		Place:   in.Span(),
		Latency: shift}, to.now, to.now+shift, 0, *s.compute())
	for i := range s.streams {
		s.streams[i].shift(shift, to.now, op, i == 0)
	}
	for i := range s.engines {
		e := &s.engines[i]
		e.busy += timed.Time(times) * (e.busy - from.busy[i])
		e.shift(shift, to.now, op, false)
	}
	for i, start := range starts {
		if p := s.pairs[start]; p != nil {
			p.Count += times * (p.Count - from.pairs[i].Count)
			p.Takes += timed.Time(times) * (p.Takes - from.pairs[i].Takes)
			p.Exposed += timed.Time(times) * (p.Exposed - from.pairs[i].Exposed)
		}
	}
	carried.shift(shift, map[*running]bool{})
	return times * period
}

// shift moves the time at which a line is free, if it is ahead of the present, or always.
func (l *line) shift(by, now timed.Time, op int32, always bool) {
	if l.free > now || always {
		l.free, l.last = l.free+by, op
	}
}

// shift moves the ends of operations that a loop carries.
func (v *value) shift(by timed.Time, seen map[*running]bool) {
	if v == nil {
		return
	}
	if v.running != nil && !seen[v.running] {
		seen[v.running] = true
		v.running.end += by
	}
	for _, p := range v.parts {
		p.shift(by, seen)
	}
}
