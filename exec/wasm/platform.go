package wasm

import (
	"fmt"
	"runtime"
	"slices"

	"golang.org/x/sys/cpu"
)

// platform is what decides whether there is a compiler from WebAssembly to machine code.
type platform struct {
	system, processor string // as Go calls them
	sse41             bool   // the processor has SSE 4.1, or is none that could
}

func thisPlatform() platform {
	return platform{runtime.GOOS, runtime.GOARCH, runtime.GOARCH != "amd64" || cpu.X86.HasSSE41}
}

// systems are those that wazero makes machine code on, by the processor.
var systems = map[string][]string{
	"amd64": {"linux", "darwin", "freebsd", "netbsd", "windows", "dragonfly", "solaris", "illumos"},
	"arm64": {"linux", "darwin", "freebsd", "netbsd", "windows"},
}

// platformError says why a platform has no machine code. Whatever else keeps the runtime from starting is a
// failure of the engine.
type platformError string

func (e platformError) Error() string { return string(e) }

// check says why programs cannot be compiled on a platform.
func (p platform) check() error {
	if !slices.Contains(systems[p.processor], p.system) {
		return platformError(fmt.Sprintf("there is no machine code for %s on %s", p.processor, p.system))
	}
	if !p.sse41 {
		return platformError("the processor has no SSE 4.1")
	}
	return nil
}
