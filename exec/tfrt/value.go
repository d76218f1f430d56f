package tfrt

import "sync"

// chain is the content of a value of type !tfrt.chain.
type chain struct{}

// failure is the error that a value has become.
type failure struct{ message string }

var cancelled = &failure{"Cancelled"}

// future is a value that becomes available once, with content or as an error.
type future struct {
	mu      sync.Mutex
	done    bool
	content any
	err     *failure
	waiters []func(w *worker)
}

// ready returns a value that is available.
func ready(content any) *future { return &future{done: true, content: content} }

// failed returns a value that is an error.
func failed(err *failure) *future { return &future{done: true, err: err} }

// available reports whether the value is available. Content and error then stay.
func (v *future) available() bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.done
}

// isError returns the error of a value that is one, else nil.
func (v *future) isError() *failure {
	v.mu.Lock()
	defer v.mu.Unlock()
	if !v.done {
		return nil
	}
	return v.err
}

// then calls f when the value is available: now, or on the thread that makes it available.
func (v *future) then(w *worker, f func(w *worker)) {
	v.mu.Lock()
	if !v.done {
		v.waiters = append(v.waiters, f)
		v.mu.Unlock()
		return
	}
	v.mu.Unlock()
	w.goOn(f)
}

// set makes the value available, and lets those that wait for it go on. A second call does nothing.
func (v *future) set(w *worker, content any, err *failure) {
	v.mu.Lock()
	if v.done {
		v.mu.Unlock()
		return
	}
	v.done, v.content, v.err = true, content, err
	waiters := v.waiters
	v.waiters = nil
	v.mu.Unlock()
	for _, f := range waiters {
		w.goOn(f)
	}
}

// forward makes v become what other is or will be.
func (v *future) forward(w *worker, other *future) {
	if v == other {
		return
	}
	other.mu.Lock()
	if !other.done {
		other.waiters = append(other.waiters, func(w *worker) { v.set(w, other.content, other.err) })
		other.mu.Unlock()
		return
	}
	other.mu.Unlock()
	v.set(w, other.content, other.err)
}

// whenAll calls f when all values are available.
func whenAll(w *worker, values []*future, f func(w *worker)) {
	for len(values) > 0 && values[0].available() {
		values = values[1:]
	}
	if len(values) == 0 {
		w.goOn(f)
		return
	}
	rest := values[1:]
	values[0].then(w, func(w *worker) { whenAll(w, rest, f) })
}
