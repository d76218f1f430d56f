package cost

import (
	"math"
	"regexp"
	"strings"

	"github.com/inflight-compiler/inflight/frontend/hlo"
)

// work is what an instruction computes and moves.
type work struct {
	matrix map[string]float64 // operations in products of matrices, by the type of their elements
	plain  float64            // other operations
	bytes  float64            // read and written
}

func (w *work) add(o work) {
	for e, n := range o.matrix {
		w.multiply(e, n)
	}
	w.plain += o.plain
}

func (w *work) multiply(element string, ops float64) {
	if w.matrix == nil {
		w.matrix = map[string]float64{}
	}
	w.matrix[element] += ops
}

// operandShape returns the shape of an operand, nil if there is none or it is unknown.
func operandShape(in *hlo.Instruction, i int) *hlo.Shape {
	if i >= len(in.Operands) {
		return nil
	}
	if s := in.Operands[i].Shape; s != nil || i >= len(in.OperandShapes) {
		return s
	}
	return in.OperandShapes[i]
}

// instruction returns the work of an instruction.
func (m *Model) instruction(in *hlo.Instruction) work {
	w := m.computed(in)
	switch in.Opcode {
	case "fusion":
		w.bytes = m.fusionBytes(in)
	case "dynamic-slice", "slice", "gather", "broadcast", "iota":
		w.bytes = 2 * float64(in.Shape.Bytes())
	case "dynamic-update-slice":
		w.bytes = 2 * float64(operandShape(in, 1).Bytes())
	case "scatter":
		w.bytes = 3 * float64(operandShape(in, len(in.Operands)-1).Bytes())
	default:
		w.bytes = float64(in.Shape.Bytes())
		for i := range in.Operands {
			w.bytes += float64(operandShape(in, i).Bytes())
		}
	}
	return w
}

// computation returns the work of a computation that is executed as one operation.
func (m *Model) computation(c *hlo.Computation, caller *hlo.Instruction) work {
	if c == nil {
		return m.instruction(caller)
	}
	w := m.body(c)
	if c.Root != nil {
		w.bytes = float64(c.Root.Shape.Bytes())
	}
	for _, in := range c.Instructions {
		if in.Opcode == "parameter" {
			w.bytes += float64(in.Shape.Bytes())
		}
	}
	return w
}

// body returns what the instructions of a computation compute.
func (m *Model) body(c *hlo.Computation) work {
	if w, ok := m.work[c]; ok {
		return w
	}
	m.work[c] = work{} // of a computation that calls itself, which Verify refuses
	var w work
	for _, in := range c.Instructions {
		w.add(m.computed(in))
	}
	m.work[c] = w
	return w
}

// moves are the instructions that move elements and compute nothing.
var moves = map[string]bool{
	"copy": true, "slice": true, "dynamic-slice": true, "dynamic-update-slice": true, "broadcast": true,
	"transpose": true, "reshape": true, "concatenate": true, "pad": true, "gather": true, "reverse": true,
	"bitcast-convert": true,
}

// computed returns the operations of an instruction.
func (m *Model) computed(in *hlo.Instruction) work {
	var w work
	elements := 0.0
	if in.Shape != nil && in.Shape.IsArray() {
		elements = float64(in.Shape.Elements())
	}
	switch in.Opcode {
	case "dot", "ragged-dot":
		w.multiply(elementOf(in),
			2*elements*contracted(operandShape(in, 0), in.Attribute("lhs_contracting_dims").Ints))
	case "convolution":
		w.multiply(elementOf(in), 2*elements*kernelElements(in))
	case "custom-call":
		if n, ok := gemm(in); ok {
			w.multiply(elementOf(in), n)
		}
	case "fusion", "call", "async-start":
		if c := in.CalledAs("calls"); c != nil {
			w.add(m.body(c))
		}
	case "reduce", "reduce-window", "select-and-scatter", "sort", "scatter", "map":
		if s := operandShape(in, 0); s != nil && s.IsArray() {
			w.plain = float64(s.Elements())
		}
	default:
		if !names[in.Opcode] && !moves[in.Opcode] {
			w.plain = elements
		}
	}
	return w
}

// elementOf returns the type of the elements that are multiplied.
func elementOf(in *hlo.Instruction) string {
	if s := operandShape(in, 0); s != nil && s.IsArray() {
		return s.Element
	}
	return ""
}

// contracted returns the product of the contracted dimensions of an operand.
func contracted[E any](s *hlo.Shape, dims func() ([]int64, E)) float64 {
	list, _ := dims()
	product := 1.0
	for _, d := range list {
		if s != nil && d >= 0 && d < int64(len(s.Dims)) {
			product *= float64(s.Dims[d])
		}
	}
	return product
}

// kernelElements returns the number of products per element of the result of a convolution: the elements of
// the kernel over its output features, by dim_labels such as b01f_01io->b01f.
func kernelElements(in *hlo.Instruction) float64 {
	kernel := operandShape(in, 1)
	_, labels, ok := strings.Cut(in.Attribute("dim_labels").String(), "_")
	labels, _, _ = strings.Cut(labels, "->")
	o := strings.IndexByte(labels, 'o')
	if kernel == nil || !ok || o < 0 || o >= len(kernel.Dims) || kernel.Dims[o] == 0 {
		return 1
	}
	return float64(kernel.Elements()) / float64(kernel.Dims[o])
}

// contracting matches the contracted dimensions of the first operand in the configuration of a library call.
var contracting = regexp.MustCompile(`lhs_contracting_dimensions\\?":\s*\[([^\]]*)\]`)

// gemm returns the operations of a call of cuBLAS, and whether the instruction is one.
func gemm(in *hlo.Instruction) (float64, bool) {
	target := in.Attribute("custom_call_target").String()
	if !strings.HasPrefix(target, "__cublas$") && !strings.HasPrefix(target, "__triton_gemm") {
		return 0, false
	}
	result := in.Shape
	if result != nil && result.IsTuple {
		result = result.At(0)
	}
	match := contracting.FindStringSubmatch(in.Attribute("backend_config").String())
	if result == nil || !result.IsArray() {
		return 0, false
	}
	if a, b := operandShape(in, 0),
		operandShape(in, 1); match == nil && isMatrix(a) && isMatrix(b) && isMatrix(result) {
		// m by k, k by n and m by n elements: the product is the square of m times n times k.
		return 2 * math.Sqrt(float64(a.Elements())*float64(b.Elements())*float64(result.Elements())), true
	}
	if match == nil {
		return 0, false
	}
	k := contracted(operandShape(in, 0), func() ([]int64, bool) { return digits(match[1]), true })
	return 2 * float64(result.Elements()) * k, true
}

func isMatrix(s *hlo.Shape) bool { return s != nil && s.IsArray() && len(s.Dims) == 2 }

// digits returns the numbers of a list such as "1","2".
func digits(text string) []int64 {
	var list []int64
	for part := range strings.SplitSeq(text, ",") {
		n, some := int64(0), false
		for _, c := range part {
			if c >= '0' && c <= '9' && n < 1<<20 {
				n, some = 10*n+int64(c-'0'), true
			}
		}
		if some {
			list = append(list, n)
		}
	}
	return list
}

// fusionBytes returns the bytes that a fusion reads and writes. Of an operand that only slices use, it reads
// the slices; of a result that is an update in place, it writes the update.
func (m *Model) fusionBytes(in *hlo.Instruction) float64 {
	c := in.CalledAs("calls")
	if c == nil || c.Root == nil {
		return float64(in.Shape.Bytes())
	}
	bytes := 0.0
	roots := []*hlo.Instruction{c.Root}
	if c.Root.Opcode == "tuple" {
		roots = c.Root.Operands
	}
	for _, r := range roots {
		if r.Opcode == "dynamic-update-slice" {
			bytes += float64(operandShape(r, 1).Bytes())
		} else {
			bytes += float64(r.Shape.Bytes())
		}
	}
	for _, p := range c.Instructions {
		if p.Opcode == "parameter" {
			bytes += readOf(p)
		}
	}
	return bytes
}

// readOf returns the bytes that a fusion reads of a parameter.
func readOf(p *hlo.Instruction) float64 {
	whole, part := float64(p.Shape.Bytes()), 0.0
	for _, u := range p.Users() {
		switch first := u.Operands[0] == p; {
		case first && (u.Opcode == "dynamic-slice" || u.Opcode == "slice" || u.Opcode == "gather"):
			part += float64(u.Shape.Bytes())
		case first && u.Opcode == "dynamic-update-slice": // it is updated in place
		default:
			return whole
		}
	}
	return min(whole, part)
}

// payload returns the bytes that a collective operation is about: the whole result of an all-gather, the data
// of a send or receive, and the operands of any other.
func payload(in *hlo.Instruction) int64 {
	switch in.Wrapped() {
	case "send", "recv":
		if s := in.Shape.At(0); s != nil {
			return s.Bytes()
		}
		return in.Shape.Bytes()
	case "all-gather":
		if s := in.Shape; in.IsStart() {
			return s.At(1).Bytes()
		}
		return in.Shape.Bytes()
	}
	if in.Opcode == "all-gather" {
		return in.Shape.Bytes()
	}
	bytes := int64(0)
	for i := range in.Operands {
		if s := operandShape(in, i); s != nil && !s.IsToken() {
			bytes += s.Bytes()
		}
	}
	return bytes
}
