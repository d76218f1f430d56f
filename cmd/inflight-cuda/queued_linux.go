//go:build linux && (amd64 || arm64)

package main

import (
	"fmt"

	"github.com/inflight-compiler/inflight/exec/cuda/driver"
	"github.com/inflight-compiler/inflight/exec/cuda/protocol"
)

// queued puts a request on its stream, between the events that it waits for and those that it records.
func (s *server) queued(r *protocol.Request, body []byte, a *protocol.Response) error {
	q := r.Queued
	for _, event := range q.After {
		if err := s.device.Wait(q.Stream, event); err != nil {
			return err
		}
	}
	if err := s.record(q.Begin, q.Stream, a); err != nil {
		return err
	}
	if err := s.put(r, body, a); err != nil {
		return err
	}
	return s.record(q.End, q.Stream, a)
}

// record records an event, if it is asked for.
func (s *server) record(asked bool, stream uint64, a *protocol.Response) error {
	if !asked {
		return nil
	}
	event, err := s.device.Record(stream)
	a.Events = append(a.Events, event)
	return err
}

// put puts what a request says on its stream.
func (s *server) put(r *protocol.Request, body []byte, a *protocol.Response) (err error) {
	stream := r.Queued.Stream
	switch r.Do {
	case protocol.Alloc:
		var pooled bool
		if a.Address, pooled, err = s.device.AllocOn(stream, r.Bytes); !pooled {
			s.unpooled[a.Address] = true
		}
	case protocol.Free:
		err = s.free(stream, r.Address)
	case protocol.Write:
		err = s.staged(int64(len(body)), a, func(memory driver.Staging) error {
			copy(memory.Bytes(), body)
			return s.device.WriteOn(stream, r.Address, memory)
		})
	case protocol.Read:
		err = s.staged(r.Bytes, a, func(memory driver.Staging) error {
			return s.device.ReadOn(stream, r.Address, memory)
		})
	case protocol.Fill:
		err = s.device.FillOn(stream, r.Address, r.Pattern, r.Width, r.Bytes)
	case protocol.Copy:
		c := r.Copies[0]
		err = s.device.CopyOn(stream, c.To, c.From, c.Bytes)
	case protocol.Launch:
		var l *driver.Launch
		if l, err = s.prepare(r, body); err == nil {
			l.Stream = stream
			err = s.device.Launch(l)
		}
	case protocol.Run:
		err = s.run(r)
	case protocol.Mark:
	default:
		err = fmt.Errorf("the request '%s' cannot be on a stream", r.Do)
	}
	return err
}

// free frees memory on a stream. What is in no pool is freed when the whole device has come so far.
func (s *server) free(stream, address uint64) error {
	if !s.unpooled[address] {
		return s.device.FreeOn(stream, address)
	}
	delete(s.unpooled, address)
	if err := s.device.Synchronize(); err != nil {
		return err
	}
	return s.device.Free(address)
}

// staged does something with new memory of the host, and answers with a handle to it.
func (s *server) staged(bytes int64, a *protocol.Response, do func(driver.Staging) error) error {
	memory, err := s.device.NewStaging(bytes)
	if err != nil {
		return err
	}
	s.handles++
	s.staging[s.handles] = memory
	a.Handle = s.handles
	return do(memory)
}

// collect returns what was read to the memory behind a handle, and frees it.
func (s *server) collect(handle uint64) ([]byte, error) {
	memory, known := s.staging[handle]
	if !known {
		return nil, fmt.Errorf("there is no memory %d", handle)
	}
	contents := append([]byte(nil), memory.Bytes()...)
	delete(s.staging, handle)
	return contents, s.device.DropStaging(memory)
}

// await waits for events, or for the whole device.
func (s *server) await(events []uint64) error {
	if len(events) == 0 {
		return s.device.Synchronize()
	}
	for _, e := range events {
		if err := s.device.Await(e); err != nil {
			return err
		}
	}
	return nil
}

// elapsed returns the times between pairs of events.
func (s *server) elapsed(events []uint64) (times []float64, err error) {
	for ; len(events) > 1 && err == nil; events = events[2:] {
		var ms float64
		ms, err = s.device.Elapsed(events[0], events[1])
		times = append(times, ms)
	}
	return times, err
}

// drop destroys events and frees memory of the host.
func (s *server) drop(r *protocol.Request) error {
	for _, e := range r.Events {
		if err := s.device.DropEvent(e); err != nil {
			return err
		}
	}
	for _, h := range r.Handles {
		if _, err := s.collect(h); err != nil {
			return err
		}
	}
	return nil
}

// newStream makes a stream, which lives as long as the server.
func (s *server) newStream() (uint64, error) {
	stream, err := s.device.NewStream()
	if err == nil {
		s.streams = append(s.streams, stream)
	}
	return stream, err
}
