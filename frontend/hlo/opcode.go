package hlo

import "strings"

// This file has the opcodes of HLO, as the list HLO_OPCODE_LIST in xla/hlo/ir/hlo_opcode.h has them.

// variadic is the number of operands of an operation that takes any number.
const variadic = -1

// arities are the numbers of operands, and the opcodes that take as many.
var arities = map[int]string{
	variadic: `after-all all-gather all-gather-start all-reduce all-reduce-start all-to-all async-start
		async-update call collective-broadcast collective-permute collective-permute-start
		collective-reduce concatenate conditional convolution custom-call dynamic-reshape
		dynamic-slice dynamic-update-slice fusion map reduce reduce-scatter reduce-window rng scan
		scatter sort tuple`,
	0: `constant iota parameter partition-id replica-id rng-get-and-update-state`,
	1: `abs acos acosh all-gather-done all-reduce-done asin asinh async-done atan atanh bitcast
		bitcast-convert broadcast cbrt ceil cholesky count-leading-zeros collective-permute-done
		convert copy copy-done copy-start cosine cosh domain erf exponential exponential-minus-one
		fft floor get-dimension-size get-tuple-element imag infeed is-finite log log-plus-one
		logistic negate not opt-barrier popcnt real recv recv-done reduce-precision reshape reverse
		rng-bit-generator round-nearest-afz round-nearest-even rsqrt send-done shuffle sign sine
		sinh slice sqrt tan tanh topk transpose while`,
	2: `add add-dependency and atan2 compare complex divide dot gather maximum minimum mulhi
		multiply or outfeed pad power remainder send set-dimension-size shift-left
		shift-right-arithmetic shift-right-logical stochastic-convert subtract triangular-solve xor`,
	3: `batch-norm-training clamp ragged-dot select select-and-scatter`,
	4: `scaled-dot`,
	5: `batch-norm-grad batch-norm-inference`,
	6: `ragged-all-to-all`,
}

// opcodes are the known opcodes with their numbers of operands.
var opcodes = func() map[string]int {
	all := map[string]int{}
	for n, names := range arities {
		for _, name := range strings.Fields(names) {
			all[name] = n
		}
	}
	return all
}()

// Known reports whether XLA has an opcode, or takes it for the asynchronous form of one.
func Known(opcode string) bool {
	if _, ok := opcodes[opcode]; ok {
		return true
	}
	phase, base := asyncOpcode(opcode)
	_, ok := opcodes[base]
	return ok && phase != NotAsync && opcode != base
}

// Opcodes returns the opcodes of XLA's list, in no order.
func Opcodes() []string {
	all := make([]string, 0, len(opcodes))
	for name := range opcodes {
		all = append(all, name)
	}
	return all
}
