package hlo_test

import (
	"strings"
	"testing"
)

// A module that is not scheduled may have an instruction in front of its operand; scheduled it has not.
func TestSetScheduled(t *testing.T) {
	m := parse(t, `HloModule m, num_partitions=2

ENTRY %main (x: f32[8]) -> f32[8] {
  %c = f32[8]{0} add(%a, %b)
  %x = f32[8]{0} parameter(0)
  %b = f32[8]{0} negate(%x)
  ROOT %d = f32[8]{0} negate(%c)
  %a = f32[8]{0} negate(%x), control-predecessors={%b}
}
`)
	m.SetScheduled()
	text := string(m.Append(nil))
	var names []string
	for _, in := range m.Entry.Instructions {
		names = append(names, in.Name)
	}
	if got := strings.Join(names, ""); got != "xbacd" ||
		!strings.Contains(text, "HloModule m, is_scheduled=true, num_partitions=2") {
		t.Errorf("%s\n%s", got, text)
	}
	if again := parse(t, text); !again.Scheduled() || string(again.Append(nil)) != text {
		t.Error("the text is not the module")
	}
}
