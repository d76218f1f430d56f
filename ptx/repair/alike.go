package repair

import (
	"bytes"
	"cmp"
	"context"
	"slices"

	"github.com/inflight-compiler/inflight/ptx/judge"
	"github.com/inflight-compiler/inflight/ptx/machine"
)

// fromLast returns the edits of a change, the last one in the text first.
func (c change) fromLast() []edit {
	all := append([]edit{c.edit}, c.more...)
	slices.SortFunc(all, func(a, b edit) int { return cmp.Compare(b.start, a.start) })
	return all
}

// apply makes the edits of a change.
func (c change) apply(source []byte) []byte {
	for _, e := range c.fromLast() {
		source = e.apply(source)
	}
	return source
}

// computesAlike reports whether two texts of a kernel leave the same in their buffers, where every
// asynchronous operation happens at once and warps run in their order. A text that stops says nothing.
func computesAlike(ctx context.Context, before, after *judge.Report) bool {
	if len(before.Config.Args) != len(after.Config.Args) {
		return false
	}
	for _, pattern := range []bool{true, false} {
		old, stopped := results(ctx, before, pattern)
		if stopped {
			continue
		}
		now, stopped := results(ctx, after, pattern)
		return !stopped && slices.EqualFunc(old, now, sameBytes)
	}
	return true
}

// sameBytes compares buffers of which one may have grown further, with zeros.
func sameBytes(a, b []byte) bool {
	n := min(len(a), len(b))
	return bytes.Equal(a[:n], b[:n]) && len(bytes.Trim(a[n:], "\x00"))+len(bytes.Trim(b[n:], "\x00")) == 0
}

// results returns what a launch of a kernel leaves in its buffers, and whether it stopped before its end.
// With a pattern the buffers hold different small numbers before.
func results(ctx context.Context, r *judge.Report, pattern bool) ([][]byte, bool) {
	config := r.Config
	config.Mode, config.NoHazards, config.VerdictOnly, config.Observe = machine.Early, true, false, nil
	config.Args = slices.Clone(config.Args)
	copies := map[*machine.Buffer]*machine.Buffer{}
	var buffers []*machine.Buffer
	copyOf := func(b *machine.Buffer) *machine.Buffer {
		if b == nil || copies[b] != nil {
			return copies[b]
		}
		copied := &machine.Buffer{Name: b.Name, Data: slices.Clone(b.Data), Grows: b.Grows}
		for i := 0; pattern && i < len(copied.Data); i += 4 {
			copied.Data[i] += byte(i/4*7%113 + 1)
		}
		copies[b], buffers = copied, append(buffers, copied)
		return copied
	}
	for i, a := range config.Args {
		config.Args[i].Buffer = copyOf(a.Buffer)
		config.Args[i].Pointers = map[int64]machine.Address{}
		for at, to := range a.Pointers {
			config.Args[i].Pointers[at] = machine.Address{Buffer: copyOf(to.Buffer), At: to.At}
		}
	}
	_, err := machine.Launch(ctx, r.Kernel, config)
	var all [][]byte
	for _, b := range buffers {
		all = append(all, b.Data)
	}
	return all, err != nil
}
