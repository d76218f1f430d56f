//go:build linux && (amd64 || arm64)

package driver

import "unsafe"

// graphLibrary has the functions of libcuda for graphs, which CUDA 11.4 and later have.
type graphLibrary struct {
	create  func(graph *uint64, flags uint32) int32
	destroy func(graph uint64) int32
	addCopy func(node *uint64, graph uint64, after *uint64, n uint64, copied *copyNode,
		context uint64) int32
	addFill func(node *uint64, graph uint64, after *uint64, n uint64, fill *fillNode,
		context uint64) int32
	addKernel   func(node *uint64, graph uint64, after *uint64, n uint64, kernel *kernelNode) int32
	addEmpty    func(node *uint64, graph uint64, after *uint64, n uint64) int32
	addEdges    func(graph uint64, from, to *uint64, n uint64) int32
	instantiate func(executable *uint64, graph uint64, flags uint64) int32
	launch      func(executable, stream uint64) int32
	drop        func(executable uint64) int32
}

func (l *graphLibrary) symbols() map[string]any {
	return map[string]any{
		"cuGraphCreate": &l.create, "cuGraphDestroy": &l.destroy, "cuGraphAddMemcpyNode": &l.addCopy,
		"cuGraphAddMemsetNode": &l.addFill,
		"cuGraphAddKernelNode": &l.addKernel, "cuGraphAddEmptyNode": &l.addEmpty,
		"cuGraphAddDependencies":      &l.addEdges,
		"cuGraphInstantiateWithFlags": &l.instantiate, "cuGraphLaunch": &l.launch,
		"cuGraphExecDestroy": &l.drop,
	}
}

// memoryUnified is the memory type of addresses that the driver itself recognizes as the host's or the
// device's.
const memoryUnified = 4

// copyNode is a CUDA_MEMCPY3D of one row.
type copyNode struct {
	_                    [4]uint64 // source or destination x, y, z and level
	fromKind             uint32
	_                    uint64 // the address on the host
	from                 uint64
	_                    [4]uint64 // array, reserved, pitch and height
	_                    [4]uint64
	toKind               uint32
	_                    uint64
	to                   uint64
	_                    [4]uint64
	width, height, depth uint64
}

// fillNode is a CUDA_MEMSET_NODE_PARAMS.
type fillNode struct {
	to, pitch      uint64
	value, element uint32
	width, height  uint64
}

// kernelNode is a CUDA_KERNEL_NODE_PARAMS of the first version.
type kernelNode struct {
	function    uint64
	grid, block [3]uint32
	shared      uint32
	_           unsafe.Pointer // addresses of the single parameters
	extra       unsafe.Pointer
}

// Compile-time checks that the structs have the driver's sizes.
var (
	_ = [1]struct{}{}[unsafe.Sizeof(copyNode{})-200]
	_ = [1]struct{}{}[unsafe.Sizeof(fillNode{})-40]
	_ = [1]struct{}{}[unsafe.Sizeof(kernelNode{})-56]
)

// Graph has operations as nodes, and edges to each from the nodes that it comes after. Nodes are numbered
// from 1, in the order of their addition.
type Graph struct {
	handle uint64
	nodes  []uint64
}

// Len returns the number of nodes.
func (g *Graph) Len() uint64 { return uint64(len(g.nodes)) }

// NewGraph makes a graph without nodes.
func (d *Driver) NewGraph() (*Graph, error) {
	if d.graphs == nil {
		d.graphs = &graphLibrary{}
		if err := open(d.path, d.graphs.symbols()); err != nil {
			d.graphs = nil
			return nil, err
		}
	}
	g := &Graph{}
	return g, d.check("cuGraphCreate", d.graphs.create(&g.handle, 0))
}

// add numbers a node that the driver has added, and adds edges from the nodes in after.
func (d *Driver) add(g *Graph, node uint64, after []uint64) (number uint64, err error) {
	g.nodes = append(g.nodes, node)
	for _, n := range after {
		if err := d.check("cuGraphAddDependencies",
			d.graphs.addEdges(g.handle, &g.nodes[n-1], &node, 1)); err != nil {
			return 0, err
		}
	}
	return uint64(len(g.nodes)), nil
}

// AddNothing adds a node without an operation.
func (d *Driver) AddNothing(g *Graph, after []uint64) (uint64, error) {
	var node uint64
	if err := d.check("cuGraphAddEmptyNode", d.graphs.addEmpty(&node, g.handle, nil, 0)); err != nil {
		return 0, err
	}
	return d.add(g, node, after)
}

// AddCopy adds a copy of bytes between two addresses of the device, or of the host as from Staging.Address.
func (d *Driver) AddCopy(g *Graph, to, from uint64, bytes int64, after []uint64) (uint64, error) {
	if bytes == 0 {
		return d.AddNothing(g, after)
	}
	var node uint64
	c := copyNode{fromKind: memoryUnified, from: from, toKind: memoryUnified, to: to, width: uint64(bytes),
		height: 1, depth: 1}
	if err := d.check("cuGraphAddMemcpyNode",
		d.graphs.addCopy(&node, g.handle, nil, 0, &c, d.context)); err != nil {
		return 0, err
	}
	return d.add(g, node, after)
}

// AddFill adds a node that writes a pattern of 1, 2 or 4 bytes repeatedly.
func (d *Driver) AddFill(g *Graph, address uint64, pattern uint32, width int, bytes int64,
	after []uint64) (uint64, error) {
	n := uint64(bytes) / uint64(width)
	if n == 0 {
		return d.AddNothing(g, after)
	}
	var node uint64
	f := fillNode{to: address, pitch: n * uint64(width), value: pattern, element: uint32(width), width: n,
		height: 1}
	if err := d.check("cuGraphAddMemsetNode",
		d.graphs.addFill(&node, g.handle, nil, 0, &f, d.context)); err != nil {
		return 0, err
	}
	return d.add(g, node, after)
}

// AddLaunch adds a launch of a kernel.
func (d *Driver) AddLaunch(g *Graph, l *Launch, after []uint64) (uint64, error) {
	extra, release := l.extra()
	defer release()
	var node uint64
	k := kernelNode{function: l.Function.handle, grid: l.Grid, block: l.Block, shared: l.Shared, extra: extra}
	if err := d.check("cuGraphAddKernelNode", d.graphs.addKernel(&node, g.handle, nil, 0, &k)); err != nil {
		return 0, err
	}
	return d.add(g, node, after)
}

// LaunchGraph launches the nodes of a graph on a stream, where only the edges order them, and destroys the
// graph. The launched operations continue.
func (d *Driver) LaunchGraph(g *Graph, stream uint64) error {
	var executable uint64
	err := d.check("cuGraphInstantiateWithFlags", d.graphs.instantiate(&executable, g.handle, 0))
	if err == nil {
		err = d.check("cuGraphLaunch", d.graphs.launch(executable, stream))
		if dropped := d.check("cuGraphExecDestroy", d.graphs.drop(executable)); err == nil {
			err = dropped
		}
	}
	if dropped := d.DropGraph(g); err == nil {
		err = dropped
	}
	return err
}

// DropGraph destroys a graph that was not launched.
func (d *Driver) DropGraph(g *Graph) error {
	return d.check("cuGraphDestroy", d.graphs.destroy(g.handle))
}

// Address returns the address of the memory.
func (s Staging) Address() uint64 { return uint64(uintptr(s.at)) }
