package tfrt

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
)

var codeRuntime = diag.Register("tfrt-runtime", "a kernel of a TFRT program has failed",
	"The error became the result of the kernel, and of all that needs it. Nothing else changed: a program "+
		"may "+
		"go on without the results that failed.")

// request is one run of a function from outside.
type request struct {
	ctx     context.Context
	program *Program
	config  *Config
	queue   *queue
	stopped atomic.Pointer[failure] // why kernels do not run any more, nil if they do

	mu        sync.Mutex
	once      map[uint32][]*future
	resources []*resource
}

// cancel lets no kernel run any more.
func (r *request) cancel(why *failure) { r.stopped.CompareAndSwap(nil, why) }

// printf prints a line.
func (r *request) printf(format string, args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.program.printf(r.config, format, args...)
}

// report reports an error of a kernel.
func (r *request) report(location uint32, message string) {
	if r.config.Report == nil {
		return
	}
	span := ir.LocationSpan(r.program.file.Location(r.program.ctx, uint64(location)))
	r.mu.Lock()
	defer r.mu.Unlock()
	r.config.Report(diag.Errorf(codeRuntime, span, "runtime error: %s", message))
}

// elsewhere runs work on a thread of its own, so that no thread of the queue waits for it. Then a thread of
// the queue goes on with what it returns.
func (r *request) elsewhere(work func(ctx context.Context) func(w *worker)) {
	r.queue.begin()
	go func() {
		r.queue.add(work(r.ctx))
		r.queue.end()
	}()
}

// sleep waits, but not longer than the request may run.
func sleep(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

// resource is what tfrt_test.allocate_resource makes. It is freed when the last kernel that has it as an
// operand has run or was skipped.
type resource struct {
	mu    sync.Mutex
	uses  int
	freed bool
}

// release counts uses down by n.
func (x *resource) release(r *request, n int) {
	x.mu.Lock()
	x.uses -= n
	free := x.uses <= 0 && !x.freed
	x.freed = x.freed || free
	x.mu.Unlock()
	if free {
		r.printf("Destroyed TestResource\n")
	}
}

// free frees the resource if it has not been freed.
func (x *resource) free(r *request) { x.release(r, 1<<30) }

// allocate makes a resource.
func (r *request) allocate() *resource {
	r.printf("Allocated TestResource\n")
	x := &resource{uses: 1}
	r.mu.Lock()
	r.resources = append(r.resources, x)
	r.mu.Unlock()
	return x
}

// finish frees what is left.
func (r *request) finish() {
	r.mu.Lock()
	left := r.resources
	r.mu.Unlock()
	for _, x := range left {
		x.free(r)
	}
}

func errorf(format string, args ...any) *failure { return &failure{fmt.Sprintf(format, args...)} }
