package inflight_test

import (
	"os"
	"reflect"
	"testing"

	"github.com/inflight-compiler/inflight"
	"github.com/inflight-compiler/inflight/exec"
	"github.com/inflight-compiler/inflight/internal/fakecuda"
)

// The configurations of the library's face have those of the engines whole, and no second field for the same
// thing: what an engine is told is what the caller wrote.
func TestConfigurationsCopyNoOption(t *testing.T) {
	code, options := reflect.TypeFor[exec.Code](), reflect.TypeFor[exec.Options]()
	for of, wholes := range map[reflect.Type][]reflect.Type{
		reflect.TypeFor[inflight.CompileConfig](): {code, options},
		reflect.TypeFor[inflight.RunConfig]():     {code, options},
		reflect.TypeFor[inflight.BuildConfig]():   {code},
	} {
		found := map[reflect.Type]bool{}
		for i := range of.NumField() {
			field := of.Field(i)
			found[field.Type] = true
			for _, whole := range wholes {
				if copied, ok := whole.FieldByName(field.Name); ok && copied.Type == field.Type {
					t.Errorf("%s.%s is a field of %s as well", of, field.Name, whole)
				}
			}
		}
		for _, whole := range wholes {
			if !found[whole] {
				t.Errorf("%s has no %s", of, whole)
			}
		}
	}
}

// DeviceGraphs of Compile and of Run reaches the engine cuda.
func TestDeviceGraphsReachCuda(t *testing.T) {
	fakecuda.Install(t)
	source, err := os.ReadFile("examples/gpu/two_matmuls.mlir")
	if err != nil {
		t.Fatal(err)
	}
	m := parse(t, string(source))
	for _, asked := range []bool{false, true} {
		code, inputs := exec.Code{DeviceGraphs: asked}, exec.Inputs{Seed: 7}
		graphs := -1
		listen := exec.Options{Device: func(u *exec.DeviceUsage) { graphs = u.Queues.Graphs }}
		p, err := m.Compile(t.Context(), inflight.CompileConfig{Engine: "cuda", Code: code, Options: listen})
		if err != nil {
			t.Fatal(err)
		}
		args, err := p.Arguments(inputs)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.Start(t.Context(), exec.Values(args)).Wait(t.Context()); err != nil {
			t.Fatal(err)
		}
		if (graphs > 0) != asked {
			t.Errorf("Compile with DeviceGraphs %v makes %d graphs", asked, graphs)
		}
		r, err := m.Run(t.Context(), inflight.RunConfig{Engine: "cuda", Code: code, Inputs: inputs,
			Options: listen, Compare: inflight.CompareNever})
		if err != nil {
			t.Fatal(err)
		}
		if r.Device == nil || (r.Device.Queues.Graphs > 0) != asked || graphs != r.Device.Queues.Graphs {
			t.Errorf("Run with DeviceGraphs %v reports %+v, and tells of %d graphs", asked, r.Device, graphs)
		}
	}
}
