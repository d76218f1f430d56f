package assignment

import "strings"

// used reads where values are, and who uses them. The live ranges that stand behind them are left out.
func (r *reader) used() error {
	var current *Value
	uses := false
	for r.line() {
		switch {
		case strings.HasPrefix(r.rest, "<"):
			key := strings.TrimSuffix(strings.TrimPrefix(r.rest, "<"), ">")
			if current = r.values[key]; current == nil {
				return r.expected("a value that has a place in an allocation")
			}
			uses = false
		case r.rest == " positions:":
			uses = false
		case r.rest == " uses:":
			uses = true
		case strings.HasPrefix(r.rest, "  ") && current != nil:
			if err := r.usedLine(current, uses); err != nil {
				return err
			}
		case strings.HasPrefix(r.rest, " from instruction:"), strings.HasPrefix(r.rest, " uses are not"),
			strings.TrimSpace(r.rest) == "":
		default:
			return nil // live ranges, or what other versions write
		}
	}
	return nil
}

// usedLine reads one position or one use of a value.
func (r *reader) usedLine(v *Value, uses bool) error {
	r.take("  ")
	if r.rest == "(none)" {
		return nil
	}
	end := strings.IndexAny(r.rest, ", ")
	if end < 0 {
		end = len(r.rest)
	}
	if end == 0 {
		return r.expected("the name of an instruction")
	}
	name := strings.TrimPrefix(r.rest[:end], "%")
	r.rest, r.at = r.rest[end:], r.at+end
	u := Use{Instruction: name}
	var err error
	if uses {
		if err := r.expect(", operand "); err != nil {
			return err
		}
		if u.Operand, err = r.number("the number of the operand"); err != nil {
			return err
		}
	}
	if r.take(" ") {
		if u.Index, err = r.index(); err != nil {
			return err
		}
	}
	if r.rest != "" {
		return r.expected("the end of the line")
	}
	if uses {
		v.Uses = append(v.Uses, u)
	} else {
		v.Positions = append(v.Positions, Position{name, u.Index})
	}
	return nil
}
