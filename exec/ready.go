package exec

import (
	"context"

	"github.com/inflight-compiler/inflight/exec/cuda/device"
	"github.com/inflight-compiler/inflight/exec/native"
)

// Needy is implemented by engines with requirements that a computer may not meet.
type Needy interface {
	Engine
	// Ready returns an error with the reason if the engine can run no program here, and nil if it can.
	Ready(ctx context.Context) error
}

// Ready returns an error with the reason if an engine can run no program on this computer, and nil if it can.
// It is called before any work on a program.
func Ready(ctx context.Context, e Engine) error {
	if n, ok := e.(Needy); ok {
		return n.Ready(ctx)
	}
	return nil
}

// Ready implements Needy: the engine needs clang.
func (machine) Ready(ctx context.Context) error { return native.Ready(ctx) }

// Ready implements Needy: the engine needs the helper program, the driver and a device.
func (gpu) Ready(ctx context.Context) error {
	d, err := device.Open(ctx)
	if err != nil {
		return err
	}
	return d.Close()
}
