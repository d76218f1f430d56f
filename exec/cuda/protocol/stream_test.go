package protocol

import (
	"bytes"
	"errors"
	"io"
	"reflect"
	"testing"
)

// A message arrives as it was sent, and the next one after it.
func TestSendAndReceive(t *testing.T) {
	var stream bytes.Buffer
	requests := []*Request{
		{Do: Launch, Handle: 3, Name: "k", Grid: [3]uint32{1, 2, 3},
			Timing: Timing{Repeats: 2, Restore: []Region{{1, 2, 3}}}},
		{Do: Product, Matrices: &Matrices{M: 1, N: 2, K: 3, Inputs: "f16", Outputs: "f32", A: 1 << 63}},
	}
	bodies := [][]byte{{1, 2, 3}, {}}
	for i, r := range requests {
		if err := Send(&stream, r, bodies[i]); err != nil {
			t.Fatal(err)
		}
	}
	for i, want := range requests {
		got := &Request{}
		body, err := Receive(&stream, got, 3)
		if err != nil || !reflect.DeepEqual(got, want) || !bytes.Equal(body, bodies[i]) {
			t.Errorf("%+v with %v, %v; want %+v with %v", got, body, err, want, bodies[i])
		}
	}
	if _, err := Receive(&stream, &Request{}, 0); err != io.EOF {
		t.Errorf("%v at the end", err)
	}
}

// An invalid message is an error: one that is cut off at any byte, one that is too long, and one without a
// struct.
func TestReceiveBadMessages(t *testing.T) {
	var stream bytes.Buffer
	if err := Send(&stream, &Response{Log: "said"}, []byte("contents")); err != nil {
		t.Fatal(err)
	}
	whole := stream.Bytes()
	for n := 1; n < len(whole); n++ {
		if _, err := Receive(bytes.NewReader(whole[:n]), &Response{}, 8); !errors.Is(err,
			io.ErrUnexpectedEOF) {
			t.Fatalf("%d bytes of %d: %v", n, len(whole), err)
		}
	}
	if _, err := Receive(bytes.NewReader(whole), &Response{}, 7); err == nil {
		t.Error("contents beyond the limit are accepted")
	}
	for _, bad := range []string{"\xff\xff\xff\xff\x00\x00\x00\x00\x00\x00\x00\x00",
		"\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00x"} {
		if _, err := Receive(bytes.NewReader([]byte(bad)), &Response{}, 8); err == nil {
			t.Errorf("%q is accepted", bad)
		}
	}
}
