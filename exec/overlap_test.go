package exec_test

import (
	"testing"

	"github.com/inflight-compiler/inflight/exec"
)

// A copy between views of one buffer copies the contents from before the copy, however the views overlap.
func TestOverlappingCopies(t *testing.T) {
	for name, c := range map[string]struct{ body, want string }{
		"up": {`%x = memref.subview %a[0] [6] [1] : memref<9xi32> to memref<6xi32, strided<[1]>>
			%y = memref.subview %a[1] [6] [1] : memref<9xi32> to memref<6xi32, strided<[1], offset: 1>>
			memref.copy %x, %y : memref<6xi32, strided<[1]>> to memref<6xi32, strided<[1], offset: 1>>`,
			"001234578"},
		"down": {`%x = memref.subview %a[2] [6] [1] : memref<9xi32> to memref<6xi32, strided<[1], offset: 2>>
			%y = memref.subview %a[0] [6] [1] : memref<9xi32> to memref<6xi32, strided<[1]>>
			memref.copy %x, %y : memref<6xi32, strided<[1], offset: 2>> to memref<6xi32, strided<[1]>>`,
			"234567678"},
		"strides": {`%x = memref.subview %a[0] [4] [1] : memref<9xi32> to memref<4xi32, strided<[1]>>
			%y = memref.subview %a[1] [4] [2] : memref<9xi32> to memref<4xi32, strided<[2], offset: 1>>
			memref.copy %x, %y : memref<4xi32, strided<[1]>> to memref<4xi32, strided<[2], offset: 1>>`,
			"002142638"},
		"transposed": {
			`%x = memref.reinterpret_cast %a to offset: [0], sizes: [3, 3], strides: [3, 1] : memref<9xi32> to memref<3x3xi32>
			%y = memref.transpose %x (i, j) -> (j, i) : memref<3x3xi32> to memref<3x3xi32, strided<[1, 3]>>
			memref.copy %y, %x : memref<3x3xi32, strided<[1, 3]>> to memref<3x3xi32>`, "036147258"},
		"a loop's": {`%c0 = arith.constant 0 : index
			%c1 = arith.constant 1 : index
			%c3 = arith.constant 3 : index
			scf.for %i = %c0 to %c3 step %c1 {
			  %x = memref.subview %a[%i] [5] [1] : memref<9xi32> to memref<5xi32, strided<[1], offset: ?>>
			  %j = arith.addi %i, %c1 : index
			  %y = memref.subview %a[%j] [5] [1] : memref<9xi32> to memref<5xi32, strided<[1], offset: ?>>
			  memref.copy %x, %y : memref<5xi32, strided<[1], offset: ?>> to memref<5xi32, strided<[1], offset: ?>>
			}`, "000012348"},
		"itself": {`memref.copy %a, %a : memref<9xi32> to memref<9xi32>`, "012345678"},
	} {
		t.Run(name, func(t *testing.T) {
			m := parseModule(t, "func.func @f(%a: memref<9xi32>) {\n"+c.body+"\nreturn }")
			for _, engine := range append([]string{"sim"}, compilers...) {
				require(t, engine)
				args := inputsOf(t, m, exec.Inputs{})
				b := args[0].Value.Buffer
				for i := range int64(9) {
					b.Set(uint64(i), i)
				}
				if _, err := runOn(t, engine, m, args, exec.Options{}); err != nil {
					t.Fatal(err)
				}
				got := ""
				for i := range int64(9) {
					got += string(rune('0' + b.At(i)))
				}
				if got != c.want {
					t.Errorf("%s: got %s, want %s", engine, got, c.want)
				}
			}
		})
	}
}
