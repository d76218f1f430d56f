package wasm

import (
	"errors"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/internal/passtest"
)

// A module for other hosts cannot export two things under one name, and names are UTF-8; other functions are
// called as they like.
func TestExportedNames(t *testing.T) {
	for name, want := range map[string]string{"memory": "wasm-export", "inflight_free": "wasm-export",
		"inflight_poll": "", "f": "",
		`"\FF"`: "wasm-export", `"\C3\A9 \00\22"`: "", `f() { return } func.func private @"\FF"`: ""} {
		_, err := Build(t.Context(), passtest.Parse(t, "func.func @"+name+"() { return }"), "")
		code := ""
		if d, ok := errors.AsType[*diag.Diagnostic](err); ok {
			code = string(d.Code)
		}
		if code != want || (err != nil) != (want != "") {
			t.Errorf("@%s: got %v, want %q", name, err, want)
		}
	}
}
