package hlo

import (
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
)

// This file reads groups of devices, in the three forms that replica_groups has.

// maxDevices bounds the number of devices in groups that are written as a range or as a mesh.
const maxDevices = 1 << 22

// ReplicaGroups returns the groups of devices of replica_groups: from lists; from a range such as
// [2,4]<=[4,2]T(1,0); or from the axes of a mesh, such as mesh['x'=2,'y'=4] {'y'}. It is nil without the
// attribute and for {}, where all devices are one group. IsTooLarge tells the error of a range or a mesh that
// is right and has too many devices from others.
func (in *Instruction) ReplicaGroups() ([][]int64, *diag.Diagnostic) {
	a := in.Attribute("replica_groups")
	if a == nil || strings.HasPrefix(a.Text, "{") {
		return a.Lists()
	}
	r, err := a.grid()
	if err != nil {
		return nil, err
	}
	return r.groups(a)
}

// GroupSize returns the number of devices of the largest group, without the list of them; 0 if all devices
// are one group.
func (in *Instruction) GroupSize() (int64, *diag.Diagnostic) {
	a := in.Attribute("replica_groups")
	if a != nil && !strings.HasPrefix(a.Text, "{") {
		r, err := a.grid()
		if err != nil {
			return 0, err
		}
		return r.size, nil
	}
	groups, err := a.Lists()
	largest := 0
	for _, g := range groups {
		largest = max(largest, len(g))
	}
	return int64(largest), err
}

// IsTooLarge reports whether an error of ReplicaGroups is about groups that are right and have too many
// devices to be listed.
func IsTooLarge(d *diag.Diagnostic) bool { return d != nil && d.Code == codeManyDevices }

// grid is how devices are cut into groups: an array of some sizes, whose dimensions are put into another
// order, and whose elements are then taken in rows of one size.
type grid struct {
	sizes, order []int64
	size         int64 // of a group
	// devices are the numbers in the array, in its first order; nil if they are 0, 1, 2 and so on.
	devices []int64
}

// grid reads a range or a mesh.
func (a *Attribute) grid() (*grid, *diag.Diagnostic) {
	switch {
	case strings.HasPrefix(a.Text, "["):
		return a.ranges()
	case strings.HasPrefix(a.Text, "mesh["):
		return a.mesh()
	}
	return nil, diag.Errorf(codeAttribute, a.value,
		"%s: expected lists as in {{0,1},{2,3}}, a range as in [2,4]<=[8], or axes of a mesh as in "+
			"mesh['x'=2,'y'=4] {'y'}", a.Name)
}

// groups lists the devices of each group.
func (r *grid) groups(a *Attribute) ([][]int64, *diag.Diagnostic) {
	n, ok := product(r.sizes)
	if !ok || n > maxDevices {
		return nil, diag.Errorf(codeManyDevices, a.value, "%s: more than %d devices are not listed", a.Name,
			maxDevices)
	}
	flat := transposed(r.sizes, r.order, int(n))
	if r.devices != nil {
		for i, at := range flat {
			flat[i] = r.devices[at]
		}
	}
	groups := make([][]int64, 0, n/r.size)
	for i := int64(0); i < n; i += r.size {
		groups = append(groups, flat[i:i+r.size:i+r.size])
	}
	return groups, nil
}

// ranges reads [2,4]<=[4,2]T(1,0): the numbers 0 to 7 as an array of 4 by 2, transposed, then cut into 2
// groups of 4 numbers.
func (a *Attribute) ranges() (*grid, *diag.Diagnostic) {
	s := a.scanner()
	shape := s.bracketed('[', ']')
	s.open('<')
	s.open('=')
	r := s.transposition()
	if err := s.end(); err != nil {
		return nil, err
	}
	n, ok := product(shape)
	m, ok2 := product(r.sizes)
	if !ok || !ok2 || n != m || len(shape) != 2 || !isPermutation(r.order, len(r.sizes)) {
		return nil, diag.Errorf(codeAttribute, a.value,
			"%s: expected [groups,devices]<=[sizes]T(order) with as many devices on both sides", a.Name)
	}
	r.size = shape[1]
	return r, nil
}

// transposition reads [4,2]T(1,0), of which T(0,1) may be left out.
func (s *valueScanner) transposition() *grid {
	r := &grid{sizes: s.bracketed('[', ']')}
	if s.take('T') {
		r.order = s.bracketed('(', ')')
		return r
	}
	for i := range r.sizes {
		r.order = append(r.order, int64(i))
	}
	return r
}

// axis is an axis of a mesh, or a part of one: its size, and the product of the sizes of the parts in front
// of it.
type axis struct {
	name      string
	of        int // the number of the axis in the mesh
	pre, size int64
}

// mesh reads mesh['x'=2,'y'=4], device_ids=(...) {'y'}: the devices as an array with a size for each axis, of
// which those that differ in the axes in braces only are a group. 'y':(2)2 is a part of an axis: the one with
// size 2 behind parts of size 2 together. The form is that of xla/hlo/ir/mesh_and_axis.h in openxla/xla, as
// of 2026.
func (a *Attribute) mesh() (*grid, *diag.Diagnostic) {
	s := a.scanner()
	s.at += len("mesh")
	axes := s.axes()
	devices := s.deviceIDs()
	grouped := s.axisRefs(axes)
	if err := s.end(); err != nil {
		return nil, err
	}
	var sizes []int64
	for _, x := range axes {
		sizes = append(sizes, x.size)
	}
	n, ok := product(sizes)
	if !ok || devices != nil && int64(len(devices)) != n {
		return nil, diag.Errorf(codeAttribute, a.value, "%s: the mesh has %d devices, and %d are named",
			a.Name, n, len(devices))
	}
	r := &grid{devices: devices, size: 1}
	var rows []int64 // the dimensions that are grouped, in the order of the text
	at := make([]int64, len(grouped))
	for i, x := range axes {
		if !r.split(i, x.size, grouped, at) {
			return nil, diag.Errorf(codeAttribute, a.value, "%s: axis '%s' is not cut into parts that meet",
				a.Name, x.name)
		}
	}
	for i, g := range grouped {
		rows = append(rows, at[i])
		r.size *= g.size
	}
	for d := range r.sizes {
		if !slices.Contains(rows, int64(d)) {
			r.order = append(r.order, int64(d))
		}
	}
	r.order = append(r.order, rows...)
	return r, nil
}

// split adds the dimensions of an axis to the array: one for each of its parts that is grouped, and for what
// is between them. It notes in at which dimension is that of a part, and reports whether the parts are
// disjoint and make up the axis.
func (r *grid) split(of int, size int64, grouped []axis, at []int64) bool {
	var parts []int
	for i, g := range grouped {
		if g.of == of {
			parts = append(parts, i)
		}
	}
	slices.SortFunc(parts, func(i, j int) int { return int(grouped[i].pre - grouped[j].pre) })
	done := int64(1)
	fill := func(to int64) bool {
		if to < done || to%done != 0 {
			return false
		}
		if to > done || len(parts) == 0 {
			r.sizes = append(r.sizes, to/done)
		}
		done = to
		return true
	}
	for _, i := range parts {
		if !fill(grouped[i].pre) {
			return false
		}
		at[i] = int64(len(r.sizes))
		r.sizes = append(r.sizes, grouped[i].size)
		done *= grouped[i].size
	}
	return fill(size)
}

// axes reads ['x'=2,'y'=4].
func (s *valueScanner) axes() []axis {
	var all []axis
	s.open('[')
	for s.bad == nil && !s.take(']') {
		if len(all) > 0 {
			s.open(',')
		}
		x := axis{name: s.axisName(), of: len(all), pre: 1}
		s.open('=')
		x.size = s.int()
		all = append(all, x)
	}
	return all
}

// axisName reads 'x'.
func (s *valueScanner) axisName() string {
	s.open('\'')
	name, _, found := strings.Cut(s.src[s.at:], "'")
	if s.bad == nil && !found {
		s.wrong("'")
	}
	if s.bad != nil {
		return ""
	}
	s.at += len(name) + 1
	return name
}

// deviceIDs reads , device_ids=(0,2,1,3) or , device_ids=([2,2]T(1,0)); it returns nil without one of them.
func (s *valueScanner) deviceIDs() []int64 {
	if s.bad != nil || !s.take(',') {
		return nil
	}
	s.skip(nil)
	word := s.word()
	if s.at += len(word); word != "device_ids" {
		s.wrong("device_ids")
	}
	s.open('=')
	if rest := strings.TrimLeft(s.src[s.at:], " "); !strings.HasPrefix(rest, "([") {
		return s.bracketed('(', ')')
	}
	s.open('(')
	r := s.transposition()
	s.open(')')
	n, ok := product(r.sizes)
	if s.bad == nil && (!ok || n > maxDevices || !isPermutation(r.order, len(r.sizes))) {
		s.wrong("an order of devices, as in ([2,2]T(1,0))")
	}
	if s.bad != nil {
		return nil
	}
	return transposed(r.sizes, r.order, int(n))
}

// axisRefs reads {'x','y':(2)2}.
func (s *valueScanner) axisRefs(axes []axis) []axis {
	var all []axis
	s.open('{')
	for s.bad == nil && !s.take('}') {
		if len(all) > 0 {
			s.open(',')
		}
		name := s.axisName()
		i := slices.IndexFunc(axes, func(x axis) bool { return x.name == name })
		if i < 0 {
			s.wrong("an axis of the mesh")
			return nil
		}
		x := axes[i]
		if s.take(':') {
			pre := s.bracketed('(', ')')
			x.size = s.int()
			if len(pre) != 1 || pre[0] < 1 || x.size < 1 {
				s.wrong("a part of an axis, as in 'x':(2)2")
				return nil
			}
			x.pre = pre[0]
		}
		all = append(all, x)
	}
	return all
}
