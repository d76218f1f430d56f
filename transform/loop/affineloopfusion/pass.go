package affineloopfusion

import (
	"math"
	"slices"
	"strconv"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
)

// Pass is affine-loop-fusion.
var Pass = pass.Register(&pass.Pass{
	Name:    "affine-loop-fusion",
	Title:   "AffineLoopFusion",
	Summary: "Fuse affine loop nests",
	Doc: "A nest of affine loops in front of another one that reads what it stores goes into the loops of " +
		"that one, as deep as possible: each " +
		"iteration computes what it needs (mode producer). Then nests that read the same elements become " +
		"one (mode sibling). A nest is moved only if " +
		"all it does is known, and no two accesses to an element change their order. Where the buffer " +
		"between two nests is allocated in the " +
		"function and nothing else uses it, what nothing needs is not computed, and the buffer shrinks to " +
		"what one iteration needs. More than is " +
		"computed now is computed only up to compute-tolerance, or with maximal; an iteration that needs " +
		"several iterations of a loop that " +
		"is not needed as a whole stays a loop of its own.",
	Anchor: "func.func",
	Options: []pass.Option{
		{Name: "compute-tolerance", Type: pass.String, Default: "0.3",
			Help: "Fractional increase in additional computation tolerated while fusing"},
		{Name: "fast-mem-space", Type: pass.String,
			Help: "Faster memory space number to promote fusion buffers to"},
		{Name: "local-buf-threshold", Type: pass.Int, Default: "0",
			Help: "Threshold size (KiB) for promoting local buffers to fast memory space"},
		{Name: "maximal", Type: pass.Bool, Default: "false", Help: "Enables maximal loop fusion"},
		{Name: "mode", Type: pass.Enum, Default: "greedy", Cases: []string{"greedy", "producer", "sibling"},
			Help: "fusion mode to attempt: producer-consumer, sibling, or (greedy) both"},
	},
	Before: before,
	After:  after,
	Run:    run,
})

var codeOption = diag.Register("affine-loop-fusion-option",
	"an option of affine-loop-fusion has no possible value",
	"The option compute-tolerance is a number, such as 0.3, which is at least 0; fast-mem-space is the "+
		"number of a memory space; local-buf-threshold is a size in KiB.")

func run(r *pass.Run) error {
	f, err := newFusion(r)
	if err != nil {
		return err
	}
	for op := range r.Op.WalkPost() {
		for _, region := range op.Regions() {
			for _, b := range region.Blocks() {
				f.block(&block{f: f, ops: b, refs: map[*ir.Op]accesses{}})
			}
		}
	}
	r.Count("nests fused", f.fused)
	r.Count("buffers made smaller", f.privatized)
	return nil
}

// fusion is what the options ask for, and what has been done.
type fusion struct {
	r         *pass.Run
	tolerance float64
	space     ir.Attr // of small buffers, nil to leave it
	threshold int64   // bytes of a small buffer
	maximal   bool
	mode      string

	fused, privatized int
}

func newFusion(r *pass.Run) (*fusion, error) {
	f := &fusion{r: r, maximal: r.Bool("maximal"), mode: r.String("mode"),
		threshold: r.Int("local-buf-threshold")}
	var err error
	if f.tolerance, err = strconv.ParseFloat(r.String("compute-tolerance"), 64); err != nil ||
		!(f.tolerance >= 0) {
		return nil, r.Op.Errorf(codeOption, "'%s' is no tolerance", r.String("compute-tolerance"))
	}
	if f.threshold < 0 || f.threshold > math.MaxInt64>>10 {
		return nil, r.Op.Errorf(codeOption, "%d KiB is no size", f.threshold)
	}
	f.threshold <<= 10
	if text := r.String("fast-mem-space"); text != "" {
		n, err := strconv.ParseUint(text, 10, 32)
		if err != nil {
			return nil, r.Op.Errorf(codeOption, "'%s' is no number of a memory space", text)
		}
		f.space = r.Context().Int(r.Context().I64, int64(n))
	}
	return f, nil
}

// block fuses the nests of a block: first those with one consumer, as others may become siblings.
func (f *fusion) block(b *block) {
	if len(b.nests()) < 2 {
		return
	}
	if f.mode != "sibling" {
		b.all(onlyProducers)
	}
	if f.mode != "producer" {
		b.all(siblings)
	}
	if f.mode != "sibling" {
		b.all(producers)
	}
}

// kind says which nests come into question.
type kind uint8

const (
	onlyProducers kind = iota // those that store what one other nest reads
	siblings                  // those that read the same, and do not depend on each other
	producers                 // those that store what another nest reads
)

// all fuses nests until none is left, and tries the last ones first.
func (b *block) all(k kind) {
	for again := true; again; {
		again = false
		nests := b.nests()
		for i := len(nests) - 1; i > 0; i-- {
			for j := i - 1; j >= 0; j-- {
				b.f.r.Step()
				if b.try(nests, j, i, k) {
					again = true
					nests = slices.Delete(nests, j, j+1) // it is in the other one now
					i--
				}
			}
		}
	}
}

const before = `func.func @f(%in: memref<64xf32>, %out: memref<64xf32>) {
  %t = memref.alloc() : memref<64xf32>
  affine.for %i = 0 to 64 {
    %x = affine.load %in[%i] : memref<64xf32>
    %y = arith.mulf %x, %x : f32
    affine.store %y, %t[%i] : memref<64xf32>
  }
  affine.for %i = 0 to 64 {
    %x = affine.load %t[%i] : memref<64xf32>
    %y = arith.addf %x, %x : f32
    affine.store %y, %out[%i] : memref<64xf32>
  }
  return
}
`

const after = `module {
  func.func @f(%arg0: memref<64xf32>, %arg1: memref<64xf32>) {
    %alloc = memref.alloc() : memref<1xf32>
    affine.for %arg2 = 0 to 64 {
      %0 = affine.load %arg0[%arg2] : memref<64xf32>
      %1 = arith.mulf %0, %0 : f32
      affine.store %1, %alloc[0] : memref<1xf32>
      %2 = affine.load %alloc[0] : memref<1xf32>
      %3 = arith.addf %2, %2 : f32
      affine.store %3, %arg1[%arg2] : memref<64xf32>
    }
    return
  }
}
`
