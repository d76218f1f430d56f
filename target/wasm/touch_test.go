package wasm

import (
	"bytes"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
)

// TestTouch: what reads the end of accesses first asks for the pointer twice, so that engines which know it
// by another name from the second time on check under the name that the accesses have; it reads the last
// byte, and keeps nothing.
func TestTouch(t *testing.T) {
	const source = `func.func @f(%p: !ptr.ptr<#ptr.generic_space>) {
  %far = arith.constant 160 : i32
  %end = ptr.ptr_add %p, %far : !ptr.ptr<#ptr.generic_space>, i32
  %0 = ptr.load volatile %end : !ptr.ptr<#ptr.generic_space> -> vector<8xf32>
  return
}`
	code, err := Compile(t.Context(), passtest.Parse(t, source),
		Options{Exports: map[string]string{"f": "f"}})
	if err != nil {
		t.Fatal(err)
	}
	const get, drop, load8 = 0x20, 0x1a, 0x2d
	want := []byte{get, 0, drop, get, 0, load8, 0, 0xbf, 1, drop} // 160 + 8*4 - 1
	if !bytes.Contains(code.Bytes, want) {
		t.Errorf("% x is not in % x", want, code.Bytes)
	}
}
