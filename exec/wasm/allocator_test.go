package wasm

import (
	"math/rand/v2"
	"testing"
)

// The allocator never returns memory that is in use, and it uses freed memory again.
func TestAllocator(t *testing.T) {
	s := open(t, `func.func private @inflight_allocate(i32, i32) -> i32
func.func private @inflight_free(i32)
func.func @f(%free: i1, %a: i32, %b: i32) -> i32 {
  %r = scf.if %free -> i32 {
    func.call @inflight_free(%a) : (i32) -> ()
    scf.yield %a : i32
  } else {
    %p = func.call @inflight_allocate(%a, %b) : (i32, i32) -> i32
    scf.yield %p : i32
  }
  return %r : i32
}`)
	r := rand.New(rand.NewPCG(1, 2))
	if err := s.reserve(1 << 21); err != nil {
		t.Fatal(err)
	}
	call := func(words ...uint64) uint32 {
		results, err := s.module.ExportedFunction(entryExport).Call(s.inner, words...)
		if err != nil {
			t.Fatal(err)
		}
		return uint32(results[0])
	}
	type block struct{ at, size uint32 }
	var live []block
	total, most := 0, 0
	for range 3000 {
		if len(live) > 0 && r.IntN(2) == 0 {
			i := r.IntN(len(live))
			call(1, uint64(live[i].at), 0)
			total -= int(live[i].size)
			live[i] = live[len(live)-1]
			live = live[:len(live)-1]
			continue
		}
		size, alignment := uint32(r.IntN(1<<r.IntN(16))), uint32(1)<<r.IntN(9)
		b := block{call(0, uint64(size), uint64(alignment)), size}
		if b.at == 0 || b.at%alignment != 0 || uint64(b.at)+uint64(size) > uint64(s.module.Memory().Size()) {
			t.Fatalf("%d bytes, alignment %d: got %#x", size, alignment, b.at)
		}
		for _, o := range live {
			if b.at < o.at+o.size && o.at < b.at+b.size {
				t.Fatalf("%v overlaps %v", b, o)
			}
		}
		live = append(live, b)
		total += int(size)
		most = max(most, total)
	}
	if top, _ := s.module.Memory().ReadUint32Le(16); int(top) > 1<<21+4*most+1<<16 {
		t.Errorf("the heap ends at %#x, though never more than %d bytes were in use", top, most)
	}
	for _, size := range []uint64{0xffffffff, 0xfffffff0, 0xc0000001} {
		if at := call(0, size, 16); at != 0 {
			t.Errorf("%#x bytes: got %#x", size, at)
		}
	}
}
