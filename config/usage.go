package config

import "time"

// DeviceUsage describes the use of a device by a run.
type DeviceUsage struct {
	Device  string // with its compute capability
	Driver  string // CUDA version of the driver
	Kernels []KernelTime
	// Queues counts the streams, waits and events for operations with tokens.
	Queues Queues
	// GraphTime is the median of the times of graphs.
	GraphTime time.Duration
}

// KernelTime is the time of a kernel on the device.
type KernelTime struct {
	Name        string
	Grid, Block [3]int64
	Launches    int
	// Time is the median of the times between two events around a launch. It is 0 for nodes of graphs, which
	// are not measured. The first launch is repeated from the same memory, unless it takes long, so that the
	// median is one of warm launches.
	Time time.Duration
	// Repeats is the number of times of which Time is the median.
	Repeats int
}

// Queues counts the streams, waits and events for the device operations with tokens.
type Queues struct {
	Streams    int `json:"streams"` // of the device
	Operations int `json:"operations"`
	Waits      int `json:"waits"`      // of one stream for another
	HostWaits  int `json:"host_waits"` // of the host for an operation
	Events     int `json:"events"`     // recorded for these waits
	Graphs     int `json:"graphs"`
	Edges      int `json:"edges"` // between the nodes of graphs
}
