// Package device uses an NVIDIA GPU through the helper program inflight-cuda: memory, kernels in PTX,
// launches and their times.
//
// Open finds the helper (find.go), starts it and requests the device; a Device is a session with it, for one
// goroutine. The helper is a separate process, which ends when the session's context ends, whatever a kernel
// does. Errors are diagnostics without a place, which the caller adds; codes.go has the codes, and explain.go
// makes diagnostics of the driver's errors.
package device
