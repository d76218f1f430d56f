package gputilematmul

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
)

// Kernels for sm_90a. Each warpgroup of a block multiplies 64 rows of the block's tile of A with its tile of
// B by wgmma, which reads both from shared memory. There they lie as the tensor memory accelerator copies
// them with a swizzle of 128 bytes: in panels, whose rows are 128 bytes.

const (
	// warpgroupSize is the number of threads of a warpgroup, and warpgroupRows how many rows of C it makes.
	warpgroupSize = 128
	warpgroupRows = 64
	// rowBytes is the length of the rows of a panel, and swizzledRows after how many of them their
	// permutation repeats.
	rowBytes     = 128
	swizzledRows = 8
	// boxRows is how many rows one copy has at most, and maxColumns how many columns a product.
	boxRows    = 256
	maxColumns = 256
	// maxWarpgroups leaves room for that of the producer, and barrierBytes is what its barrier objects need
	// of shared memory, with what their alignment costs.
	maxWarpgroups = 7
	barrierBytes  = 1024
	// producerRegisters are those that the producer keeps, by setmaxnreg.
	producerRegisters = 24
)

// warpgroupsFit returns the reason why a product has no kernel of warpgroups, "" if it has one. It then has
// one for mma.sync.
func (p *problem) warpgroupsFit() string {
	switch {
	case p.exact:
		return "they round numbers of 32 bits"
	case p.elem.Kind == ir.F32 && (!p.lhs.deep() || !p.rhs.deep()):
		return "of elements of 32 bits they take rows along the depth of the product, so that A is not " +
			"transposed and B is"
	case !p.lhs.deep() && p.rhs.deep():
		return "A is transposed, and B is as well"
	}
	for i, m := range []*matrix{&p.lhs, &p.rhs} {
		name := "AB"[i : i+1]
		switch {
		case m.stride == ir.Dynamic || m.offset == ir.Dynamic:
			return "where rows of " + name + " begin is known at run time only, and the tensor memory " +
				"accelerator takes multiples of 16 bytes"
		case m.stride*p.size()%16 != 0 || m.offset*p.size()%16 != 0:
			return "rows of " + name + " do not begin at multiples of 16 bytes, which the tensor memory " +
				"accelerator takes"
		}
	}
	return ""
}

// remarkFallback says that a product has a kernel for mma.sync.
func (p *problem) remarkFallback(why string) *diag.Diagnostic {
	return diag.Remarkf(codeWarpgroup, p.op.Span(),
		"this product is multiplied by mma.sync, not by warpgroups: %s", why)
}

// warpgroups returns how many warpgroups multiply a block's tile.
func (t *tile) warpgroups() int64 { return t.m / warpgroupRows }

// panel returns how many elements a row of a panel has.
func (p *problem) panel() int64 { return rowBytes / p.size() }

// dividesPanels checks what warpgroups need of tiles.
func (t *tile) dividesPanels(p *problem) error {
	op := p.op
	switch {
	case t.m%warpgroupRows != 0:
		return op.Errorf(codeOptions,
			"the rows of block-tile, %d, are no multiple of %d, those of a warpgroup", t.m,
			int64(warpgroupRows))
	case t.warpgroups() > maxWarpgroups:
		return op.Errorf(codeOptions,
			"%d rows of block-tile take %d warpgroups, of which a block has at most %d "+
				"beside that of the producer", t.m, t.warpgroups(), int64(maxWarpgroups))
	case t.n%8 != 0 || t.n > maxColumns:
		return op.Errorf(codeOptions,
			"wgmma has from 8 to %d columns, a multiple of 8, and block-tile has %d",
			int64(maxColumns), t.n)
	case !p.rhs.deep() && t.n%p.panel() != 0:
		return op.Errorf(codeOptions,
			"the columns of block-tile, %d, are no multiple of %d, the %d bytes of a row "+
				"in shared memory", t.n, p.panel(), int64(rowBytes))
	case t.k != p.panel():
		return op.Errorf(codeOptions,
			"the depth of block-tile is %d elements of '%v', and with sm_90a %d, the %d "+
				"bytes of a row in shared memory", t.k, p.elem, p.panel(), int64(rowBytes))
	}
	return nil
}

// checkWarpgroups holds the tiles of a product against the limits of a device with warpgroups.
func (t *tile) checkWarpgroups(p *problem, report func(*diag.Diagnostic)) error {
	if err := t.dividesPanels(p); err != nil {
		return err
	}
	if n := t.warpgroupShared(p); n > maxShared {
		return p.op.Errorf(codeShared,
			"%d stages of %d x %d and %d x %d elements of '%v', with barriers, are %d bytes of shared "+
				"memory for a "+
				"block, of which a device has at most %d",
			t.stages, t.m, t.k, t.k, t.n, p.elem, n, maxShared)
	}
	if n, limit := t.n/2+otherRegisters, t.consumerRegisters(); n > limit {
		return p.op.Errorf(codeRegisters,
			"%d x %d elements of C for a warpgroup need at least %d registers of a thread, which has at "+
				"most %d in "+
				"a block of %d warpgroups and a producer", int64(warpgroupRows), t.n, n, limit,
			t.warpgroups())
	}
	if t.tileStores {
		if why := t.storeTiles(p); why != "" {
			report(p.remarkStores(why))
		}
	}
	return nil
}

// warpgroupShared returns the bytes of all stages, of the barriers, and of what is on its way to C.
func (t *tile) warpgroupShared(p *problem) int64 {
	return t.shared(p) + barrierBytes + t.warpgroups()*t.store.bytes()
}

// consumerRegisters returns how many registers a thread of a warpgroup may have, a multiple of 8: those of
// the block without those of the producer, and at most 240, as the compiler takes them.
func (t *tile) consumerRegisters() int64 {
	rest := int64(blockRegister) - warpgroupSize*producerRegisters
	return min(rest/(warpgroupSize*t.warpgroups())/8*8, 240)
}
