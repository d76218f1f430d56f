package main

import (
	"bufio"
	"errors"
	"io"

	"github.com/inflight-compiler/inflight/exec/cuda/driver"
	"github.com/inflight-compiler/inflight/exec/cuda/protocol"
)

// maxContents bounds what one request carries.
const maxContents = 1 << 40

// serve answers requests until there are no more.
func serve(in io.Reader, out io.Writer) error {
	s := &server{}
	r, w := bufio.NewReaderSize(in, 1<<20), bufio.NewWriterSize(out, 1<<20)
	for {
		request := &protocol.Request{}
		body, err := protocol.Receive(r, request, maxContents)
		if err == io.EOF {
			return s.close()
		}
		if err != nil {
			return err
		}
		answer, contents := s.answer(request, body)
		if err := protocol.Send(w, answer, contents); err != nil {
			return err
		}
		if err := w.Flush(); err != nil {
			return err
		}
	}
}

// failure describes an error for the other side.
func failure(err error) *protocol.Failure {
	if e, ok := errors.AsType[*driver.Error](err); ok {
		return &protocol.Failure{Call: e.Call, Result: e.Result, Name: e.Name, Text: e.Text, Log: e.Log}
	}
	return &protocol.Failure{Text: err.Error()}
}
