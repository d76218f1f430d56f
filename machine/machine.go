package machine

import "slices"

// Machine is what executes programs. Times are in nanoseconds, rates per second.
type Machine struct {
	Name, About string
	Memories    []Memory
	// Processors execute code; the first is the host, which executes whatever no other engine does.
	Processors []Processor
	// DMAs are engines that copy.
	DMAs   []DMA
	Links  []Link
	Queues Queues
	// Interconnect connects devices like this one with each other; nil if there is one device only.
	Interconnect *Interconnect
	// Costs are the times of operations that always take the same, by the names of the operations.
	Costs map[string]float64
}

// Interconnect is what collective operations of several devices go through: each device sends to any other,
// and receives at the same time.
type Interconnect struct {
	Name      string
	Devices   int     // how many there are
	Bandwidth float64 // bytes per second, of one device in each direction
	Latency   float64 // of each collective operation
}

// Memory is a memory. A memref is in the memory whose AllocatedBy names the operation that made it, or else
// the one whose Spaces has its memory space, "" for the default one, or else the first.
type Memory struct {
	Name        string
	Devices     []int // the devices that it belongs to, by the numbers of gpu.set_default_device; none: all
	Spaces      []string
	AllocatedBy []string
	Capacity    int64   // bytes, 0 if not limited
	Bandwidth   float64 // bytes per second, of all accesses to it by one operation; 0 if not limited
}

// Engine is what processors and DMA engines have in common.
type Engine struct {
	Name     string
	Devices  []int    // as Memory.Devices
	Executes []string // names of operations
	Units    int      // how many operations it executes at once
	Start    float64  // what it takes to start an operation
}

// Processor executes code on one or more units.
type Processor struct {
	Engine
	// Lanes is how many threads of a kernel, or elements of a vector, a unit works on at once.
	Lanes int64
	// Float, Integer and Other are operations per second of one lane: arithmetic on floats, on everything
	// else, and all others.
	Float, Integer, Other float64
	// Matrix is how many operations per second a unit takes for products of matrices, by the type of their
	// elements (bf16); a multiplication and an addition are two.
	Matrix map[string]float64
	// Spawn is what issuing an asynchronous operation takes the thread that issues it, Wait what a wait
	// takes.
	Spawn, Wait float64
}

// DMA copies between memories.
type DMA struct{ Engine }

// Link is a way to copy from one memory to another.
type Link struct {
	From, To  string
	Bandwidth float64  // bytes per second
	Latency   float64  // of each copy
	Engines   []string // the DMA engines that can use it; none: processors copy
}

// Queues says what the numbered queues of a machine are.
type Queues struct {
	Count int    // 0: as many as a program uses
	Depth int    // operations that a queue holds, 0 if not limited
	Order string // complete, issue or none
}

// Orders are the orders that queues can have: operations complete in order, start in order, or neither.
var Orders = []string{"complete", "issue", "none"}

// IsOf reports whether what has a list of devices belongs to a device.
func IsOf(devices []int, device int) bool {
	return len(devices) == 0 || slices.Contains(devices, device)
}

// HasDevice reports whether something belongs to a device: to any, where the machine does not tell devices
// apart.
func (m *Machine) HasDevice(device int) bool {
	listed := false
	has := func(devices []int) bool {
		listed = listed || len(devices) > 0
		return slices.Contains(devices, device)
	}
	for _, x := range m.Memories {
		if has(x.Devices) {
			return true
		}
	}
	for _, p := range m.Processors {
		if has(p.Devices) {
			return true
		}
	}
	return slices.ContainsFunc(m.DMAs, func(d DMA) bool { return has(d.Devices) }) || !listed
}

// MemoryNamed returns the index of a memory, -1 if there is none of that name.
func (m *Machine) MemoryNamed(name string) int {
	return slices.IndexFunc(m.Memories, func(x Memory) bool { return x.Name == name })
}

// Link returns the link from one memory to another, nil if there is none.
func (m *Machine) Link(from, to string) *Link {
	i := slices.IndexFunc(m.Links, func(l Link) bool { return l.From == from && l.To == to })
	if i < 0 {
		return nil
	}
	return &m.Links[i]
}

// Engines returns all engines: processors, then DMA engines.
func (m *Machine) Engines() []*Engine {
	var list []*Engine
	for i := range m.Processors {
		list = append(list, &m.Processors[i].Engine)
	}
	for i := range m.DMAs {
		list = append(list, &m.DMAs[i].Engine)
	}
	return list
}
