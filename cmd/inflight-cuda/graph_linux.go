//go:build linux && (amd64 || arm64)

package main

import (
	"fmt"

	"github.com/inflight-compiler/inflight/exec/cuda/driver"
	"github.com/inflight-compiler/inflight/exec/cuda/protocol"
)

// newGraph makes a graph, which lives until it is launched.
func (s *server) newGraph() (uint64, error) {
	g, err := s.device.NewGraph()
	if err != nil {
		return 0, err
	}
	s.handles++
	s.graphs[s.handles] = g
	return s.handles, nil
}

// graph returns the graph behind a handle.
func (s *server) graph(handle uint64) (*driver.Graph, error) {
	g := s.graphs[handle]
	if g == nil {
		return nil, fmt.Errorf("there is no graph %d", handle)
	}
	return g, nil
}

// node adds what a request says to a graph.
func (s *server) node(r *protocol.Request, body []byte, a *protocol.Response) error {
	g, err := s.graph(r.Queued.Graph)
	if err != nil {
		return err
	}
	after := r.Queued.After
	if err := known(g, after); err != nil {
		return err
	}
	var number uint64
	switch r.Do {
	case protocol.Write:
		err = s.staged(int64(len(body)), a, func(memory driver.Staging) (err error) {
			copy(memory.Bytes(), body)
			number, err = s.device.AddCopy(g, r.Address, memory.Address(), int64(len(body)), after)
			return err
		})
	case protocol.Read:
		err = s.staged(r.Bytes, a, func(memory driver.Staging) (err error) {
			number, err = s.device.AddCopy(g, memory.Address(), r.Address, r.Bytes, after)
			return err
		})
	case protocol.Fill:
		number, err = s.device.AddFill(g, r.Address, r.Pattern, r.Width, r.Bytes, after)
	case protocol.Copy:
		c := r.Copies[0]
		number, err = s.device.AddCopy(g, c.To, c.From, c.Bytes, after)
	case protocol.Launch:
		var l *driver.Launch
		if l, err = s.prepare(r, body); err == nil {
			number, err = s.device.AddLaunch(g, l, after)
		}
	default:
		err = fmt.Errorf("the request '%s' cannot be a node of a graph", r.Do)
	}
	a.Events = []uint64{number}
	return err
}

// known fails if a graph does not have some nodes.
func known(g *driver.Graph, nodes []uint64) error {
	for _, n := range nodes {
		if n < 1 || n > g.Len() {
			return fmt.Errorf("the graph has no node %d", n)
		}
	}
	return nil
}

// run launches a graph on the stream of a request.
func (s *server) run(r *protocol.Request) error {
	g, err := s.graph(r.Handle)
	if err != nil {
		return err
	}
	delete(s.graphs, r.Handle)
	return s.device.LaunchGraph(g, r.Queued.Stream)
}
