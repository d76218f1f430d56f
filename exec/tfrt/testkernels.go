package tfrt

import (
	"context"
	"math/rand/v2"
	"sync/atomic"
	"time"

	"github.com/inflight-compiler/inflight/bef"
)

const (
	bad      = "something bad happened"
	badLater = "something bad happened asynchronously"
)

// simple makes a strict kernel.
func simple(args, results int, run func(f *frame)) kind {
	return kind{args: args, results: results, needs: -1, run: run}
}

// testKinds are the kernels of tfrt_test that run at once.
func testKinds() map[string]kind {
	getString := kind{results: 1, needs: -1, attrs: []bef.AttributeType{bef.String}, run: func(f *frame) {
		f.set(f.kernel.attrs[0])
	}}
	cost := kind{results: 1, needs: -1, attrs: []bef.AttributeType{bef.I64}, run: func(f *frame) {
		f.printf("id: %d\n", f.kernel.attrs[0].(bef.Number).Int())
		f.set(int32(0))
	}}
	return map[string]kind{
		"tfrt_test.get_string":      getString,
		"tfrt_test.get_string_sync": getString,
		"tfrt_test.print_string":    printing("string = ", func(s string) string { return s }),
		"tfrt_test.append_string":   binary(func(a, b string) string { return a + b }),
		"tfrt_test.string_equal":    binary(func(a, b string) bool { return a == b }),
		"tfrt_test.print_hello": simple(0, 1, func(f *frame) {
			f.printf("hello host executor!\n")
			f.set(chain{})
		}),
		"tfrt_test.print_bool": simple(2, 1, func(f *frame) {
			if v, ok := arg[bool](f, 1); ok {
				f.printf("%t\n", v)
				f.set(chain{})
			}
		}),
		"tfrt_test.fail": simple(0, -1, func(f *frame) { f.failAll(bad) }),
		"tfrt_test.partial_fail": simple(0, 2, func(f *frame) {
			f.set(int32(1))
			f.fail(1, bad)
		}),
		"tfrt_test.error_chain": simple(1, 1, func(f *frame) { f.failAll("error chain") }),
		"tfrt_test.cancel": simple(1, 2, func(f *frame) {
			f.cancel(cancelled)
			f.set(int32(0), chain{})
		}),
		"tfrt_test.as_chain":         simple(0, 1, func(f *frame) { f.set(chain{}) }),
		"tfrt_test.identity":         simple(1, -1, func(f *frame) { f.same(f.args[1:]) }),
		"tfrt_test.multi_arg_result": simple(0, -1, func(f *frame) { f.same(f.args) }),
		"tfrt_test.make_indirect":    simple(0, -1, func(f *frame) { f.same(f.args) }),
		"tfrt_test.sum": simple(1, 1, func(f *frame) {
			sum := int32(0)
			for i := range f.args {
				x, ok := arg[int32](f, i)
				if !ok {
					return
				}
				sum += x
			}
			f.set(sum)
		}),
		"tfrt_test.count3.i32": count3[int32](),
		"tfrt_test.count3.i64": count3[int64](),
		"tfrt_test.test_cost":  cost,
		"tfrt_test.flat": {results: 4, needs: -1, attrs: []bef.AttributeType{bef.Aggregate},
			run: flat},
		"tfrt_test.atomic.create.i32": simple(0, 1, func(f *frame) { f.set(&atomic.Int32{}) }),
		"tfrt_test.atomic.inc.i32":    addTo(1, func(*frame) (int32, bool) { return 1, true }),
		"tfrt_test.atomic.add.i32":    addTo(2, func(f *frame) (int32, bool) { return arg[int32](f, 1) }),
		"tfrt_test.atomic.get.i32": simple(1, 2, func(f *frame) {
			if c, ok := arg[*atomic.Int32](f, 0); ok {
				f.set(c.Load(), chain{})
			}
		}),
		"tfrt_test.allocate_resource": simple(1, 2, func(f *frame) { f.set(f.allocate(), chain{}) }),
		"tfrt_test.deallocate_resource": simple(2, 1, func(f *frame) {
			if x, ok := arg[*resource](f, 0); ok {
				x.free(f.request)
				f.printf("tfrt_test.deallocate_resource done\n")
				f.set(chain{})
			}
		}),
	}
}

// same makes operands the results.
func (f *frame) same(args []*future) {
	if len(args) != len(f.results) {
		f.failAll("%s has %d results for %d operands", f.kernel.name, len(f.results), len(args))
		return
	}
	copy(f.results, args)
}

func count3[T integer]() kind {
	return simple(1, 3, func(f *frame) {
		if x, ok := arg[T](f, 0); ok {
			f.set(x+1, x+2, x+3)
		}
	})
}

func addTo(args int, by func(f *frame) (int32, bool)) kind {
	return simple(args, 1, func(f *frame) {
		c, ok := arg[*atomic.Int32](f, 0)
		if n, ok2 := by(f); ok && ok2 {
			c.Add(n)
			f.set(chain{})
		}
	})
}

// flat takes the attribute [["text", [1, 2]], [1.0]] apart.
func flat(f *frame) {
	outer, _ := f.kernel.attrs[0].([]any)
	if len(outer) == 2 {
		first, _ := outer[0].([]any)
		floats, _ := outer[1].([]any)
		if len(first) == 2 && len(floats) == 1 {
			text, ok := first[0].(string)
			ints, _ := first[1].([]any)
			if ok && len(ints) == 2 {
				a, ok := ints[0].(bef.Number)
				b, ok2 := ints[1].(bef.Number)
				c, ok3 := floats[0].(bef.Number)
				if ok && ok2 && ok3 {
					f.set(text, int32(a.Int()), int32(b.Int()), float32(c.Float()))
					return
				}
			}
		}
	}
	f.failAll("%s needs an attribute such as [[\"text\", [1 : i32, 2 : i32]], [1.0 : f32]]", f.kernel.name)
}

// asyncKinds are the kernels of tfrt_test whose results come later.
func asyncKinds() map[string]kind {
	m := map[string]kind{
		"tfrt_test.async_add.i32": onQueue(2, func(f *frame) (any, *failure) {
			return f.args[0].content.(int32) + f.args[1].content.(int32), nil
		}, isInt32, isInt32),
		"tfrt_test.async_copy.i32":   onQueue(1, copied, isInt32),
		"tfrt_test.async_copy_2.i32": onQueue(1, copied, isInt32),
		"tfrt_test.report_error_async": onQueue(0, func(f *frame) (any, *failure) {
			return nil, errorf(badLater)
		}),
		"tfrt_test.async_copy.with_delay.i32": delayed(true, isInt32),
		"tfrt_test.async_copy.with_delay.i64": delayed(true, isInt64),
		"tfrt_test.copy.with_delay.i32":       delayed(false, isInt32),
		"tfrt_test.copy.with_delay.i64":       delayed(false, isInt64),
		"tfrt_test.usleep":                    simple(1, 0, usleep),
		"tfrt_test.blocking.usleep":           simple(1, 1, usleep),
	}
	for _, name := range []string{"concrete", "indirect"} {
		m["tfrt_test.report_error_"+name+"_async"] = onQueue(1, func(f *frame) (any, *failure) {
			if f.args[0].content.(int32) == 0 {
				return int32(0), nil
			}
			return nil, errorf(badLater)
		}, isInt32)
	}
	for suffix, c := range map[string]kind{
		"i1":  constant(bef.I1, func(n bef.Number) any { return n.Bits != 0 }),
		"i32": constant(bef.I32, func(n bef.Number) any { return int32(n.Int()) }),
	} {
		now := c.run
		c.run = func(f *frame) {
			now(f)
			content := f.results[0].content
			out := f.later()[0]
			f.queue.add(func(w *worker) { out.set(w, content, nil) })
		}
		m["tfrt_test.async_constant."+suffix] = c
	}
	return m
}

func isInt32(f *frame, i int) bool { _, ok := arg[int32](f, i); return ok }
func isInt64(f *frame, i int) bool { _, ok := arg[int64](f, i); return ok }

func copied(f *frame) (any, *failure) { return f.args[0].content, nil }

// onQueue makes a kernel that a task computes. An error of it is reported.
func onQueue(args int, compute func(f *frame) (any, *failure), checks ...func(f *frame, i int) bool) kind {
	return simple(args, -1, func(f *frame) {
		for i, ok := range checks {
			if !ok(f, i) {
				return
			}
		}
		results := f.later()
		f.queue.add(func(w *worker) {
			content, err := compute(f)
			if err != nil {
				f.report(f.location, err.message)
			}
			for _, v := range results {
				v.set(w, content, err)
			}
		})
	})
}

// delayed makes a kernel that copies its operand some milliseconds later.
func delayed(elsewhere bool, check func(f *frame, i int) bool) kind {
	return simple(1, 1, func(f *frame) {
		if !check(f, 0) {
			return
		}
		content, d := f.args[0].content, time.Duration(1+rand.IntN(10))*time.Millisecond
		if !elsewhere {
			sleep(f.ctx, d)
			f.set(content)
			return
		}
		out := f.later()[0]
		f.request.elsewhere(func(ctx context.Context) func(w *worker) {
			sleep(ctx, d)
			return func(w *worker) { out.set(w, content, nil) }
		})
	})
}

// usleep sleeps on a thread of its own.
func usleep(f *frame) {
	us, ok := arg[int32](f, 0)
	if !ok {
		return
	}
	results := f.later()
	f.elsewhere(func(ctx context.Context) func(w *worker) {
		sleep(ctx, time.Duration(us)*time.Microsecond)
		return func(w *worker) {
			if ctx.Err() == nil {
				f.printf("Slept for %d microseconds\n", us)
			}
			for _, v := range results {
				v.set(w, chain{}, f.stopped.Load())
			}
		}
	})
}
