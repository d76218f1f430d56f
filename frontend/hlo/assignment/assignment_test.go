package assignment_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/frontend/hlo/assignment"
)

// whole has every form of the text: a parameter in a tuple, an output, constants, colors, phis, old addresses
// and shapes without bars, positions, uses, and live ranges behind them.
const whole = `BufferAssignment:
allocation 0: size 128, color 1, parameter 0, shape |(f32[32], s32[])| at ShapeIndex {0,1}, maybe-live-out:
 value: <3 p0{0} @1> (size=128,offset=0): f32[32]{0}
allocation 1: 0x27017c46b600, size 128, parameter 1, shape f32[32] at ShapeIndex {}:
 value: <4 p.1 @0> (size=128,offset=0): f32[32]{0}
allocation 2: size 4, constant:
 value: <5 constant.7 @0> (size=4,offset=0): f32[]
allocation 3: size 4, output shape is f32[], thread-local:
 value: <6 add.1> (size=4,offset=0): f32[]
allocation 4: size 16, output shape is |(f32[32], f32[])|, maybe-live-out:
 value: <7 tuple{} @0> (size=16,offset=0): (f32[32]{0}, f32[])
allocation 5: size 256, preallocated-temp:
 value: <8 while{1} (phi) @0> (size=128,offset=128): f32[32]{0}

Total bytes used: 536 (536B)

Used values:
<3 p0{0} @1>
 positions:
  p0 {0}
  while {0}
 uses:
  while, operand 0 {0}
 from instruction: %p0 = (f32[32]{0}, s32[]) parameter(0)
<4 p.1 @0>
 positions:
  p.1
 uses:
  (none)
 from instruction: %p.1 = f32[32]{0} parameter(1)

HloLiveRange (max 9):
  InstructionSequence:
    0:p0
`

func TestRead(t *testing.T) {
	a, err := assignment.Read(diag.NewFile("a.txt", []byte(whole)))
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for _, l := range a.Allocations {
		fmt.Fprintf(&got, "%d %d color %d parameter %d %v %s -> %s %v %v %v %v\n", l.Number, l.Size, l.Color,
			l.Parameter, l.ParameterIndex, l.Shape, l.Output, l.Constant, l.ThreadLocal, l.LiveOut,
			l.Temporary)
		for _, v := range l.Values {
			fmt.Fprintf(&got, "  %s %d phi %v color %d %d+%d %s %v %v\n", v, v.ID, v.Phi, v.Color, v.Offset,
				v.Size, v.Shape, v.Positions, v.Uses)
		}
	}
	want := `0 128 color 1 parameter 0 {0,1} (f32[32], s32[]) ->  false false true false
  %p0{0} 3 phi false color 1 0+128 f32[32]{0} [{p0 {0}} {while {0}}] [{while 0 {0}}]
1 128 color 0 parameter 1 {} f32[32] ->  false false false false
  %p.1 4 phi false color 0 0+128 f32[32]{0} [{p.1 {}}] []
2 4 color 0 parameter -1 {}  ->  true false false false
  %constant.7 5 phi false color 0 0+4 f32[] [] []
3 4 color 0 parameter -1 {}  -> f32[] false true false false
  %add.1 6 phi false color 0 0+4 f32[] [] []
4 16 color 0 parameter -1 {}  -> (f32[32], f32[]) false false true false
  %tuple 7 phi false color 0 0+16 (f32[32]{0}, f32[]) [] []
5 256 color 0 parameter -1 {}  ->  false false false true
  %while{1} 8 phi true color 0 128+128 f32[32]{0} [] []
`
	if got.String() != want || a.TotalBytes != 536 {
		t.Errorf("got %d bytes and\n%swant\n%s", a.TotalBytes, got.String(), want)
	}
}

// TestReadRefuses changes one line of a right assignment, and has the place and the message.
func TestReadRefuses(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{whole, "", "a.txt:1:1: error: expected 'BufferAssignment:'"},
		{whole, "HloModule m\n", "a.txt:1:1: error: expected 'BufferAssignment:'"},
		{whole, "BufferAssignment:\n", "has no allocation"},
		{whole, "BufferAssignment:\n value: <1 a @0> (size=1,offset=0): u8[1]\n", "an allocation in front"},
		{"size 256", "size 200",
			"13:9: error: %while{1} lies beyond the end of allocation 5: it has 128 bytes " +
				"from 128 on, and the allocation has 200"},
		{"offset=128", "offset=9223372036854775807", "lies beyond the end"},
		{"allocation 5", "allocation 4", "allocation 4 stands twice"},
		{"<6 add.1>", "<6 p.1>", "%p.1 has two places"},
		{"size 256,", "size 99999999999999999999,", "expected the size of the allocation"},
		{"<5 constant.7", "<constant.7", "expected the number of the value"},
		{", constant:", ", constantly:", "expected ', '"},
		{", preallocated-temp", ", temp", "expected 'color', 'parameter'"},
		{"|(f32[32], s32[])| at ShapeIndex {0,1}", "|(f32[32], s32[]) at ShapeIndex {0,1}", "expected '|'"},
		{"ShapeIndex {0,1}", "ShapeIndex {0 1}", "expected ','"},
		{"<4 p.1 @0>\n positions", "<9 p.1 @0>\n positions", "expected a value that has a place"},
		{"while, operand 0", "while operand 0", "expected ', operand '"},
		{"  p0 {0}\n", "  p0 {0}x\n", "expected the end of the line"},
		{" value: <6 add.1>", " value: <6 >", "expected the name of an instruction"},
		{"(size=4,offset=0): f32[]\nallocation 3", "(size=4): f32[]\nallocation 3", "expected ',offset='"},
	} {
		text := strings.Replace(whole, c.old, c.new, 1)
		if text == whole {
			t.Errorf("%q is not in the text", c.old)
		}
		_, err := assignment.Read(diag.NewFile("a.txt", []byte(text)))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: got %v, want %s", c.new, err, c.want)
		}
	}
}

func TestBeside(t *testing.T) {
	for _, c := range [][2]string{
		{"d/module_0001.jit_f.sm_9.0_gpu_after_optimizations.txt",
			"d/module_0001.jit_f.sm_9.0_gpu_after_optimizations-buffer-assignment.txt"},
		{"layer.hlo", "layer-buffer-assignment.txt"},
		{"a-buffer-assignment.txt", ""},
		{"a.mlir", ""},
	} {
		if got := assignment.Beside(c[0]); got != c[1] {
			t.Errorf("%s: got %q, want %q", c[0], got, c[1])
		}
	}
}

// FuzzRead holds that any text is read or refused with a place, and that what is read lies in its allocation.
func FuzzRead(f *testing.F) {
	f.Add([]byte(whole))
	f.Add([]byte("BufferAssignment:\nallocation 0: size 4:\n value: <0 a> (size=4,offset=0): f32[]\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		a, err := assignment.Read(diag.NewFile("a.txt", text))
		if err != nil {
			if list := diag.FromError(err); len(list) != 1 || !list[0].Span.IsKnown() {
				t.Errorf("no place: %v", err)
			}
			return
		}
		for _, l := range a.Allocations {
			for _, v := range l.Values {
				if v.Offset < 0 || v.Size < 0 || v.Offset+v.Size > l.Size || v.Allocation != l {
					t.Errorf("%s is not in its allocation", v)
				}
			}
		}
	})
}
