package randptx

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ptx/judge"
	"github.com/inflight-compiler/inflight/ptx/machine"
)

// Plan is the launch of a kernel's text, right or not, with numbers in the buffer that it reads.
func (k *Kernel) Plan(file *diag.File) (*judge.Plan, error) {
	m, err := judge.Load(file)
	if err != nil {
		return nil, err
	}
	o := judge.Options{Grid: machine.Extents{k.Blocks, 1, 1}, Block: machine.Extents{k.Threads, 1, 1},
		Steps: 50_000, Args: map[string]machine.Arg{}}
	for _, name := range []string{"in", "out", "scratch", "flags"} {
		data := make([]byte, BufferBytes)
		for i := 0; name == "in" && i < len(data); i += 4 {
			data[i] = byte(i/4*5%97 + 1)
		}
		o.Args[name] = machine.Arg{Buffer: &machine.Buffer{Name: name, Data: data}}
	}
	for _, m := range k.Maps {
		tensor := m.Tensor
		tensor.Global = machine.Address{Buffer: o.Args[m.Buffer].Buffer}
		o.Args[m.Name] = machine.Arg{Bytes: make([]byte, machine.MapSize),
			Maps: map[int64]*machine.TensorMap{0: &tensor}}
	}
	return judge.NewPlan(m, o)
}
