// Package device speaks with an NVIDIA GPU by way of the helper program inflight-cuda: memory, kernels in
// PTX, launches and their times.
//
// Open finds the helper (find.go), starts it and asks for the device; a Device is a session with it, for one
// goroutine. The helper is a process of its own: when the session's context ends so does the process,
// whatever a kernel does. What goes wrong is a diagnostic without a place, which the caller gives it;
// codes.go has the codes, explain.go makes diagnostics of what the driver says.
package device
