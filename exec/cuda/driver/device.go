//go:build linux && (amd64 || arm64)

package driver

import "github.com/inflight-compiler/inflight/exec/cuda/protocol"

// Attributes of devices: CUdevice_attribute.
const (
	attributeUnits  = 16
	attributeMajor  = 75
	attributeMinor  = 76
	attributeShared = 97 // with the opt-in of the function
)

// Device returns the description of the device.
func (d *Driver) Device() (*protocol.Device, error) {
	var name [256]byte
	info := &protocol.Device{Version: protocol.Version, Library: d.path, Driver: int(d.version)}
	if err := d.check("cuDeviceGetName", d.lib.deviceName(&name[0], int32(len(name)), d.device)); err != nil {
		return nil, err
	}
	info.Name = goString(&name[0])
	if err := d.check("cuDeviceTotalMem", d.lib.deviceMemory(&info.Memory, d.device)); err != nil {
		return nil, err
	}
	for attribute, to := range map[int32]*int{
		attributeUnits: &info.Units, attributeMajor: &info.Major, attributeMinor: &info.Minor,
		attributeShared: &info.Shared,
	} {
		var value int32
		if err := d.check("cuDeviceGetAttribute",
			d.lib.deviceAttribute(&value, attribute, d.device)); err != nil {
			return nil, err
		}
		*to = int(value)
	}
	return info, nil
}
