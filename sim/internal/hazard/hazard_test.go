package hazard_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim/internal/hazard"
)

// A hazard is new once. Its count is that of the run in which it occurs most often.
func TestCountIsThatOfOneRun(t *testing.T) {
	var s hazard.Set
	key := hazard.Key{Code: hazard.RAW, First: 1, Second: 2}
	for _, occurrences := range []int{2, 3, 1} {
		s.NewRun()
		for range occurrences {
			s.Count(key)
		}
	}
	if f, isNew := s.Count(key); isNew || f.Hazard.Count != 3 || f.FirstAt.Site != 1 || f.SecondAt.Site != 2 {
		t.Errorf("it is new is %v, and occurs %d times", isNew, f.Hazard.Count)
	}
	if _, isNew := s.Count(hazard.Key{Code: hazard.WAW, First: 1, Second: 2}); !isNew {
		t.Error("a hazard with another code is not new")
	}
}

// Hazards are in the order of the program; remarks are apart. A read of an element that nothing has written
// is left out where a race explains it.
func TestAllIsInOrder(t *testing.T) {
	var s hazard.Set
	for _, k := range []hazard.Key{
		{Code: hazard.WAR, First: 7, Second: 9}, {Code: hazard.RAW, First: 3, Second: 4},
		{Code: hazard.Uninitialized, First: -1, Second: 4},
		{Code: hazard.Uninitialized, First: -1, Second: 5},
		{Code: hazard.Equal, First: 1, Second: 1}, {Code: hazard.WAW, First: 2, Second: 9},
	} {
		s.Count(k)
	}
	var order []int32
	hazards, remarks := s.All(func(f *hazard.Found) {
		order = append(order, f.SecondAt.Site, f.FirstAt.Site)
	})
	if want := []int32{1, 1, 4, 3, 5, -1, 9, 2, 9, 7}; !slices.Equal(order, want) {
		t.Errorf("the order is %v, want %v", order, want)
	}
	if len(hazards) != 4 || len(remarks) != 1 || remarks[0].Code != hazard.Equal {
		t.Errorf("%d hazards and %d remarks", len(hazards), len(remarks))
	}
}

// kernel has the accesses of the tests: a store and three loads.
const kernel = `gpu.module @kernels {
  gpu.func @k(%A: memref<8xf32>, %x: f32) kernel {
    %c0 = arith.constant 0 : index
    memref.store %x, %A[%c0] : memref<8xf32>
    %0 = memref.load %A[%c0] : memref<8xf32>
    %1 = memref.load %A[%c0] : memref<8xf32>
    gpu.return
  }
}`

// accesses returns the store and the loads.
func accesses(t *testing.T) (store *ir.Op, loads []*ir.Op) {
	t.Helper()
	for op := range passtest.Parse(t, kernel).Walk() {
		switch op.Name() {
		case "memref.store":
			store = op
		case "memref.load":
			loads = append(loads, op)
		}
	}
	return store, loads
}

// Messages say what is wrong, in which iteration, thread and group, and which groups were in flight.
func TestMessages(t *testing.T) {
	store, loads := accesses(t)
	write := hazard.Access{Op: store, Write: true, Group: 4, Queue: 1,
		Iterations: []hazard.Iteration{{Name: "i", Value: 2}, {Name: "j", Value: 0}}}
	read := hazard.Access{Op: loads[0], Group: -1}
	thread, other := read, write
	thread.SetThread([]int64{3, 0, 0}, nil, "block", "grid")
	other.SetThread([]int64{1, 0, 0}, nil, "block", "grid")
	elsewhere := other
	elsewhere.SetThread([]int64{1, 0, 0}, []int64{5, 0, 0}, "another block", "grid")
	for name, c := range map[string]struct {
		h    hazard.Hazard
		want []string
	}{
		"a race": {hazard.Hazard{Code: hazard.RAW, First: write, Second: read, Buffer: "%A",
			Index: []int64{0},
			Bytes: [2]int64{0, 4}, InFlight: []hazard.QueueState{{Queue: 1, First: 4, Last: 6},
				{Queue: hazard.CpAsyncQueue}, {Queue: hazard.DMAQueue, First: 1, Last: 2}}, Tasks: 1,
			Count: 3},
			[]string{
				"'memref.load' reads %A[0], but nothing orders this after the write by 'memref.store' in " +
					"iteration i = 2, j = 0 (group 4 of queue 1)",
				"bytes 0 to 3 of %A; in flight at that moment: " +
					"groups 4 to 6 of queue 1, group 0 of the cp.async queue, transfers 1 to 2, 1 task",
				"this happens 3 times"}},
		"threads": {hazard.Hazard{Code: hazard.RAW, First: other, Second: thread},
			[]string{"in thread (3, 0, 0), but", "in thread (1, 0, 0)",
				"a wait covers the groups of its own"}},
		"blocks": {hazard.Hazard{Code: hazard.RAW, First: elsewhere, Second: thread},
			[]string{"in thread (1, 0, 0) of block (5, 0, 0)", "nothing orders two blocks of a grid"}},
		"nothing was written": {hazard.Hazard{Code: hazard.Uninitialized, Second: read, Buffer: "%A"},
			[]string{"'memref.load' reads %A, which nothing has written",
				"in flight at that moment: nothing"}},
		"never committed": {hazard.Hazard{Code: hazard.InFlight, First: read, Second: hazard.Access{Op: store,
			Group: -1}}, []string{"is still in flight at the end; it was never committed"}},
		"in a group": {hazard.Hazard{Code: hazard.InFlight, First: read, Second: write},
			[]string{
				"issued in iteration i = 2, j = 0 is still in flight at the end; it is in group 4 of queue 1"}},
		"a task": {hazard.Hazard{Code: hazard.InFlight, First: read, Second: write, Task: true},
			[]string{"what the program awaits does not include it"}},
		"equal values": {hazard.Hazard{Code: hazard.Equal, First: write, Second: write, Buffer: "%A"},
			[]string{"the value that 'memref.store' writes there", "the other write takes place here"}},
	} {
		d := c.h.Diagnostic()
		text := d.Message
		for _, n := range d.Notes {
			text += "\n" + n.Message
		}
		for _, want := range c.want {
			if !strings.Contains(text, want) {
				t.Errorf("%s: %q is not in\n%s", name, want, text)
			}
		}
	}
}

// Hazards that one barrier orders give one message, which says how many more there are. Hazards between
// threads of two blocks have no such cause.
func TestFolded(t *testing.T) {
	store, loads := accesses(t)
	side := func(op *ir.Op, thread int64, block string) hazard.Access {
		a := hazard.Access{Op: op, Write: op == store, Group: -1}
		a.SetThread([]int64{thread, 0, 0}, nil, block, "grid")
		return a
	}
	var same, apart []hazard.Hazard
	for _, load := range loads {
		h := hazard.Hazard{Code: hazard.RAW, First: side(store, 0, "a"), Second: side(load, 1, "a")}
		same = append(same, h)
		h.Second = side(load, 1, "b")
		apart = append(apart, h)
	}
	list := hazard.Folded(same)
	if len(list) != 1 ||
		!strings.Contains(list[0].Notes[len(list[0].Notes)-1].Message, "and 1 more like it") {
		t.Errorf("one barrier orders both, and the messages are\n%v", list)
	}
	if list := hazard.Folded(apart); len(list) != len(loads) {
		t.Errorf("no barrier orders two blocks, and the messages are\n%v", list)
	}
	if list := hazard.Each(same); len(list) != len(loads) {
		t.Errorf("each of them is\n%v", list)
	}
}
