package affinelooptile

import (
	"math"
	"strconv"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/affine"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/transform/internal/affineloop"
	"github.com/inflight-compiler/inflight/transform/loop/internal/looptile"
)

// Pass is affine-loop-tile.
var Pass = pass.Register(&pass.Pass{
	Name:    "affine-loop-tile",
	Title:   "AffineLoopTiling",
	Summary: "Tile affine loop nests",
	Doc: "Cuts perfect nests of affine loops at the top of a function into tiles: loops from tile to tile, " +
		"and loops over the points of " +
		"a tile. Sizes that are not given follow from the size of a cache: if the nest touches n times as " +
		"much memory, the tiles of d " +
		"loops have n iterations altogether. Nests that carry values, or whose bounds depend on each " +
		"other, stay as they are, and so do, " +
		"with a remark, those that would compute something else in another order.",
	Anchor: "func.func",
	Options: []pass.Option{
		{Name: "cache-size", Type: pass.Int, Default: "512",
			Help: "Set size of cache to tile for in KiB (default: 512)"},
		{Name: "separate", Type: pass.Bool, Default: "false",
			Help: "Separate full and partial tiles (default: false)"},
		{Name: "tile-size", Type: pass.Int, Default: "0", Help: "Use this tile size for all loops"},
		{Name: "tile-sizes", Type: pass.Strings,
			Help: "List of tile sizes for each perfect nest (overridden by -tile-size)"},
	},
	ExampleOptions: "tile-size=32",
	Before:         before,
	After:          after,
	Run:            run,
})

var (
	codeSize = diag.Register("affine-loop-tile-size", "an option of affine-loop-tile is no possible size",
		"Sizes of tiles are positive numbers of 32 bits, the size of the cache is a positive number of KiB.")
	codeOrder = diag.Register("affine-loop-tile-order", "a nest is not tiled because its order counts",
		"Tiles run iterations in another order. Where one iteration may need what another one stores, with "+
			"loops between them that count "+
			"in both directions, that gives another result.")
)

// options are the sizes that the pass was given.
type options struct {
	cache, size int64
	sizes       []int64
	separate    bool
}

func optionsOf(r *pass.Run) (o options, err error) {
	o = options{cache: r.Int("cache-size"), size: r.Int("tile-size"), separate: r.Bool("separate")}
	if o.cache <= 0 || o.size < 0 || o.size > math.MaxInt32 {
		return o, r.Op.Errorf(codeSize, "a cache of %d KiB and tiles of %d iterations are not possible",
			o.cache, o.size)
	}
	for _, text := range r.Strings("tile-sizes") {
		n, err := strconv.ParseInt(text, 10, 32)
		if err != nil || n <= 0 {
			return o, r.Op.Errorf(codeSize, "tiles of %s iterations are not possible", text)
		}
		o.sizes = append(o.sizes, n)
	}
	return o, nil
}

func run(r *pass.Run) error {
	o, err := optionsOf(r)
	if err != nil {
		return err
	}
	for _, root := range roots(r.Op) {
		band := affineloop.Band(root)
		if affineloop.Carries(band) || !affineloop.Rectangular(band) {
			continue
		}
		if len(band) > 1 && !affineloop.Permutable(band) {
			r.Report(diag.Remarkf(codeOrder, root.Span(),
				"this nest is not tiled: its iterations may depend on their order"))
			continue
		}
		sizes := o.tileSizes(band)
		if !haveSteps(band, sizes) {
			continue
		}
		_, points := looptile.Tile(band, sizes)
		if o.separate {
			separate(points)
		}
		r.Count("nests tiled", 1)
	}
	return nil
}

// haveSteps reports whether so many steps of each loop are numbers.
func haveSteps(band []*ir.Op, sizes []int64) bool {
	for i, l := range band {
		if _, ok := affineloop.Scaled(l, sizes[i]); !ok {
			return false
		}
	}
	return true
}

// roots returns the loops directly in the blocks of a function.
func roots(fn *ir.Op) []*ir.Op {
	var loops []*ir.Op
	for _, region := range fn.Regions() {
		for _, b := range region.Blocks() {
			for op := range b.Ops() {
				if op.Is(affine.For) {
					loops = append(loops, op)
				}
			}
		}
	}
	return loops
}

const before = `func.func @f(%m: memref<64x100xf32>, %v: f32) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 100 {
      affine.store %v, %m[%i, %j] : memref<64x100xf32>
    }
  }
  return
}
`

const after = `#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0) -> (d0 + 32)>
#map2 = affine_map<(d0) -> (d0 + 32, 100)>
module {
  func.func @f(%arg0: memref<64x100xf32>, %arg1: f32) {
    affine.for %arg2 = 0 to 64 step 32 {
      affine.for %arg3 = 0 to 100 step 32 {
        affine.for %arg4 = #map(%arg2) to #map1(%arg2) {
          affine.for %arg5 = #map(%arg3) to min #map2(%arg3) {
            affine.store %arg1, %arg0[%arg4, %arg5] : memref<64x100xf32>
          }
        }
      }
    }
    return
  }
}
`
