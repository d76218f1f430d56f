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
	data     []byte // nil as long as there is a splat
	splat    *splat // of memory that nothing has written to yet
	size     int64  // bytes
	grain    int64  // bytes of a scalar as allocated, a power of two: the unit of shadow cells
	shift    uint8  // log2 of grain
	lanes    int64  // grains of an element: 1 unless it is a vector
	shape    []int64
	strides  []int64 // of an argument; nil for row-major
	offset   int64
	name     string
	key      uint64 // names the buffer whatever the schedule
	outlives bool   // argument, global, or returned
	fixed    bool   // must not be deallocated
	stack    bool
	barred   bool // freed, away or a splat: mayUse decides
	freed    bool
	away     bool          // memory of a device, of which data only tells the size
	freedAt  shadow.Access // where, if hazards are looked for
	born     shadow.Access // the allocation that a token guards, if hazards are looked for
	shared   bool          // lives as long as the block of a kernel that has it
	memory   int32         // of the machine that a recorded run is for

	written *shadow.Written // the grains that were written, nil if all were or nobody asks
	shadow  *shadow.Memory  // of the grains, nil before the first access that is recorded
}

// splat is the contents of memory whose elements are all the same scalar: it, as often as it fits.
type splat [16]byte

// newSplat returns the contents of scalars of so many bytes, a power of two up to 8.
func newSplat(bits uint64, grain int64) *splat {
	var s splat
	for at := int64(0); at < int64(len(s)); at += grain {
		value.Store(s[:], at, grain, bits)
	}
	return &s
}

// own gives memory that is a splat all of its bytes, because it is written to, or false after stopping the
// machine.
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

// view is what a register of references holds: a memref, which is part of a buffer, or an object. It is
// immutable, so that frames share it.
type view struct {
	buf            *buffer
	size           int64 // bytes of an element
	origin         int64 // byte of the buffer that offset counts from
	offset         int64 // in elements
	sizes, strides []int64
	object         object // of a token, a value or a group: then nothing else is set
}

// newView returns the row-major view of all of a buffer.
func newView(b *buffer, size int64) *view {
	return &view{buf: b, size: size, sizes: b.shape, strides: value.RowMajor(b.shape)}
}

// export returns the buffer that a caller of the machine sees for a view.
func (v *view) export(t *ir.MemRefType) *value.Buffer {
	return &value.Buffer{Type: t, Shape: v.sizes, Strides: v.strides, Offset: v.offset,
		Data: v.buf.data[v.origin:]}
}

func shiftOf(grain int64) uint8 { return uint8(bits.TrailingZeros64(uint64(grain))) }

// address returns the byte offset of the element whose indices are in registers, or false after stopping the
// machine.
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

// locate checks that element number at of a view is in the buffer and returns its byte offset.
func (t *thread) locate(in *instr, v *view, at int64) (int64, bool) {
	addr := v.origin + at*v.size
	if uint64(addr) > uint64(v.buf.size) || addr+v.size > v.buf.size {
		t.fail(in, codeOutOfBounds, "element %d is outside of %s, which has %d bytes", at, v.name(),
			v.buf.size)
		return 0, false
	}
	return addr, true
}

// name returns what reports call the memory.
func (v *view) name() string {
	if v.buf.name == "" {
		return "the buffer"
	}
	return v.buf.name
}

// load reads an element, recording the access.
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

// store writes an element, recording the access.
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

// checkBorn reports an access that is not ordered after the allocation.
func (t *thread) checkBorn(in *instr, b *buffer, addr int64, kind shadow.Kind) {
	if !b.born.Before(&t.strand.Line) {
		t.race(b, addr>>b.shift, b.born, t.accessAt(in.site, kind))
	}
}

// mayUse decides about an access to memory that is barred. A splat is one no longer when it is written to.
// Memory of a device is none of the host's. Freed memory: if the deallocation happens before it, the machine
// stops; if nothing orders them, that is a race and the run goes on.
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
		return // each thread of the block says so; it ends with the block
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

// noteFree adds to an error where a buffer was freed, if that is known.
func (t *thread) noteFree(d *diag.Diagnostic, b *buffer, what string) {
	if at := momentOf(b.freedAt); at != nil {
		d.Note(t.m.prog.sites[b.freedAt.Site].span(), "%s%s", what, hazard.InIterations(at.iterations()))
	}
}

// release ends the life of a buffer, which counts as a write to all of it.
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
