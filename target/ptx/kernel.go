package ptx

import (
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/ir"
)

// Kernel describes a kernel to the program that launches it. It is written as JSON beside the text.
type Kernel struct {
	// Name is the kernel's name in PTX. Symbol is its name in the program, which may have any characters.
	Name   string      `json:"name"`
	Symbol string      `json:"symbol"`
	Params []Parameter `json:"params"`
	// SharedBytes is the shared memory of a block that the module declares. DynamicSharedBytes is the shared
	// memory that the launch must add.
	SharedBytes        int64 `json:"sharedBytes"`
	DynamicSharedBytes int64 `json:"dynamicSharedBytes"`
	// MoreDynamicShared says that the program uses dynamic shared memory of a size that only the launch
	// knows, behind those bytes.
	MoreDynamicShared bool `json:"moreDynamicShared,omitempty"`
	// TensorMaps are how the tensor maps among the parameters are to be encoded, by the parameter's name, in
	// the words of launch descriptions. Those of tensors whose extents only the launch knows are not there.
	TensorMaps map[string]*TensorMap `json:"tensormaps,omitempty"`
	// Block and Grid are the numbers of threads and of blocks along x, y and z, if the program gives them.
	Block []int64 `json:"block,omitempty"`
	Grid  []int64 `json:"grid,omitempty"`
}

// Parameter is one parameter of a kernel: its type as the program has it, with its size in bytes.
type Parameter struct {
	Type  string `json:"type"`
	Bytes int64  `json:"bytes"`
	// Pointer says that it is an address of global memory.
	Pointer bool `json:"pointer,omitempty"`
}

// describe adds a kernel to the list.
func (m *compiler) describe(op *ir.Op, shared *sharedUse) {
	m.checkSizes(op)
	k := Kernel{Name: m.name(op.SymbolName()), Symbol: op.SymbolName(), Block: blockSize(op),
		Grid: sizes(op, "gpu.known_grid_size")}
	k.SharedBytes, k.DynamicSharedBytes, k.MoreDynamicShared = shared.static, shared.dynamic, shared.more
	_, args, _ := llvm.FuncType(llvm.TypeOf(op))
	for i, t := range args {
		if n, _, ok := passedWhole(op, i); ok {
			k.Params = append(k.Params, Parameter{Type: t.String(), Bytes: n})
			if m := tensorMap(op, k.Name, i); m != nil {
				if k.TensorMaps == nil {
					k.TensorMaps = map[string]*TensorMap{}
				}
				k.TensorMaps[paramName(k.Name, i)] = m
			}
			continue
		}
		n, _ := sizeOf(t)
		k.Params = append(k.Params, Parameter{Type: t.String(), Bytes: n, Pointer: llvm.IsPointer(t)})
	}
	m.kernels = append(m.kernels, k)
}

// checkSizes reports required launch sizes that no device has.
func (m *compiler) checkSizes(op *ir.Op) {
	if errs := gpu.SizeErrors(op, nil); len(errs) > 0 {
		m.diags.Add(errs...)
		return // the functions that the module was lowered to have the same sizes
	}
	for _, name := range []string{"nvvm.reqntid", "nvvm.maxntid"} {
		if wrong := gpu.BlockSizeError(op.Ints(name)); wrong != "" {
			m.fail(op, gpu.CodeSize, "%s is %s", name, wrong)
		}
	}
	if wrong := gpu.ClusterSizeError(op.Ints("nvvm.cluster_dim")); wrong != "" {
		m.fail(op, gpu.CodeSize, "nvvm.cluster_dim is %s", wrong)
	}
}

// isKernel reports whether a function can be launched.
func isKernel(op *ir.Op) bool { return op.Attr("nvvm.kernel") != nil }

// blockSize returns the block size that a kernel requires, or the largest that it allows.
func blockSize(op *ir.Op) []int64 {
	if s := sizes(op, "nvvm.reqntid"); s != nil {
		return s
	}
	return sizes(op, "nvvm.maxntid")
}

func sizes(op *ir.Op, name string) []int64 {
	if list := op.Ints(name); len(list) > 0 && len(list) <= 3 {
		return list
	}
	return nil
}
