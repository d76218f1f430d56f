package wasm

import (
	"slices"

	"github.com/inflight-compiler/inflight/diag"
)

var codePlatform = diag.Register("wasm-platform", "the engine wasm does not know this processor or system",
	"Machine code is made for amd64 and arm64 on the usual systems. The simulator, --engine sim, runs "+
		"everywhere.")

// unsupported has the codes of correct programs that the engine cannot run: those of the lowering, and the
// engine's own.
var unsupported = []diag.Code{
	codePlatform, "wasm-signature", "wasm-unsupported", "wasm-irreducible", "wasm-size", "ptr-unsupported",
	"bounds-unsupported",
	"pipeline-to-async-unsupported", "expand-math-unsupported", "lower-affine-unsupported",
	"symbol-dce-unknown",
}

// IsUnsupported reports whether a diagnostic of Compile says that the engine cannot run a program. Then the
// program may be correct, and the engine has not failed.
func IsUnsupported(d *diag.Diagnostic) bool { return slices.Contains(unsupported, d.Code) }
