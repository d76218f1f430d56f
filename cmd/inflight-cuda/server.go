//go:build linux && (amd64 || arm64)

package main

import (
	"fmt"

	"github.com/inflight-compiler/inflight/exec/cuda/driver"
	"github.com/inflight-compiler/inflight/exec/cuda/protocol"
)

// server has the device, once it was asked for.
type server struct {
	device   *driver.Driver
	streams  []uint64
	staging  map[uint64]driver.Staging // memory of the host that copies on streams use, by handle
	graphs   map[uint64]*driver.Graph  // that were not launched yet, by handle
	handles  uint64                    // given so far
	unpooled map[uint64]bool           // memory of streams on devices without pools
}

// answer does what a request says.
func (s *server) answer(r *protocol.Request, body []byte) (*protocol.Response, []byte) {
	response := &protocol.Response{}
	contents, err := s.do(r, body, response)
	if err != nil {
		return &protocol.Response{Failure: failure(err)}, nil
	}
	return response, contents
}

// do fills in the answer to a request, and returns its bytes.
func (s *server) do(r *protocol.Request, body []byte, a *protocol.Response) (contents []byte, err error) {
	if r.Do == protocol.Hello {
		return nil, s.hello(a)
	}
	if s.device == nil {
		return nil, fmt.Errorf("the request '%s' comes before '%s'", r.Do, protocol.Hello)
	}
	if r.Queued != nil && r.Queued.Graph != 0 {
		return nil, s.node(r, body, a)
	}
	if r.Queued != nil {
		return nil, s.queued(r, body, a)
	}
	switch r.Do {
	case protocol.Load:
		a.Handle, a.Log, err = s.device.Load(body)
	case protocol.Kernel:
		err = s.describe(r, a)
	case protocol.Alloc:
		a.Address, err = s.device.Alloc(r.Bytes)
	case protocol.Free:
		err = s.device.Free(r.Address)
	case protocol.Write:
		err = s.device.Write(r.Address, body)
	case protocol.Read:
		contents = make([]byte, r.Bytes)
		err = s.device.Read(r.Address, contents)
	case protocol.Fill:
		err = s.device.Fill(r.Address, r.Value, r.Bytes)
	case protocol.Copy:
		err = s.copy(r, a)
	case protocol.Launch:
		err = s.launch(r, body, a)
	case protocol.Stream:
		a.Handle, err = s.newStream()
	case protocol.Graph:
		a.Handle, err = s.newGraph()
	case protocol.Await:
		err = s.await(r.Events)
	case protocol.Elapsed:
		a.Times, err = s.elapsed(r.Events)
	case protocol.Collect:
		contents, err = s.collect(r.Handle)
	case protocol.Drop:
		err = s.drop(r)
	case protocol.Product:
		err = s.product(r, a)
	default:
		err = fmt.Errorf("there is no request '%s'", r.Do)
	}
	return contents, err
}

func (s *server) hello(a *protocol.Response) (err error) {
	if s.device == nil {
		if s.device, err = driver.Open(); err != nil {
			s.device = nil
			return err
		}
		s.staging, s.graphs, s.unpooled = map[uint64]driver.Staging{}, map[uint64]*driver.Graph{},
			map[uint64]bool{}
	}
	a.Device, err = s.device.Device()
	return err
}

func (s *server) describe(r *protocol.Request, a *protocol.Response) error {
	f, err := s.device.Function(r.Handle, r.Name)
	if err == nil {
		a.Kernel, err = s.device.Use(f)
	}
	return err
}

func (s *server) copy(r *protocol.Request, a *protocol.Response) (err error) {
	a.Times, err = s.device.Time(r.Timing, func() error {
		for _, c := range r.Copies {
			if err := s.device.Copy(c.To, c.From, c.Bytes); err != nil {
				return err
			}
		}
		return nil
	})
	return err
}

func (s *server) launch(r *protocol.Request, params []byte, a *protocol.Response) error {
	l, err := s.prepare(r, params)
	if err != nil {
		return err
	}
	if a.Times, err = s.device.Time(r.Timing, func() error { return s.device.Launch(l) }); err != nil {
		return err
	}
	return s.device.Synchronize()
}

// prepare returns the launch that a request says.
func (s *server) prepare(r *protocol.Request, params []byte) (*driver.Launch, error) {
	f, err := s.device.Function(r.Handle, r.Name)
	if err != nil {
		return nil, err
	}
	for i := range r.TensorMaps {
		if err := s.device.EncodeTensorMap(&r.TensorMaps[i], params); err != nil {
			return nil, err
		}
	}
	l := &driver.Launch{Function: f, Grid: r.Grid, Block: r.Block, Shared: r.Shared, Params: params}
	return l, s.device.Prepare(l)
}

func (s *server) product(r *protocol.Request, a *protocol.Response) error {
	if r.Matrices == nil {
		return fmt.Errorf("the request '%s' has no matrices", r.Do)
	}
	do, library, err := s.device.Product(r.Matrices)
	if err != nil {
		return err
	}
	a.Library = library
	a.Times, err = s.device.Time(r.Timing, do)
	return err
}

func (s *server) close() error {
	if s.device == nil {
		return nil
	}
	for _, g := range s.graphs {
		if err := s.device.DropGraph(g); err != nil {
			return err
		}
	}
	for _, stream := range s.streams {
		if err := s.device.DropStream(stream); err != nil {
			return err
		}
	}
	for _, memory := range s.staging {
		if err := s.device.DropStaging(memory); err != nil {
			return err
		}
	}
	return s.device.Close()
}
