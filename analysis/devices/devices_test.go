package devices_test

import (
	"testing"

	"github.com/inflight-compiler/inflight/analysis/devices"
	"github.com/inflight-compiler/inflight/internal/passtest"
)

// The attribute "on" of each fill names the device that it should be on.
const program = `
func.func private @names(%a: memref<8xi32>, %n: i32) {
  gpu.set_default_device %n
  gpu.memset %a, %n : memref<8xi32>, i32 {on = "device by number"}
  return
}
func.func private @calls(%a: memref<8xi32>, %n: i32) {
  gpu.memset %a, %n : memref<8xi32>, i32 {on = "device of the caller"}
  func.call @names(%a, %n) : (memref<8xi32>, i32) -> ()
  gpu.memset %a, %n : memref<8xi32>, i32 {on = "unknown device"}
  return
}
func.func private @uses(%a: memref<8xi32>, %n: i32) {
  gpu.memset %a, %n : memref<8xi32>, i32 {on = "device of the caller"}
  return
}
func.func private @declared()
func.func @main(%a: memref<8xi32>, %p: i1, %n: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %0 = arith.constant 0 : i32
  %1 = arith.constant 1 : i32
  %one = arith.constant 1 : i32
  gpu.memset %a, %n : memref<8xi32>, i32 {on = "device of the caller"}
  gpu.set_default_device %1
  func.call @uses(%a, %n) : (memref<8xi32>, i32) -> ()
  func.call @declared() : () -> ()
  gpu.memset %a, %n : memref<8xi32>, i32 {on = "device 1"}
  scf.if %p {
    gpu.memset %a, %n : memref<8xi32>, i32 {on = "device 1"}
    gpu.set_default_device %one
  } else {
    gpu.set_default_device %1
  }
  gpu.memset %a, %n : memref<8xi32>, i32 {on = "device 1"}
  %t = async.execute {
    gpu.memset %a, %n : memref<8xi32>, i32 {on = "device 1"}
    gpu.set_default_device %0
    gpu.memset %a, %n : memref<8xi32>, i32 {on = "device 0"}
    async.yield
  }
  gpu.memset %a, %n : memref<8xi32>, i32 {on = "device 1"}
  scf.for %i = %c0 to %c4 step %c1 {
    gpu.memset %a, %n : memref<8xi32>, i32 {on = "unknown device"}
    %d = arith.index_cast %i : index to i32
    gpu.set_default_device %d
    gpu.memset %a, %n : memref<8xi32>, i32 {on = "device by number"}
  }
  gpu.memset %a, %n : memref<8xi32>, i32 {on = "unknown device"}
  gpu.set_default_device %n
  scf.for %i = %c0 to %c4 step %c1 {
    gpu.memset %a, %n : memref<8xi32>, i32 {on = "device by number"}
    gpu.set_default_device %n
  }
  func.call @calls(%a, %n) : (memref<8xi32>, i32) -> ()
  gpu.memset %a, %n : memref<8xi32>, i32 {on = "unknown device"}
  gpu.set_default_device %0
  cf.cond_br %p, ^left, ^right
^left:
  gpu.memset %a, %n : memref<8xi32>, i32 {on = "device 0"}
  gpu.set_default_device %1
  cf.br ^right
^right:
  gpu.memset %a, %n : memref<8xi32>, i32 {on = "unknown device"}
  return
}
`

func TestDevices(t *testing.T) {
	m := passtest.Parse(t, program)
	on := devices.In(m)
	found := 0
	for op := range m.Walk() {
		if want := op.StringAttr("on"); want != "" {
			found++
			if got := on.Of(op).String(); got != want {
				t.Errorf("%v: %s, want %s", op.Span(), got, want)
			}
		}
	}
	if found < 15 {
		t.Errorf("%d operations", found)
	}
}

// Equal constants are one device. Other devices are the same in all iterations of a loop only if they are
// fixed.
func TestFixed(t *testing.T) {
	m := passtest.Parse(t, program)
	on := devices.In(m)
	for op := range m.Walk() {
		want := map[string]bool{"device 0": true, "device 1": true,
			"device of the caller": true}[op.StringAttr("on")]
		if op.StringAttr("on") != "" && on.Of(op).IsFixed() != want {
			t.Errorf("%v: fixed %t", op.Span(), !want)
		}
	}
	if none := devices.In(passtest.Parse(t, "func.func @f() {\n  return\n}")); none != nil ||
		none.Of(m) != (devices.Device{}) {
		t.Error("a program that names no device has some")
	}
}
