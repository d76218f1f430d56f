package exec_test

import (
	"runtime/debug"
	"syscall"
	"testing"

	"github.com/inflight-compiler/inflight/exec"
)

// Engines do not write memory that a program only reads, so that runs may share it. Here the page of that
// memory is protected.
func TestReadArgumentsStay(t *testing.T) {
	m := parseModule(t, `func.func @f(%a: memref<?xi32>, %b: memref<1xi32>) {
		%c0 = arith.constant 0 : index
		%x = memref.load %a[%c0] : memref<?xi32>
		memref.store %x, %b[%c0] : memref<1xi32>
		return }`)
	page, err := syscall.Mmap(-1, 0, 4<<20, syscall.PROT_READ, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Skip(err)
	}
	defer func() { _ = syscall.Munmap(page) }()
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	for _, engine := range compilers {
		t.Run(engine, func(t *testing.T) {
			require(t, engine)
			args := inputsOf(t, m, exec.Inputs{Dims: map[string]int64{"a.0": 1 << 20}})
			args[0].Value.Buffer.Data = page
			args[1].Value.Buffer.Set(7, 0)
			if _, err := runOn(t, engine, m, args, exec.Options{}); err != nil {
				t.Fatal(err)
			}
			if x := args[1].Value.Buffer.At(0); x != 0 {
				t.Errorf("got %d", x)
			}
		})
	}
}
