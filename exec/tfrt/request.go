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
	// compiled is the context of code that is compiled. It ends with ctx, and when the request is cancelled.
	compiled context.Context
	end      context.CancelFunc

	mu        sync.Mutex
	once      map[uint32][]*future
	resources []*resource
}

// newRequest makes a request with a work queue of its own. The caller ends it, and closes the queue.
func newRequest(ctx context.Context, p *Program, c *Config) *request {
	r := &request{ctx: ctx, program: p, config: c, queue: newQueue(c.Workers), once: map[uint32][]*future{}}
	r.compiled, r.end = context.WithCancel(ctx)
	return r
}

// cancel lets no kernel run any more, and ends compiled code.
func (r *request) cancel(why *failure) {
	r.stopped.CompareAndSwap(nil, why)
	r.end()
}

// Write writes what compiled code prints.
func (r *request) Write(text []byte) (int, error) {
	r.printf("%s", text)
	return len(text), nil
}

// printf prints a line.
func (r *request) printf(format string, args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.program.printf(r.config, format, args...)
}

// report reports an error of a kernel. at are places of operations in compiled code that say more.
func (r *request) report(location uint32, message string, at ...diag.Span) {
	if r.config.Report == nil {
		return
	}
	span := ir.LocationSpan(r.program.file.Location(r.program.ctx, uint64(location)))
	d := diag.Errorf(codeRuntime, span, "runtime error: %s", message)
	for _, s := range at {
		if s.IsKnown() && s.String() != span.String() {
			d.Note(s, "in the code that is compiled")
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.config.Report(d)
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
