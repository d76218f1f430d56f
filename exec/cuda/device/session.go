package device

import (
	"bufio"
	"context"
	"io"
	"os/exec"
	"strings"
	"time"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/exec/cuda/protocol"
	"github.com/inflight-compiler/inflight/interrupt"
)

// Device is a session with the helper program and the device that the helper has opened.
type Device struct {
	// Info describes the device and its driver.
	Info protocol.Device
	ctx  context.Context
	cmd  *exec.Cmd
	in   io.WriteCloser
	send *bufio.Writer
	out  *bufio.Reader
	said strings.Builder
	// release is called when the process has ended.
	release func()
}

// Open starts the helper program and opens the first device. The end of the context, and Close, end the
// process.
func Open(ctx context.Context) (*Device, error) {
	file, err := findHelper()
	if err != nil {
		return nil, err
	}
	d := &Device{ctx: ctx, cmd: exec.CommandContext(ctx, file, "serve"), release: interrupt.Hold(ctx)}
	if err := d.start(); err != nil {
		d.release()
		return nil, err
	}
	answer, _, err := d.ask(&protocol.Request{Do: protocol.Hello, Version: protocol.Version}, nil)
	if err == nil && (answer.Device == nil || answer.Device.Version != protocol.Version) {
		err = diag.Errorf(codeVersion, diag.Span{}, "'%s' is not of the version of this program",
			file).Suggest("install it again: %s", installCommand())
	}
	if err != nil {
		_ = d.Close()
		return nil, err
	}
	d.Info = *answer.Device
	return d, nil
}

// start starts the process with its pipes.
func (d *Device) start() (err error) {
	d.cmd.WaitDelay = time.Second
	d.cmd.Stderr = &d.said
	if d.in, err = d.cmd.StdinPipe(); err != nil {
		return d.helperError(err)
	}
	out, err := d.cmd.StdoutPipe()
	if err != nil {
		return d.helperError(err)
	}
	d.send, d.out = bufio.NewWriterSize(d.in, 1<<20), bufio.NewReaderSize(out, 1<<20)
	if err := d.cmd.Start(); err != nil {
		return d.helperError(err)
	}
	return nil
}

// Close ends the session and waits for the end of the process. Memory and modules of the session are freed
// with it.
func (d *Device) Close() error {
	defer d.release()
	_ = d.in.Close()
	return d.cmd.Wait()
}

// ask sends a request and waits for its answer. If the answer is a failure, the error is a diagnostic.
func (d *Device) ask(r *protocol.Request, body []byte) (*protocol.Response, []byte, error) {
	answer, contents, err := d.exchange(r, body)
	if err == nil && answer.Failure != nil {
		err = d.explain(answer.Failure)
	}
	return answer, contents, err
}

// exchange sends a request and waits for its answer, which may be a failure.
func (d *Device) exchange(r *protocol.Request, body []byte) (*protocol.Response, []byte, error) {
	answer := &protocol.Response{}
	err := protocol.Send(d.send, r, body)
	if err == nil {
		err = d.send.Flush()
	}
	var contents []byte
	if err == nil {
		contents, err = protocol.Receive(d.out, answer, r.Bytes)
	}
	if err != nil {
		return nil, nil, d.helperError(err)
	}
	return answer, contents, nil
}

// helperError returns the error about an ended process. The reason may be the end of the context.
func (d *Device) helperError(err error) error {
	if d.ctx.Err() != nil {
		return Ended(d.ctx, diag.Span{})
	}
	e := diag.Errorf(codeHelper, diag.Span{}, "'%s' has failed: %v", d.cmd.Path, err).Because(err).
		Suggest("run '%s' by hand: it tells what device it finds", d.cmd.Path)
	if d.cmd.Process != nil {
		_ = d.cmd.Wait() // its error output is complete then
	}
	if said := strings.TrimSpace(d.said.String()); said != "" {
		e.Note(diag.Span{}, "it said: %s", said)
	}
	return e
}
