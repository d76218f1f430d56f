package device

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/exec/cuda/protocol"
	"github.com/inflight-compiler/inflight/interrupt"
)

// Results of the driver's functions: CUresult.
const (
	resultInvalidValue   = 1
	resultOutOfMemory    = 2
	resultStubLibrary    = 34
	resultNoDevice       = 100
	resultInvalidDevice  = 101
	resultNoBinary       = 209
	resultInvalidPTX     = 218
	resultNoCompiler     = 221
	resultOldDriver      = 222
	resultNotFound       = 500
	resultIllegalAddress = 700
	resultMisaligned     = 716
	resultAddressSpace   = 717
	resultMismatch       = 803
)

// explain returns the diagnostic for a failure.
func (d *Device) explain(f *protocol.Failure) error {
	said := f.Call + ": " + f.Text
	if f.Name != "" && f.Result != 0 {
		said = fmt.Sprintf("%s returned %s (%d): %s", f.Call, f.Name, f.Result, f.Text)
	}
	switch {
	case f.Call == "":
		return diag.Errorf(codeHelper, diag.Span{}, "the helper program does not do this: %s", f.Text)
	case strings.HasPrefix(f.Call, "cublas") || strings.Contains(f.Text, "cublas"):
		return diag.Errorf(codeBLAS, diag.Span{}, "cuBLAS: %s", said)
	case f.Call == "dlsym" && strings.HasPrefix(f.Name, "cuGraph"):
		return diag.Errorf(codeOldDriver, diag.Span{},
			"the driver cannot make graphs in the way of CUDA 11.4: %s", said).
			Suggest("install a newer driver, or leave --device-graphs out")
	case f.Call == "dlopen" || f.Call == "dlsym" || f.Result == resultStubLibrary ||
		f.Result == resultMismatch:
		return diag.Errorf(codeNoDriver, diag.Span{}, "NVIDIA's driver cannot be used: %s", said).
			Suggest("install the driver on a machine with an NVIDIA GPU, or use --engine wasm or sim")
	case f.Result == resultNoDevice || f.Result == resultInvalidDevice:
		return diag.Errorf(codeNoDevice, diag.Span{}, "there is no NVIDIA GPU: %s",
			said).Suggest("see what nvidia-smi lists, or use --engine wasm or sim")
	case f.Result == resultOutOfMemory:
		return diag.Errorf(codeMemory, diag.Span{}, "%s has not enough free memory: %s", d.Info.Name,
			said).Suggest("make the arguments smaller")
	case f.Call == "cuModuleLoadDataEx":
		return withLog(diag.Errorf(codeJIT, diag.Span{}, "the driver does not compile the PTX: %s", said),
			f.Log)
	}
	return explainLaunch(f, said)
}

// explainLaunch returns the diagnostic for the failure of a launch. An error in a kernel is reported by the
// next call that waits for the kernel.
func explainLaunch(f *protocol.Failure, said string) error {
	switch {
	case f.Result == resultIllegalAddress || f.Result == resultMisaligned || f.Result == resultAddressSpace:
		return diag.Errorf(codeAddress, diag.Span{}, "the kernel accessed memory that is not there: %s",
			said).
			Suggest("run it with --engine sim, which names the access")
	case f.Call == "cuFuncSetAttribute":
		return diag.Errorf(codeShared, diag.Span{}, "the kernel cannot have so much shared memory: %s", said)
	case f.Call == "cuLaunchKernel" || f.Call == "cuGraphAddKernelNode" || f.Result > resultIllegalAddress ||
		f.Result == resultNotFound:
		return diag.Errorf(codeLaunch, diag.Span{}, "the kernel failed: %s", said)
	}
	return diag.Errorf(codeDriver, diag.Span{}, "%s", said)
}

// withLog adds the output of the driver's compiler to a diagnostic, with a note for each line.
func withLog(d *diag.Diagnostic, log string) error {
	for line := range strings.Lines(log) {
		if line = strings.TrimSpace(line); line != "" {
			d.Note(diag.Span{}, "%s", line)
		}
	}
	return d
}

// Explained returns an error with the notes of its diagnostic, one line for each. The notes have the output
// of the driver's compiler.
func Explained(err error) error {
	d, ok := errors.AsType[*diag.Diagnostic](err)
	if !ok {
		return err
	}
	for _, n := range d.Notes {
		err = fmt.Errorf("%w\n%s", err, n.Message)
	}
	return err
}

// refused returns the diagnostic for a failure to load code. In many cases the driver or the device is too
// old for the code.
func (d *Device) refused(code Code, f *protocol.Failure) error {
	switch {
	case f.Result == resultOldDriver:
		return diag.Errorf(codeOldDriver, diag.Span{},
			"the kernels are in PTX %s, which needs a driver of CUDA %s; '%s' has CUDA %s",
			code.Version, driverOf(code.Version), d.Info.Library,
			cudaVersion(d.Info.Driver)).Suggest("install a newer driver")
	case f.Result == resultNoBinary:
		return withLog(d.oldDevice(code), f.Log)
	}
	return d.explain(f)
}

func (d *Device) oldDevice(code Code) *diag.Diagnostic {
	return diag.Errorf(codeOldDevice, diag.Span{}, "the kernels are for %s, and %s is sm_%d%d", code.Target,
		d.Info.Name, d.Info.Major, d.Info.Minor).
		Suggest("use a newer device, or kernels without what only %s has: gpu-tile-matmul makes them with "+
			"target=sm_80, its default", code.Target)
}

// runs reports whether the device supports a target such as sm_80 or sm_90a.
func (d *Device) runs(target string) bool {
	number, ok := strings.CutPrefix(target, "sm_")
	if !ok {
		return true // the driver will decide
	}
	exact := strings.TrimRight(number, "af") != number
	n, err := strconv.Atoi(strings.TrimRight(number, "af"))
	capability := 10*d.Info.Major + d.Info.Minor
	return err != nil || n == capability || n < capability && !exact
}

// cudaVersion returns the usual text of a CUDA version.
func cudaVersion(n int) string { return fmt.Sprintf("%d.%d", n/1000, n%1000/10) }

// driverOf returns the lowest CUDA version whose driver supports a version of PTX, from the release notes of
// the PTX ISA.
func driverOf(ptx string) string {
	for _, exception := range [][2]string{{"8.6", "12.7"}, {"8.7", "12.8"}, {"8.8", "12.9"}} {
		if ptx == exception[0] {
			return exception[1]
		}
	}
	major, minor, _ := strings.Cut(ptx, ".")
	if n, err := strconv.Atoi(major); err == nil {
		return fmt.Sprintf("%d.%s", n+4, minor)
	}
	return "a later version"
}

// IsOutOfMemory reports whether an error says that the device has not enough memory.
func IsOutOfMemory(err error) bool {
	d, ok := errors.AsType[*diag.Diagnostic](err)
	return ok && d.Code == codeMemory
}

// Ended returns the error about a run of a program at a place whose context has ended.
func Ended(ctx context.Context, at diag.Span) *diag.Diagnostic {
	cause := context.Cause(ctx)
	if errors.Is(cause, context.DeadlineExceeded) {
		return diag.Errorf(codeTime, at,
			"the program has not ended in time").Because(cause).Suggest("raise the limit if it needs more")
	}
	return interrupt.Error(ctx)
}
