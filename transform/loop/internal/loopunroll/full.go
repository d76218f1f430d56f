package loopunroll

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/affineloop"
)

// Full puts all iterations of a loop, whose number must be known, in its place, unless so many steps are no
// number, or it carries a subscript. It reports whether it did.
func Full(loop *ir.Op) bool {
	n, ok := affineloop.Trips(loop)
	if !ok || n == 0 || affineloop.CarriesSubscript(loop) {
		return false
	}
	if _, ok := affineloop.Scaled(loop, n); !ok {
		return false
	}
	if n > 1 {
		Repeat(loop, n)
	}
	return affineloop.Inline(loop)
}
