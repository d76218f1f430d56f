package fakecuda

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ptx"
	"github.com/inflight-compiler/inflight/ptx/judge"
	"github.com/inflight-compiler/inflight/ptx/machine"
)

// The results of the driver that the interpreter gives.
const (
	invalidPTX     = 218
	illegalAddress = 700
	launchFailed   = 719
)

func init() {
	if os.Getenv("FAKECUDA_INTERPRET") == "1" {
		if err := interpret(os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, "the interpreter of the fake driver:", err)
		}
		os.Exit(0)
	}
}

// request is what the library asks for: to read PTX, or to launch a kernel of it.
type request struct {
	do, kernel  string
	grid, block machine.Extents
	shared      int64
	ptx, params []byte
	memory      []memory
}

// memory is an allocation of the device.
type memory struct {
	at   uint64
	data []byte
}

// interpret serves one request: a line with a result of the driver and a length, so many bytes of text, and
// the memory.
func interpret(in io.Reader, out io.Writer) error {
	r, err := read(bufio.NewReader(in))
	if err != nil {
		return err
	}
	result, said := r.serve()
	w := bufio.NewWriter(out)
	fmt.Fprintf(w, "%d %d\n%s", result, len(said), said)
	for _, m := range r.memory {
		_, _ = w.Write(m.data)
	}
	return w.Flush()
}

func read(in *bufio.Reader) (*request, error) {
	r := &request{}
	var text, params, blocks int
	if _, err := fmt.Fscanf(in, "%s %s %d %d %d %d %d %d %d %d %d %d\n", &r.do, &r.kernel, &r.grid[0],
		&r.grid[1], &r.grid[2],
		&r.block[0], &r.block[1], &r.block[2], &r.shared, &text, &params, &blocks); err != nil {
		return nil, err
	}
	r.ptx, r.params, r.memory = make([]byte, text), make([]byte, params), make([]memory, blocks)
	for _, part := range [][]byte{r.ptx, r.params} {
		if _, err := io.ReadFull(in, part); err != nil {
			return nil, err
		}
	}
	for i := range r.memory {
		var n int
		if _, err := fmt.Fscanf(in, "%d %d\n", &r.memory[i].at, &n); err != nil {
			return nil, err
		}
		r.memory[i].data = make([]byte, n)
		if _, err := io.ReadFull(in, r.memory[i].data); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// serve returns a result of the driver, and what is to be said with it.
func (r *request) serve() (int, string) {
	m, err := judge.Load(diag.NewFile("kernel.ptx", r.ptx))
	if err != nil {
		return invalidPTX, "ptxas error : " + err.Error()
	}
	if r.do == "load" {
		return 0, ""
	}
	report, err := r.launch(m)
	switch d, ok := errors.AsType[*diag.Diagnostic](err); {
	case ok && d.Code == "ptx-out-of-bounds":
		return illegalAddress, err.Error()
	case err != nil:
		return launchFailed, err.Error()
	case report.Findings.HasErrors():
		return launchFailed, report.Findings.Error()
	}
	return 0, ""
}

// launch executes the kernel on the machine of package machine, which looks for races as well.
func (r *request) launch(m *ptx.Module) (*machine.Report, error) {
	kernels := m.Kernels()
	i := slices.IndexFunc(kernels, func(f *ptx.Function) bool { return f.Name == r.kernel })
	if i < 0 {
		return nil, fmt.Errorf("there is no kernel '%s'", r.kernel)
	}
	k, err := machine.Compile(m, kernels[i])
	if err != nil {
		return nil, err
	}
	args, err := r.arguments(k)
	if err != nil {
		return nil, err
	}
	return machine.Launch(context.Background(), k,
		machine.Config{Grid: r.grid, Block: r.block, DynamicShared: r.shared, Args: args})
}

// arguments reads the parameters. One of 8 bytes that is an address within some memory stands for the rest of
// that memory.
func (r *request) arguments(k *machine.Kernel) ([]machine.Arg, error) {
	var args []machine.Arg
	buffers := map[uint64]*machine.Buffer{}
	for _, p := range k.Params {
		size := p.Variable.Size()
		if p.Offset+size > int64(len(r.params)) {
			return nil, fmt.Errorf("the parameters have %d bytes, and '%s' ends behind them", len(r.params),
				p.Name)
		}
		field := r.params[p.Offset : p.Offset+size]
		if size == 8 {
			if b := r.buffer(binary.LittleEndian.Uint64(field), buffers); b != nil {
				args = append(args, machine.Arg{Buffer: b})
				continue
			}
		}
		if m := r.tensorMap(field, buffers); m != nil {
			args = append(args, machine.Arg{Bytes: make([]byte, len(field)),
				Maps: map[int64]*machine.TensorMap{0: m}})
			continue
		}
		args = append(args, machine.Arg{Bytes: field})
	}
	return args, nil
}

// mapWords are the words of machine.TensorMap for the numbers of the driver.
var (
	mapTypes = []string{"u8", "u16", "u32", "s32", "u64", "s64", "f16", "f32", "f64", "bf16", "f32.ftz",
		"tf32",
		"tf32.ftz"}
	mapInterleaves = []string{"none", "16B", "32B"}
	mapSwizzles    = []string{"none", "32B", "64B", "128B"}
	mapFills       = []string{"zero", "nan"}
)

// tensorMap returns the tensor map that a parameter is, as the library has encoded it; nil if it is none.
func (r *request) tensorMap(field []byte, known map[uint64]*machine.Buffer) *machine.TensorMap {
	var m struct {
		Magic       [8]byte
		Type, Rank  uint32
		Address     uint64
		Dims        [5]uint64
		Strides     [4]uint64
		Box         [5]uint16
		Interleave  uint8
		Swizzle     uint8
		Promotion   uint8
		OutOfBounds uint8
	}
	if _, err := binary.Decode(field, binary.LittleEndian, &m); err != nil ||
		string(m.Magic[:7]) != "FAKEMAP" ||
		int(m.Type) >= len(mapTypes) {
		return nil
	}
	t := &machine.TensorMap{Type: mapTypes[m.Type], Dims: m.Dims[:m.Rank], Strides: m.Strides[:m.Rank-1],
		Interleave: mapInterleaves[m.Interleave], Swizzle: mapSwizzles[m.Swizzle],
		Fill: mapFills[m.OutOfBounds]}
	for _, n := range m.Box[:m.Rank] {
		t.Box = append(t.Box, uint32(n))
	}
	t.Global = machine.Address{Buffer: r.buffer(m.Address, known)}
	return t
}

// buffer returns the memory that an address points into, from there on; nil if it is no address.
func (r *request) buffer(address uint64, known map[uint64]*machine.Buffer) *machine.Buffer {
	if b := known[address]; b != nil {
		return b
	}
	for _, m := range r.memory {
		if address >= m.at && address < m.at+uint64(len(m.data)) {
			known[address] = &machine.Buffer{Name: fmt.Sprintf("memory %#x", address),
				Data: m.data[address-m.at:]}
			return known[address]
		}
	}
	return nil
}
