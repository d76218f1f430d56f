package exec

import (
	"context"

	"github.com/inflight-compiler/inflight/exec/cuda/device"
	"github.com/inflight-compiler/inflight/exec/native"
)

// Needy is implemented by engines that need what a machine may not have.
type Needy interface {
	Engine
	// Ready returns why the engine cannot run anything here, nil if it can.
	Ready(ctx context.Context) error
}

// Ready returns why an engine cannot run anything on this machine, whatever the program is; nil if it can. It
// is asked before anything is done with a program.
func Ready(ctx context.Context, e Engine) error {
	if n, ok := e.(Needy); ok {
		return n.Ready(ctx)
	}
	return nil
}

// Ready implements Needy: clang is needed.
func (machine) Ready(ctx context.Context) error { return native.Ready(ctx) }

// Ready implements Needy: the helper program, the driver and a device are needed.
func (gpu) Ready(ctx context.Context) error {
	d, err := device.Open(ctx)
	if err != nil {
		return err
	}
	return d.Close()
}
