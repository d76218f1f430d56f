// Command inflight-cuda is the helper program of the engine cuda: it opens the library of NVIDIA's driver,
// which the command inflight, a static program, cannot. inflight starts it and speaks exec/cuda/protocol with
// it. Started by hand, it tells what device it finds.
package main

import (
	"fmt"
	"io"
	"os"
	"runtime"

	"github.com/inflight-compiler/inflight/exec/cuda/protocol"
)

func main() {
	runtime.LockOSThread() // a context of the driver belongs to a thread
	if len(os.Args) == 2 && os.Args[1] == "serve" {
		if err := serve(os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, "inflight-cuda:", err)
			os.Exit(1)
		}
		return
	}
	os.Exit(describe(os.Stdout, os.Stderr))
}

// describe tells what device there is, and returns the exit status.
func describe(out, errw io.Writer) int {
	fmt.Fprintln(out, "inflight-cuda is the helper of 'inflight run --engine cuda', which starts it.")
	s := &server{}
	answer, _ := s.answer(&protocol.Request{Do: protocol.Hello, Version: protocol.Version}, nil)
	if f := answer.Failure; f != nil {
		fmt.Fprintf(errw, "no device: %s %s %s\n", f.Call, f.Name, f.Text)
		return 1
	}
	d := answer.Device
	fmt.Fprintf(out, "device:  %s, compute capability %d.%d, %d multiprocessors, %.1f GiB\n", d.Name, d.Major,
		d.Minor, d.Units, float64(d.Memory)/(1<<30))
	fmt.Fprintf(out, "driver:  CUDA %d.%d, from %s\n", d.Driver/1000, d.Driver%1000/10, d.Library)
	return 0
}
