package interrupt_test

import (
	"context"
	"errors"
	"testing"

	"github.com/inflight-compiler/inflight/interrupt"
)

// Work that is awaited gives its result, its error or its panic. When the context ends first, the wait ends,
// and the result of the work is dropped when it comes.
func TestAwait(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	if n, err := interrupt.Await(ctx, func() (int, error) { return 3, nil }, nil); n != 3 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	failed := errors.New("failed")
	if _, err := interrupt.Await(ctx, func() (int, error) {
		return 0, failed
	}, nil); !errors.Is(err, failed) {
		t.Errorf("the error is %v", err)
	}
	func() {
		defer func() {
			if cause := recover(); cause != "broken" {
				t.Errorf("the panic is %v", cause)
			}
		}()
		_, _ = interrupt.Await(ctx, func() (int, error) { panic("broken") }, nil)
	}()
	goOn, dropped := make(chan struct{}), make(chan int)
	began := make(chan struct{})
	go func() { <-began; cancel() }()
	_, err := interrupt.Await(ctx, func() (int, error) { close(began); <-goOn; return 5, nil }, func(n int) {
		dropped <- n
	})
	if !interrupt.Is(err) {
		t.Errorf("the error is %v", err)
	}
	close(goOn)
	if n := <-dropped; n != 5 {
		t.Errorf("%d was dropped", n)
	}
	if _, err := interrupt.Await(ctx, func() (int, error) {
		t.Error("work is begun")
		return 0, nil
	}, nil); !interrupt.Is(err) {
		t.Errorf("the error is %v", err)
	}
}
