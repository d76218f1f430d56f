package linalg

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/math"
	"github.com/inflight-compiler/inflight/ir"
)

// Fill and Copy write all elements of the output: Fill one value, Copy the elements of the input.
var (
	Fill = pointwise("fill", "fills the output with a value", 1, yieldInput)
	Copy = pointwise("copy", "copies the elements of the input", 1, convert)
)

func init() {
	Copy.Attrs = append([]ir.AttrDef{castAttr}, Copy.Attrs...)
	Fill.Verify = verifyFill
}

func verifyFill(op *ir.Op) error {
	if op.NumOperands() != 2 {
		return nil // the rules of all structured operations report this
	}
	value, want := op.Operand(0).Type(), elementOf(op.Operand(1).Type())
	if value != want {
		return op.OpErrorf(codeLinalg, "expected fill value type ('%v') to match output element type ('%v')",
			value, want)
	}
	return nil
}

// namedOps are the operations whose name says what they compute. Loops are letters, a for the outermost.
// Products have two inputs and the output; convolutions have the input, the kernel and the output. Where the
// elements are quantized, the zero points of the inputs stand in front of the output. A pooling has the
// input, a window whose elements have no effect, and the output.
func namedOps() []*ir.OpDef {
	return slices.Concat([]*ir.OpDef{Fill, Copy}, pointwiseOps(), loopOps())
}

// pointwiseBodies are the operations on elements at one place, in the order of their numbers in MLIR. Each
// has its case of ElementwiseKind, and the operation of the dialect that computes the same, "" if there is
// none.
var pointwiseBodies = []struct {
	kind, name string
	inputs     int
	f          body
}{
	{"exp", "exp", 1, single(math.Exp)},
	{"log", "log", 1, single(math.Log)},
	{"abs", "abs", 1, single(math.AbsF)},
	{"ceil", "ceil", 1, single(math.Ceil)},
	{"floor", "floor", 1, single(math.Floor)},
	{"negf", "negf", 1, single(arith.NegF)},
	{"reciprocal", "reciprocal", 1, reciprocal},
	{"round", "round", 1, single(math.Round)},
	{"sqrt", "sqrt", 1, single(math.Sqrt)},
	{"rsqrt", "rsqrt", 1, single(math.Rsqrt)},
	{"square", "square", 1, square},
	{"tanh", "tanh", 1, single(math.Tanh)},
	{"erf", "erf", 1, single(math.Erf)},
	{"add", "add", 2, elementwise(add)},
	{"sub", "sub", 2, elementwise(sub)},
	{"mul", "mul", 2, elementwise(mul)},
	{"div", "div", 2, elementwise(div)},
	{"div_unsigned", "div_unsigned", 2, elementwise(divUnsigned)},
	{"max_signed", "max", 2, elementwise(maxSigned)},
	{"min_signed", "min", 2, elementwise(minSigned)},
	{"max_unsigned", "", 2, elementwise(maxUnsigned)},
	{"min_unsigned", "", 2, elementwise(minUnsigned)},
	{"powf", "powf", 2, elementwise(power)},
	{"select", "select", 3, choose},
}

func pointwiseOps() []*ir.OpDef {
	var ops []*ir.OpDef
	for _, b := range pointwiseBodies {
		if b.name != "" {
			ops = append(ops, pointwise(b.name, "elementwise "+b.name, b.inputs, b.f))
		}
	}
	return ops
}

func loopOps() []*ir.OpDef {
	return []*ir.OpDef{
		byName("quantized_matmul", "product", loops{"ppr", []string{"a c", "c b", "", "", "a b"}, 0},
			quantized),
		byName("mmt4d", "product", loops{"pprppr", []string{"a c d f", "b c e f", "a b d e"}, 0},
			multiplyAdd),
		byName("batch_mmt4d", "product", loops{"ppprppr", []string{"a b d e g", "a c d f g", "a b c e f"}, 0},
			multiplyAdd),
		byName("quantized_batch_matmul", "product",
			loops{"pppr", []string{"a b d", "a d c", "", "", "a b c"}, 0}, quantized),
		byName("matvec", "product", loops{"pr", []string{"a b", "b", "a"}, 0}, multiplyAdd),
		byName("vecmat", "product", loops{"pr", []string{"b", "b a", "a"}, 0}, multiplyAdd),
		byName("batch_matvec", "product", loops{"ppr", []string{"a b c", "a c", "a b"}, 0}, multiplyAdd),
		byName("batch_vecmat", "product", loops{"ppr", []string{"a c", "a c b", "a b"}, 0}, multiplyAdd),
		byName("dot", "product", loops{"r", []string{"a", "a", ""}, 0}, multiplyAdd),
		byName("conv_1d", "convolution", loops{"pr", []string{"a+b", "b", "a"}, 0}, multiplyAdd),
		byName("conv_2d", "convolution", loops{"pprr", []string{"a+c b+d", "c d", "a b"}, 0}, multiplyAdd),
		byName("conv_3d", "convolution", loops{"ppprrr", []string{"a+d b+e c+f", "d e f", "a b c"}, 0},
			multiplyAdd),
		byName("conv_1d_nwc_wcf", "convolution",
			loops{"ppprr", []string{"a b*S0+d*D0 e", "d e c", "a b c"}, 1}, multiplyAdd),
		byName("conv_1d_ncw_fcw", "convolution",
			loops{"ppprr", []string{"a d c*S0+e*D0", "b d e", "a b c"}, 1}, multiplyAdd),
		byName("conv_2d_nhwc_hwcf", "convolution",
			loops{"pppprrr", []string{"a b*S0+e*D0 c*S1+f*D1 g", "e f g d", "a b c d"}, 2}, multiplyAdd),
		byName("conv_2d_nhwc_fhwc", "convolution",
			loops{"pppprrr", []string{"a b*S0+e*D0 c*S1+f*D1 g", "d e f g", "a b c d"}, 2}, multiplyAdd),
		byName("conv_2d_nhwc_hwcf_q", "convolution",
			loops{"pppprrr", []string{"a b*S0+e*D0 c*S1+f*D1 g", "e f g d", "", "", "a b c d"}, 2},
			quantized),
		byName("conv_2d_nhwc_fhwc_q", "convolution",
			loops{"pppprrr", []string{"a b*S0+e*D0 c*S1+f*D1 g", "d e f g", "", "", "a b c d"}, 2},
			quantized),
		byName("conv_2d_nchw_fchw_q", "convolution",
			loops{"pppprrr", []string{"a e c*S0+f*D0 d*S1+g*D1", "b e f g", "", "", "a b c d"}, 2},
			quantized),
		byName("conv_2d_nchw_fchw", "convolution",
			loops{"pppprrr", []string{"a e c*S0+f*D0 d*S1+g*D1", "b e f g", "a b c d"}, 2}, multiplyAdd),
		byName("conv_2d_ngchw_fgchw", "convolution",
			loops{"ppppprrr", []string{"a b f d*S0+g*D0 e*S1+h*D1", "c b f g h", "a b c d e"}, 2},
			multiplyAdd),
		byName("conv_2d_ngchw_gfchw", "convolution",
			loops{"ppppprrr", []string{"a b f d*S0+g*D0 e*S1+h*D1", "b c f g h", "a b c d e"}, 2},
			multiplyAdd),
		byName("conv_2d_nhwgc_gfhwc", "convolution",
			loops{"ppppprrr", []string{"a b*S0+f*D0 c*S1+g*D1 d h", "d e f g h", "a b c d e"}, 2},
			multiplyAdd),
		byName("conv_2d_nhwgc_gfhwc_q", "convolution",
			loops{"ppppprrr", []string{"a b*S0+f*D0 c*S1+g*D1 d h", "d e f g h", "", "", "a b c d e"}, 2},
			quantized),
		byName("conv_2d_ngchw_gfchw_q", "convolution",
			loops{"ppppprrr", []string{"a b f d*S0+g*D0 e*S1+h*D1", "b c f g h", "", "", "a b c d e"}, 2},
			quantized),
		byName("conv_3d_ndhwc_dhwcf", "convolution",
			loops{"ppppprrrr", []string{"a b*S0+f*D0 c*S1+g*D1 d*S2+h*D2 i", "f g h i e", "a b c d e"}, 3},
			multiplyAdd),
		byName("conv_3d_ndhwc_dhwcf_q", "convolution",
			loops{"ppppprrrr", []string{"a b*S0+f*D0 c*S1+g*D1 d*S2+h*D2 i", "f g h i e", "", "",
				"a b c d e"}, 3}, quantized),
		byName("conv_3d_ncdhw_fcdhw", "convolution",
			loops{"ppppprrrr", []string{"a f c*S0+g*D0 d*S1+h*D1 e*S2+i*D2", "b f g h i", "a b c d e"}, 3},
			multiplyAdd),
		byName("depthwise_conv_1d_nwc_wc", "depthwise convolution",
			loops{"pppr", []string{"a b*S0+d*D0 c", "d c", "a b c"}, 1}, multiplyAdd),
		byName("depthwise_conv_1d_ncw_cw", "depthwise convolution",
			loops{"pppr", []string{"a c b*S0+d*D0", "c d", "a c b"}, 1}, multiplyAdd),
		byName("depthwise_conv_1d_nwc_wcm", "depthwise convolution",
			loops{"ppppr", []string{"a b*S0+e*D0 c", "e c d", "a b c d"}, 1}, multiplyAdd),
		byName("depthwise_conv_2d_nhwc_hwc", "depthwise convolution",
			loops{"pppprr", []string{"a b*S0+e*D0 c*S1+f*D1 d", "e f d", "a b c d"}, 2}, multiplyAdd),
		byName("depthwise_conv_2d_nchw_chw", "depthwise convolution",
			loops{"pppprr", []string{"a d b*S0+e*D0 c*S1+f*D1", "d e f", "a d b c"}, 2}, multiplyAdd),
		byName("depthwise_conv_2d_nhwc_hwc_q", "depthwise convolution",
			loops{"pppprr", []string{"a b*S0+e*D0 c*S1+f*D1 d", "e f d", "", "", "a b c d"}, 2}, quantized),
		byName("depthwise_conv_2d_nhwc_hwcm", "depthwise convolution",
			loops{"ppppprr", []string{"a b*S0+f*D0 c*S1+g*D1 d", "f g d e", "a b c d e"}, 2}, multiplyAdd),
		byName("depthwise_conv_2d_nhwc_hwcm_q", "depthwise convolution",
			loops{"ppppprr", []string{"a b*S0+f*D0 c*S1+g*D1 d", "f g d e", "", "", "a b c d e"}, 2},
			quantized),
		byName("depthwise_conv_3d_ndhwc_dhwc", "depthwise convolution",
			loops{"pppprrrp", []string{"a b*S0+e*D0 c*S1+f*D1 d*S2+g*D2 h", "e f g h", "a b c d h"}, 3},
			multiplyAdd),
		byName("depthwise_conv_3d_ncdhw_cdhw", "depthwise convolution",
			loops{"pppprrrp", []string{"a h b*S0+e*D0 c*S1+f*D1 d*S2+g*D2", "h e f g", "a h b c d"}, 3},
			multiplyAdd),
		byName("depthwise_conv_3d_ndhwc_dhwcm", "depthwise convolution",
			loops{"ppppprrrp", []string{"a b*S0+f*D0 c*S1+g*D1 d*S2+h*D2 i", "f g h i e", "a b c d i e"}, 3},
			multiplyAdd),
		byName("pooling_nhwc_sum", "pooling",
			loops{"pppprr", []string{"a b*S0+e*D0 c*S1+f*D1 d", "e f", "a b c d"}, 2}, pool(add, false)),
		byName("pooling_nchw_sum", "pooling",
			loops{"pppprr", []string{"a b c*S0+e*D0 d*S1+f*D1", "e f", "a b c d"}, 2}, pool(add, false)),
		byName("pooling_nhwc_max", "pooling",
			loops{"pppprr", []string{"a b*S0+e*D0 c*S1+f*D1 d", "e f", "a b c d"}, 2},
			pool(maxSigned, false)),
		byName("pooling_nhwc_max_unsigned", "pooling",
			loops{"pppprr", []string{"a b*S0+e*D0 c*S1+f*D1 d", "e f", "a b c d"}, 2},
			pool(maxUnsigned, true)),
		byName("pooling_nchw_max", "pooling",
			loops{"pppprr", []string{"a b c*S0+e*D0 d*S1+f*D1", "e f", "a b c d"}, 2},
			pool(maxSigned, false)),
		byName("pooling_nhwc_min", "pooling",
			loops{"pppprr", []string{"a b*S0+e*D0 c*S1+f*D1 d", "e f", "a b c d"}, 2},
			pool(minSigned, false)),
		byName("pooling_nhwc_min_unsigned", "pooling",
			loops{"pppprr", []string{"a b*S0+e*D0 c*S1+f*D1 d", "e f", "a b c d"}, 2},
			pool(minUnsigned, true)),
		byName("pooling_nwc_sum", "pooling", loops{"pppr", []string{"a b*S0+d*D0 c", "d", "a b c"}, 1},
			pool(add, false)),
		byName("pooling_ncw_sum", "pooling", loops{"pppr", []string{"a b c*S0+d*D0", "d", "a b c"}, 1},
			pool(add, false)),
		byName("pooling_nwc_max", "pooling", loops{"pppr", []string{"a b*S0+d*D0 c", "d", "a b c"}, 1},
			pool(maxSigned, false)),
		byName("pooling_nwc_max_unsigned", "pooling",
			loops{"pppr", []string{"a b*S0+d*D0 c", "d", "a b c"}, 1}, pool(maxUnsigned, true)),
		byName("pooling_ncw_max", "pooling", loops{"pppr", []string{"a b c*S0+d*D0", "d", "a b c"}, 1},
			pool(maxSigned, false)),
		byName("pooling_nwc_min", "pooling", loops{"pppr", []string{"a b*S0+d*D0 c", "d", "a b c"}, 1},
			pool(minSigned, false)),
		byName("pooling_nwc_min_unsigned", "pooling",
			loops{"pppr", []string{"a b*S0+d*D0 c", "d", "a b c"}, 1}, pool(minUnsigned, true)),
		byName("pooling_ndhwc_sum", "pooling",
			loops{"ppppprrr", []string{"a b*S0+f*D0 c*S1+g*D1 d*S2+h*D2 e", "f g h", "a b c d e"}, 3},
			pool(add, false)),
		byName("pooling_ndhwc_max", "pooling",
			loops{"ppppprrr", []string{"a b*S0+f*D0 c*S1+g*D1 d*S2+h*D2 e", "f g h", "a b c d e"}, 3},
			pool(maxSigned, false)),
		byName("pooling_ndhwc_min", "pooling",
			loops{"ppppprrr", []string{"a b*S0+f*D0 c*S1+g*D1 d*S2+h*D2 e", "f g h", "a b c d e"}, 3},
			pool(minSigned, false)),
	}
}
