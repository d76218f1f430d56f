//go:build !linux || !(amd64 || arm64)

package main

import "github.com/inflight-compiler/inflight/exec/cuda/protocol"

// server has no device on this system.
type server struct{}

func (*server) answer(*protocol.Request, []byte) (*protocol.Response, []byte) {
	return &protocol.Response{
		Failure: &protocol.Failure{Call: "dlopen",
			Text: "the engine cuda is for Linux on x86-64 and 64-bit Arm"}}, nil
}

func (*server) close() error { return nil }
