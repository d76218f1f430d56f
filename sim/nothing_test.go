package sim

import (
	"reflect"
	"slices"
	"strings"
	"testing"
)

// The simulator ignores only operations that are hints, that mark a place, that have another form for all
// operands that they can have, or that order the proxies through which a device reaches memory: the simulator
// has one.
func TestWhatDoesNothing(t *testing.T) {
	want := strings.Fields(
		"affine.prefetch affine.vector_load affine.vector_store gpu.host_register gpu.host_unregister " +
			"linalg.index " +
			"memref.prefetch nvgpu.tma.fence.descriptor nvgpu.tma.prefetch.descriptor " +
			"nvvm.fence.mbarrier.init nvvm.fence.proxy nvvm.setmaxregister")
	var got []string
	for name, e := range emitters {
		if reflect.ValueOf(e).Pointer() == reflect.ValueOf(emitNothing).Pointer() {
			got = append(got, name)
		}
	}
	if slices.Sort(got); !slices.Equal(got, want) {
		t.Errorf("nothing is done for %v, want %v", got, want)
	}
}
