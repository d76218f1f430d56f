package sim

import (
	"math/bits"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim/internal/hazard"
	"github.com/inflight-compiler/inflight/sim/internal/shadow"
	"github.com/inflight-compiler/inflight/value"
)

// buffer is one allocation.
type buffer struct {
	data     []byte // nil while splat is set
	splat    *splat // contents of memory that nothing has written to yet
	size     int64  // bytes
	grain    int64  // bytes of a scalar as allocated, a power of two; one shadow cell per grain
	shift    uint8  // log2 of grain
	lanes    int64  // grains of an element: 1 unless it is a vector
	shape    []int64
	strides  []int64 // of an argument; nil for row-major order
	offset   int64
	name     string
	key      uint64 // identifies the buffer in every schedule
	outlives bool   // an argument, a global, or returned
	fixed    bool   // must not be deallocated
	stack    bool
	barred   bool // freed, away or a splat: mayUse decides about accesses
	freed    bool
	away     bool          // memory that only delegated operations access; data only tells its size
	freedAt  shadow.Access // the deallocation, if hazards are searched for
	born     shadow.Access // the allocation if it has a token, if hazards are searched for
	shared   bool          // lives as long as the block of a kernel
	memory   int32         // memory of the described machine, for a recorded run

	written *shadow.Written // the grains that were written; nil if all were, or without a search for hazards
	shadow  *shadow.Memory  // nil before the first recorded access
}

// splat is the contents of memory whose elements are all the same scalar. It has the scalar as often as it
// fits.
type splat [16]byte

// newSplat returns the contents of memory of equal scalars of grain bytes, a power of two up to 8.
func newSplat(bits uint64, grain int64) *splat {
	var s splat
	for at := int64(0); at < int64(len(s)); at += grain {
		value.Store(s[:], at, grain, bits)
	}
	return &s
}

// own allocates the bytes of memory that is a splat, because it is written to. It returns false after
// stopping the machine.
func (t *thread) own(in *instr, b *buffer) bool {
	if b.splat == nil {
		return true
	}
	if !t.m.reserve(t, in, b.size, 1) {
		return false
	}
	b.data = make([]byte, b.size)
	t.m.fill(t, b.data, b.splat)
	b.splat, b.barred = nil, false
	return true
}

// view is the contents of a register of references: a memref, which is part of a buffer, or an object. It is
// immutable, so that frames share it.
type view struct {
	buf            *buffer
	size           int64 // bytes of an element
	origin         int64 // byte of the buffer from which offset counts
	offset         int64 // in elements
	sizes, strides []int64
	object         object // a token, a value, a group or the like; then no other field is set
}

// newView returns the row-major view of all of a buffer.
func newView(b *buffer, size int64) *view {
	return &view{buf: b, size: size, sizes: b.shape, strides: value.RowMajor(b.shape)}
}

// export returns the buffer of a view for the caller of the machine.
func (v *view) export(t *ir.MemRefType) *value.Buffer {
	return &value.Buffer{Type: t, Shape: v.sizes, Strides: v.strides, Offset: v.offset,
		Data: v.buf.data[v.origin:]}
}

func shiftOf(grain int64) uint8 { return uint8(bits.TrailingZeros64(uint64(grain))) }

// address returns the byte offset of the element whose indices are in registers. It returns false after
// stopping the machine.
func (t *thread) address(in *instr, v *view, indices []int32) (int64, bool) {
	if v == nil {
		t.fail(in, hazard.Uninitialized, "a memref is used before it is defined")
		return 0, false
	}
	at := v.offset
	for d, r := range indices {
		i := t.regs[r]
		if i >= uint64(v.sizes[d]) {
			t.fail(in, codeOutOfBounds, "index %d is outside of dimension %d of %s, which has extent %d",
				int64(i), d, v.name(), v.sizes[d])
			return 0, false
		}
		at += int64(i) * v.strides[d]
	}
	return t.locate(in, v, at)
}

// locate returns the byte offset of element number at of a view. If the element is not in the buffer, it
// stops the machine and returns false.
func (t *thread) locate(in *instr, v *view, at int64) (int64, bool) {
	addr := v.origin + at*v.size
	if uint64(addr) > uint64(v.buf.size) || addr+v.size > v.buf.size {
		t.fail(in, codeOutOfBounds, "element %d is outside of %s, which has %d bytes", at, v.name(),
			v.buf.size)
		return 0, false
	}
	return addr, true
}

// name returns the name of the memory in reports.
func (v *view) name() string {
	if v.buf.name == "" {
		return "the buffer"
	}
	return v.buf.name
}

// load reads an element and records the access.
func (t *thread) load(in *instr, v *view, addr int64) uint64 {
	if b := v.buf; t.tracked || b.barred {
		if b.barred && !t.mayUse(in, b, addr, shadow.Read) {
			return 0
		}
		if t.tracked {
			if b.born.At != nil {
				t.checkBorn(in, b, addr, shadow.Read)
			}
			t.onRead(in, b, addr, v.size)
		}
		if b.splat != nil {
			return value.Load(b.splat[:], addr&(b.grain-1), v.size)
		}
	}
	return value.Load(v.buf.data, addr, v.size)
}

// store writes an element and records the access.
func (t *thread) store(in *instr, v *view, addr int64, bits uint64) {
	if b := v.buf; t.tracked || b.barred {
		if b.barred && !t.mayUse(in, b, addr, shadow.Write) {
			return
		}
		if t.tracked {
			if b.born.At != nil {
				t.checkBorn(in, b, addr, shadow.Write)
			}
			t.onWrite(in, b, addr, v.size, shadow.Write)
		}
	}
	value.Store(v.buf.data, addr, v.size, bits)
}

// checkBorn reports a race if an access is not ordered after the allocation.
func (t *thread) checkBorn(in *instr, b *buffer, addr int64, kind shadow.Kind) {
	if !b.born.Before(&t.strand.Line) {
		t.race(b, addr>>b.shift, b.born, t.accessAt(in.site, kind))
	}
}

// mayUse decides about an access to barred memory. A write turns a splat into ordinary memory. Only delegated
// operations access memory that is away. An access to freed memory stops the machine if the deallocation
// happens before it; if nothing orders the two, they are a race and the run continues.
func (t *thread) mayUse(in *instr, b *buffer, addr int64, kind shadow.Kind) bool {
	if b.splat != nil {
		return kind == shadow.Read || t.own(in, b)
	}
	if !b.freed {
		t.fail(in, codeHostAccess, "the host touches %s, which is memory of the device",
			(&view{buf: b}).name()).
			Suggest("copy it with gpu.memcpy, or allocate it with gpu.alloc host_shared")
		return false
	}
	if b.freedAt.At != nil && !b.freedAt.Before(&t.strand.Line) {
		t.race(b, addr>>b.shift, b.freedAt, t.accessAt(in.site, kind))
		return true
	}
	d := t.fail(in, codeUseAfterFree, "%s is used after it was freed", (&view{buf: b}).name())
	t.noteFree(d, b, "it was freed here")
	return false
}

// free executes a deallocation.
func (t *thread) free(in *instr, v *view) {
	b := v.buf
	switch {
	case b.shared && v.origin == 0 && v.offset == 0:
		return // each thread of the block deallocates it; its life ends with the block
	case b.fixed || b.stack || v.origin != 0 || v.offset != 0:
		t.fail(in, codeBadFree, "%s is not the result of an allocation", v.name())
		return
	case b.freed:
		d := t.fail(in, codeDoubleFree, "%s is freed twice", v.name())
		t.noteFree(d, b, "it was freed first here")
		return
	}
	t.m.release(t, b, in.site)
}

// noteFree adds a note to an error about where a buffer was freed, if that is known.
func (t *thread) noteFree(d *diag.Diagnostic, b *buffer, what string) {
	if at := momentOf(b.freedAt); at != nil {
		d.Note(t.m.prog.sites[b.freedAt.Site].span(), "%s%s", what, hazard.InIterations(at.iterations()))
	}
}

// release ends the life of a buffer. The end counts as a write to the whole buffer.
func (m *machine) release(t *thread, b *buffer, site int32) {
	t.recordFree(b)
	if t.tracked {
		if b.born.At != nil {
			t.checkBorn(&instr{site: site}, b, 0, shadow.Free)
		}
		b.freedAt = t.accessAt(site, shadow.Free)
		if b.shadow != nil {
			b.shadow.Free(t, b.freedAt)
		}
	}
	b.freed, b.barred = true, true
	m.memory -= b.size + b.shadow.Bytes()
}
