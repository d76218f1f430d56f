//go:build linux && (amd64 || arm64)

package driver

import "github.com/inflight-compiler/inflight/exec/cuda/protocol"

// Time calls do as often as a timing says, and returns the times on the device in milliseconds. Each is the
// time between two events around a batch, divided by the size of the batch.
func (d *Driver) Time(t protocol.Timing, do func() error) ([]float64, error) {
	var events [2]uint64
	for i := range events {
		if err := d.check("cuEventCreate", d.lib.createEvent(&events[i], 0)); err != nil {
			return nil, err
		}
		defer func() { _ = d.lib.destroyEvent(events[i]) }()
	}
	for range t.Warmup {
		if err := d.once(t.Restore, do); err != nil {
			return nil, err
		}
	}
	times := make([]float64, max(t.Repeats, 1))
	for i := range times {
		ms, err := d.measure(events, t, do)
		if err != nil {
			return nil, err
		}
		times[i] = ms
	}
	return times, nil
}

// once restores memory, calls do, and waits for its end.
func (d *Driver) once(restore []protocol.Region, do func() error) error {
	if err := d.restore(restore); err != nil {
		return err
	}
	if err := do(); err != nil {
		return err
	}
	return d.Synchronize()
}

func (d *Driver) restore(regions []protocol.Region) error {
	for _, r := range regions {
		if err := d.Copy(r.To, r.From, r.Bytes); err != nil {
			return err
		}
	}
	return nil
}

// measure runs a batch between two events.
func (d *Driver) measure(events [2]uint64, t protocol.Timing, do func() error) (float64, error) {
	if err := d.restore(t.Restore); err != nil {
		return 0, err
	}
	if err := d.Synchronize(); err != nil {
		return 0, err
	}
	if err := d.check("cuEventRecord", d.lib.recordEvent(events[0], 0)); err != nil {
		return 0, err
	}
	batch := max(t.Batch, 1)
	for range batch {
		if err := do(); err != nil {
			return 0, err
		}
	}
	if err := d.check("cuEventRecord", d.lib.recordEvent(events[1], 0)); err != nil {
		return 0, err
	}
	if err := d.check("cuEventSynchronize", d.lib.awaitEvent(events[1])); err != nil {
		return 0, err
	}
	var ms float32
	err := d.check("cuEventElapsedTime", d.lib.elapsed(&ms, events[0], events[1]))
	return float64(ms) / float64(batch), err
}
