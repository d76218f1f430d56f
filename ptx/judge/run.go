package judge

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/npy"
	"github.com/inflight-compiler/inflight/ptx/machine"
)

var codeDiffers = diag.Register("ptx-results-differ", "the result depends on the order of execution",
	"The same launch gave different results with copies as late as possible, as early as possible, and at "+
		"random with warps in a "+
		"random order. Atomics can be the reason: sums of floats in another order, or numbers that are "+
		"drawn by who comes first.")

// Result is a launch that was judged, and run with its copies at different moments.
type Result struct {
	*Report
	// Buffers are the buffers of the arguments behind the launch, by parameter; nil for numbers.
	Buffers []*machine.Buffer
	before  [][]byte
}

// assumedBuffer is the size of buffers of which nothing is known; they hold random numbers and grow with
// zeros.
const assumedBuffer = 1 << 20

// Randomize fills the buffers that were assumed: with floats from -1 to 1 that are multiples of 1/128, or
// with integers from 0 to 99, where the kernel loads or stores such elements, and else with halves.
func (p *Plan) Randomize(seed uint64) {
	r := rand.New(rand.NewPCG(seed, 0))
	types := ElementTypes(p.Kernel)
	for i, a := range p.Config.Args {
		for _, b := range buffersOf(a) {
			for b.Grows && len(b.Data) < assumedBuffer {
				b.Data = append(b.Data, randomElement(r, types[i])...)
			}
		}
	}
}

func randomElement(r *rand.Rand, d npy.DType) []byte {
	var full [8]byte
	x := float64(r.IntN(257)-128) / 128
	switch d {
	case npy.Float32:
		binary.LittleEndian.PutUint32(full[:], math.Float32bits(float32(x)))
	case npy.Float64:
		binary.LittleEndian.PutUint64(full[:], math.Float64bits(x))
	case npy.BFloat16:
		binary.LittleEndian.PutUint16(full[:], uint16(ir.EncodeFloat(ir.BF16, x)))
	case npy.Int8, npy.Int16, npy.Int32, npy.Int64:
		full[0] = byte(r.IntN(100))
	default:
		binary.LittleEndian.PutUint16(full[:], uint16(ir.EncodeFloat(ir.F16, x)))
		return full[:2]
	}
	return full[:d.Size()]
}

// Run judges a launch and runs it with copies late, early and at random moments. That the results differ is a
// warning.
func Run(ctx context.Context, p *Plan, seed uint64) (*Result, error) {
	result := &Result{}
	var first []machine.Arg
	for _, mode := range []machine.Mode{machine.Late, machine.Early, machine.Random} {
		config, _ := p.Config.WithCopies()
		if mode == machine.Late {
			late := *p
			late.Config = config
			report, err := Check(ctx, &late)
			if err != nil {
				return nil, err
			}
			result.Report, first = report, config.Args
			for i := range report.NotJudged { // the buffers are not what a device would leave
				d := report.NotJudged[i].Diagnostic()
				report.Findings.Add(diag.Errorf(d.Code, d.Span, "the results are not known: %s",
					report.NotJudged[i].Why))
			}
			if p.Accept != nil {
				p.Accept(report)
			}
			if report.Findings.HasErrors() {
				break
			}
			continue
		}
		config.Mode, config.Seed, config.NoHazards = mode, seed, true
		if _, err := machine.Launch(ctx, p.Kernel, config); err != nil {
			return nil, err
		}
		result.compare(p, first, config.Args)
	}
	for i, a := range first {
		result.Buffers = append(result.Buffers, a.Buffer)
		result.before = append(result.before, nil)
		if a.Buffer != nil {
			result.before[i] = p.Config.Args[i].Buffer.Data
		}
	}
	return result, nil
}

// compare adds a finding if two runs differ.
func (r *Result) compare(p *Plan, first, second []machine.Arg) {
	for i, a := range first {
		if a.Buffer != nil && !sameBytes(a.Buffer.Data, second[i].Buffer.Data) {
			r.Findings.Add(diag.Warningf(codeDiffers, p.Kernel.Function.Span,
				"'%s' differs when copies and warps go in another order", p.Kernel.Params[i].Name))
			return
		}
	}
}

// sameBytes compares buffers of which one may have grown further, with zeros.
func sameBytes(a, b []byte) bool {
	n := min(len(a), len(b))
	isZero := func(rest []byte) bool {
		return !slices.ContainsFunc(rest, func(x byte) bool { return x != 0 })
	}
	return bytes.Equal(a[:n], b[:n]) && isZero(a[n:]) && isZero(b[n:])
}

// WriteText writes the report with what became of the buffers.
func (r *Result) WriteText(w io.Writer) error {
	var b strings.Builder
	t := tabwriter.NewWriter(&b, 0, 0, 3, ' ', 0)
	fmt.Fprintln(t, "parameter\tvalue\tbytes\twritten\thash")
	for i, param := range r.Kernel.Params {
		buffer := r.Buffers[i]
		if buffer == nil {
			diag.Fprintf(t, "%s\t%d\t-\t-\t-\n", param.Name, r.Config.Args[i].Bits)
			continue
		}
		sum := fnv.New64a()
		_, _ = sum.Write(buffer.Data)
		diag.Fprintf(t, "%s\tbuffer\t%d\t%d\t%016x\n", param.Name, len(buffer.Data),
			changed(r.before[i], buffer.Data), sum.Sum64())
	}
	_ = t.Flush()
	fmt.Fprintf(&b, "\n%d instructions of warps\n\n", r.Steps)
	if _, err := io.WriteString(w, b.String()); err != nil {
		return err
	}
	return r.Report.WriteText(w)
}

// changed counts the bytes that differ, and those that came into being.
func changed(before, after []byte) int {
	n := 0
	for i, v := range after {
		if i >= len(before) && v != 0 || i < len(before) && v != before[i] {
			n++
		}
	}
	return n
}
