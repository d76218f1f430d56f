// Package gputest lets tests that execute PTX on package machine execute it on a GPU as well, where
// INFLIGHT_GPU=1 says that there is one, and compares the memory that both leave.
package gputest

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/inflight-compiler/inflight/exec/cuda/device"
	"github.com/inflight-compiler/inflight/exec/cuda/protocol"
	"github.com/inflight-compiler/inflight/ptx/machine"
)

// Enabled reports whether this machine has a GPU that tests shall use.
func Enabled() bool { return os.Getenv("INFLIGHT_GPU") == "1" }

// limit is how long a launch may take on the device.
const limit = 20 * time.Second

// Same says whether bytes that the device left in a buffer are right, beside those of the machine.
type Same func(device, machine []byte) bool

// Launch runs a kernel on the machine, and if that finds nothing wrong, and there is a device, with the same
// arguments there. Both must leave the same bytes.
func Launch(t testing.TB, k *machine.Kernel, c machine.Config) (*machine.Report, error) {
	t.Helper()
	return LaunchWithin(t, k, c, bytes.Equal)
}

// LaunchWithin is Launch for kernels of which a device may compute something else, within what a function
// takes.
func LaunchWithin(t testing.TB, k *machine.Kernel, c machine.Config, same Same) (*machine.Report, error) {
	t.Helper()
	if !Enabled() || grows(c.Args) {
		return machine.Launch(context.Background(), k, c)
	}
	before := copied(c.Args)
	report, err := machine.Launch(context.Background(), k, c)
	if err != nil || len(report.Findings) > 0 {
		return report, err
	}
	if err := run(k, c, before); err != nil {
		t.Errorf("on the device: %v\n%s", err, k.Module().File.Content)
		return report, nil
	}
	for b, data := range before {
		if !same(data, b.Data) {
			t.Errorf("buffer '%s' of kernel '%s' differs on the device: %s\n%s", b.Name, k.Name,
				difference(data, b.Data), k.Module().File.Content)
		}
	}
	return report, nil
}

// Differs reports whether the device leaves other bytes than the machine.
func Differs(k *machine.Kernel, c machine.Config) (bool, error) {
	before := copied(c.Args)
	if _, err := machine.Launch(context.Background(), k, c); err != nil {
		return false, err
	}
	if err := run(k, c, before); err != nil {
		return false, err
	}
	for b, data := range before {
		if !bytes.Equal(data, b.Data) {
			return true, nil
		}
	}
	return false, nil
}

func grows(args []machine.Arg) bool {
	for _, a := range args {
		if a.Buffer != nil && a.Buffer.Grows {
			return true
		}
	}
	return false
}

// copied returns what is in the buffers.
func copied(args []machine.Arg) map[*machine.Buffer][]byte {
	all := map[*machine.Buffer][]byte{}
	for _, a := range args {
		if a.Buffer != nil {
			all[a.Buffer] = bytes.Clone(a.Buffer.Data)
		}
	}
	return all
}

// difference tells of the first word that differs.
func difference(device, machine []byte) string {
	for i := 0; i+4 <= len(device); i += 4 {
		if d, m := device[i:i+4], machine[i:i+4]; !bytes.Equal(d, m) {
			return fmt.Sprintf("at byte %d it has %x (%v), not %x (%v)", i, d, number(d), m, number(m))
		}
	}
	return "in the last bytes"
}

// number returns a float of four bytes.
func number(b []byte) float32 {
	return math.Float32frombits(uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24)
}

// session is the only one with the device, begun again after a failure.
var session struct {
	sync.Mutex
	device *device.Device
	cancel context.CancelFunc
}

// run launches a kernel on the device with buffers, in which it leaves the results.
func run(k *machine.Kernel, c machine.Config, buffers map[*machine.Buffer][]byte) error {
	session.Lock()
	defer session.Unlock()
	if session.device == nil {
		var ctx context.Context
		ctx, session.cancel = context.WithCancel(context.Background())
		d, err := device.Open(ctx)
		if err != nil {
			return err
		}
		session.device = d
	}
	watch := time.AfterFunc(limit, session.cancel)
	defer watch.Stop()
	err := launch(session.device, k, c, buffers)
	if err != nil {
		_ = session.device.Close()
		session.device = nil
	}
	return err
}

func launch(d *device.Device, k *machine.Kernel, c machine.Config, buffers map[*machine.Buffer][]byte) error {
	at := map[*machine.Buffer]device.Address{}
	for b, data := range buffers {
		a, err := d.Alloc(int64(len(data)))
		if err != nil {
			return err
		}
		defer func() { _ = d.Free(a) }()
		if at[b] = a; len(data) > 0 {
			if err := d.Write(a, data); err != nil {
				return err
			}
		}
	}
	m := k.Module()
	code := device.Code{Text: string(m.File.Content),
		Version: fmt.Sprintf("%d.%d", m.Version[0], m.Version[1]), Target: m.Targets[0]}
	module, err := d.Load(code)
	if err != nil {
		return device.Explained(err)
	}
	l := device.Launch{Kernel: k.Name, Grid: extents(c.Grid), Block: extents(c.Block),
		Shared: uint32(c.DynamicShared), Params: params(k, c.Args, at)}
	if _, err := module.Launch(l, protocol.Timing{}); err != nil {
		return err
	}
	for b, data := range buffers {
		if err := d.Read(at[b], data); err != nil {
			return err
		}
	}
	return nil
}

func extents(e machine.Extents) [3]uint32 {
	return [3]uint32{uint32(e[0]), uint32(e[1]), uint32(e[2])}
}

// params lays the arguments out as the kernel's parameters.
func params(k *machine.Kernel, args []machine.Arg, at map[*machine.Buffer]device.Address) device.Params {
	var all device.Params
	for i, p := range k.Params {
		for int64(len(all)) < p.Offset {
			all = append(all, 0)
		}
		switch a := args[i]; {
		case a.Buffer != nil:
			all.Add(uint64(at[a.Buffer]), 8)
		case a.Bytes != nil:
			all = append(all, a.Bytes...)
		default:
			all.Add(a.Bits, int(p.Variable.Size()))
		}
	}
	return all
}
