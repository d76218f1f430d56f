// Package convertparallelloopstogpu has the pass convert-parallel-loops-to-gpu: nests of parallel loops whose
// dimensions are mapped to blocks and threads become launches.
//
// pass.go has the pass; launch.go makes a launch of a nest; dimension.go what takes the place of a dimension.
package convertparallelloopstogpu
