package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/inflight-compiler/inflight/internal/tools"
)

// programs are kernels.c, compiled in two ways: processes that measure what they are told to.
type programs struct {
	folder string
	run    map[string]*process
}

// flags are what clang gets besides -O3.
var flags = map[string][]string{"O3": nil, "native": {"-march=native"}}

// startPrograms compiles the programs and starts them.
func startPrograms() (*programs, error) {
	folder, err := os.MkdirTemp("", "inflight-bench-")
	if err != nil {
		return nil, err
	}
	p := &programs{folder: folder, run: map[string]*process{}}
	for name, more := range flags {
		if p.run[name], err = p.start(name, more); err != nil {
			p.stop()
			return nil, err
		}
	}
	return p, nil
}

func (p *programs) start(name string, more []string) (*process, error) {
	clang, err := tools.Find("clang")
	if err != nil {
		return nil, err
	}
	for _, file := range []string{"kernels.c", "tiled.h"} {
		text, err := sources.ReadFile("src/" + file)
		if err != nil {
			return nil, err
		}
		if err := os.WriteFile(filepath.Join(p.folder, file), text, 0o644); err != nil {
			return nil, err
		}
	}
	binary := filepath.Join(p.folder, name)
	args := append([]string{"-O3", "-o", binary, filepath.Join(p.folder, "kernels.c"), "-lm", "-ldl"},
		more...)
	if out, err := exec.Command(clang, args...).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("clang: %w\n%s", err, out)
	}
	return startProcess(binary)
}

// stop ends the programs and removes them.
func (p *programs) stop() {
	for _, r := range p.run {
		r.stop()
	}
	os.RemoveAll(p.folder)
}

// measure returns the seconds of so many rounds of a reference, less than 0 if there is none.
func (p *programs) measure(reference string, k kernel, rounds int) (float64, error) {
	program, name := p.run[reference], k.name
	switch reference {
	case "tiled":
		program, name = p.run["O3"], "tiled"
	case "OpenBLAS":
		program, name = p.run["O3"], "blas"
	}
	return program.ask(name, k.n, rounds)
}

// process is a program that answers lines.
type process struct {
	command *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
}

func startProcess(binary string) (*process, error) {
	p := &process{command: exec.Command(binary)}
	in, err := p.command.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := p.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	p.in, p.out = in, bufio.NewReader(out)
	return p, p.command.Start()
}

// ask has the program measure a kernel.
func (p *process) ask(name string, n, rounds int) (seconds float64, err error) {
	if _, err := fmt.Fprintln(p.in, name, n, rounds); err != nil {
		return 0, err
	}
	_, err = fmt.Fscanln(p.out, &seconds)
	return seconds, err
}

func (p *process) stop() error {
	if p == nil {
		return nil
	}
	return errors.Join(p.in.Close(), p.command.Wait())
}
