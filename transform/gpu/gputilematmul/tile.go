package gputilematmul

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
)

// tile is how a product is divided, in elements.
type tile struct {
	m, n, k                      int64 // of a block of threads
	warpM, warpN                 int64 // of a warp
	stages                       int64
	persistent                   int64 // blocks that make all tiles, 0 if each makes one
	raster                       int64 // rows of blocks in a group
	async, swizzle, doubleBuffer bool
	withoutTensorCores           bool
	// byWarpgroups says that warpgroups multiply, and standard that no tile was asked for.
	byWarpgroups, standard bool
	tileStores             bool // whether the tensor memory accelerator is to write C
	store                  tileStore
}

// The limits of devices from sm_80 on; the largest shared memory is that of sm_90.
const (
	warpSize      = 32
	maxThreads    = 1024
	maxShared     = 232448
	maxRegisters  = 255
	blockRegister = 65536 // registers of all threads of a block
	// otherRegisters is what a thread needs at least for addresses and counters.
	otherRegisters = 24
	maxStages      = 16
	maxRaster      = 65535 // the rows of a grid
)

// tileOf reads the options. Errors are about the product at.
func tileOf(r *pass.Run, at *ir.Op) (*tile, error) {
	byWarpgroups, err := targetOf(r, at)
	if err != nil {
		return nil, err
	}
	block, err := extents(r, at, "block-tile", 128, 128, 32)
	if err != nil {
		return nil, err
	}
	warp, err := extents(r, at, "warp-tile", 64, 64)
	if err != nil {
		return nil, err
	}
	t := &tile{byWarpgroups: byWarpgroups, standard: len(r.Strings("block-tile")) == 0,
		m: block[0], n: block[1], k: block[2], warpM: warp[0], warpN: warp[1], stages: r.Int("stages"),
		raster: r.Int("raster"), persistent: r.Int("persistent"),
		tileStores: r.Bool("tile-stores"), async: r.Bool("async"), swizzle: r.Bool("swizzle"),
		doubleBuffer:       r.Bool("double-buffer"),
		withoutTensorCores: r.Bool("exact")}
	return t, t.divides(at)
}

// targetOf reads for which device kernels are, and reports whether that has products of warpgroups.
func targetOf(r *pass.Run, at *ir.Op) (byWarpgroups bool, err error) {
	target := r.String("target")
	number, ok := strings.CutPrefix(target, "sm_")
	number, exact := strings.CutSuffix(number, "a")
	n, bad := strconv.Atoi(number)
	switch {
	case !ok || bad != nil || n < 80:
		return false, at.Errorf(codeOptions, "kernels are made for sm_80 and later devices, not for '%s'",
			target)
	case n == 90 && exact:
		return true, nil
	}
	return false, nil
}

// forProduct returns the tiles of a product: those for warpgroups, or for mma.sync where these do not fit it.
func (t *tile) forProduct(p *problem, report func(*diag.Diagnostic)) (*tile, error) {
	made := *t
	if made.byWarpgroups {
		if made.standard {
			made.k = p.panel()
		}
		why := p.warpgroupsFit()
		if why == "" {
			return &made, made.checkWarpgroups(p, report)
		}
		report(p.remarkFallback(why))
		if t.persistent > 0 {
			return nil, p.op.Errorf(codeOptions, "blocks are persistent where warpgroups multiply: %s", why)
		}
		made = tile{m: 128, n: 128, k: 32, warpM: 64, warpN: 64, stages: min(t.stages, 4), raster: t.raster,
			async: true, swizzle: true, doubleBuffer: true, withoutTensorCores: t.withoutTensorCores}
	}
	p.pieces(report)
	return &made, made.check(p)
}

// extents reads a list of positive numbers, as many as the standard has.
func extents(r *pass.Run, at *ir.Op, option string, standard ...int64) ([]int64, error) {
	words, n := r.Strings(option), len(standard)
	if len(words) == 0 {
		return standard, nil
	}
	list := make([]int64, len(words))
	for i, w := range words {
		v, err := strconv.ParseInt(w, 10, 32)
		if err != nil || v <= 0 {
			return nil, at.Errorf(codeOptions, "'%s' in %s=%s is not a positive number", w, option,
				strings.Join(words, ","))
		}
		list[i] = v
	}
	if len(list) != n {
		return nil, at.Errorf(codeOptions, "%s has %d numbers, not %d", option, n, len(list))
	}
	return list, nil
}

// divides checks what does not depend on a product.
func (t *tile) divides(op *ir.Op) error {
	if t.byWarpgroups {
		return t.dividesStages(op)
	}
	for _, c := range []struct {
		what, by string
		n, of    int64
	}{
		{"the rows of warp-tile", "16, the rows of a fragment", t.warpM, 16},
		{"the columns of warp-tile", "16, the columns of two fragments", t.warpN, 16},
		{"the rows of block-tile", "those of warp-tile", t.m, t.warpM},
		{"the columns of block-tile", "those of warp-tile", t.n, t.warpN},
	} {
		if c.n%c.of != 0 {
			return op.Errorf(codeOptions, "%s, %d, are no multiple of %s", c.what, c.n, multiple(c.by, c.of))
		}
	}
	if t.threads() > maxThreads {
		return op.Errorf(codeOptions, "a block has %d threads, of which a device has at most %d", t.threads(),
			maxThreads)
	}
	return t.dividesStages(op)
}

// dividesStages checks the numbers of stages and of rows in a group.
func (t *tile) dividesStages(op *ir.Op) error {
	switch {
	case t.raster < 1 || t.raster > maxRaster:
		return op.Errorf(codeOptions, "a group has from 1 to %d rows of blocks, not %d", maxRaster, t.raster)
	case t.persistent < 0 || t.persistent > maxRaster:
		return op.Errorf(codeOptions, "from 1 to %d blocks are persistent, not %d", maxRaster, t.persistent)
	case t.persistent > 0 && !t.byWarpgroups:
		return op.Errorf(codeOptions, "blocks are persistent with target=sm_90a")
	case t.stages < 1 || t.stages > maxStages:
		return op.Errorf(codeOptions, "a pipeline has from 1 to %d stages, not %d", maxStages, t.stages)
	}
	return nil
}

// multiple names a number that stands for itself in words already.
func multiple(words string, n int64) string {
	if strings.HasPrefix(words, strconv.FormatInt(n, 10)) {
		return words
	}
	return fmt.Sprintf("%s, %d", words, n)
}

func (t *tile) threads() int64 {
	if t.byWarpgroups {
		return t.warpgroups() * warpgroupSize
	}
	return t.m / t.warpM * (t.n / t.warpN) * warpSize
}

// along returns how many elements a block's tiles have along an axis.
func (t *tile) along(a axis) int64 { return [3]int64{row: t.m, column: t.n, depth: t.k}[a] }

// check holds the tiles of a product against the limits of devices.
func (t *tile) check(p *problem) error {
	if t.k%p.depth() != 0 {
		return p.op.Errorf(codeOptions,
			"the depth of block-tile, %d, is no multiple of %d, the depth of a fragment of '%v'", t.k,
			p.depth(), p.elem)
	}
	if n := t.shared(p); n > maxShared {
		return p.op.Errorf(codeShared,
			"%d stages of %d x %d and %d x %d elements of '%v' are %d bytes of shared memory for a block, "+
				"of which a device has at most %d",
			t.stages, t.m, t.k, t.k, t.n, p.elem, n, maxShared)
	}
	limit := min(maxRegisters, blockRegister/t.threads())
	if n := t.registers(p); n > limit {
		return p.op.Errorf(codeRegisters,
			"%d x %d elements of C for a warp need at least %d registers of a thread, which has at most %d "+
				"in a block of %d",
			t.warpM, t.warpN, n, limit, t.threads())
	}
	return nil
}

// shared returns the bytes of all stages.
func (t *tile) shared(p *problem) int64 { return t.stages * (t.m + t.n) * t.k * p.size() }

// registers returns how many a thread needs at least: for its part of C, and for the fragments of a step, of
// which each 16 rows of A and each 8 columns of B are four and two. Without tensor cores each 8 rows of A are
// four, and so are each 4 columns of B.
func (t *tile) registers(p *problem) int64 {
	if p.exact {
		return t.warpM*t.warpN/warpSize + t.warpM/8*4 + t.warpN/4*4 + otherRegisters
	}
	return t.warpM*t.warpN/warpSize + t.warpM/16*4 + t.warpN/8*2 + otherRegisters
}
