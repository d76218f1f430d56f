package wasm

import (
	"fmt"
	"runtime"
	"slices"

	"golang.org/x/sys/cpu"
)

// platform has the properties that decide whether there is a compiler from WebAssembly to machine code.
type platform struct {
	system, processor string // in Go's notation
	sse41             bool   // whether the processor has SSE 4.1, or is of a kind that never has
}

func thisPlatform() platform {
	return platform{runtime.GOOS, runtime.GOARCH, runtime.GOARCH != "amd64" || cpu.X86.HasSSE41}
}

// systems has the systems for which wazero makes machine code, by processor.
var systems = map[string][]string{
	"amd64": {"linux", "darwin", "freebsd", "netbsd", "windows", "dragonfly", "solaris", "illumos"},
	"arm64": {"linux", "darwin", "freebsd", "netbsd", "windows"},
}

// platformError is the reason why there is no machine code for a platform. Any other error at the start of
// the runtime is a failure of the engine.
type platformError string

func (e platformError) Error() string { return string(e) }

// check returns an error if programs cannot be compiled on a platform.
func (p platform) check() error {
	if !slices.Contains(systems[p.processor], p.system) {
		return platformError(fmt.Sprintf("there is no machine code for %s on %s", p.processor, p.system))
	}
	if !p.sse41 {
		return platformError("the processor has no SSE 4.1")
	}
	return nil
}
