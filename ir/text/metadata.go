package text

import (
	"cmp"
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/ir"
)

// The sections of the file metadata.
const (
	dialectSection  = "dialect_resources"
	externalSection = "external_resources"
)

// fileMetadata parses {-# section: { group: { key: value, ... } } #-}.
func (p *parser) fileMetadata() error {
	p.advance()
	for !p.is(tMetaEnd) {
		section, err := p.metadataKey("expected identifier key in file metadata dictionary")
		if err != nil {
			return err
		}
		if section != dialectSection && section != externalSection {
			return p.fail(codeSyntax, p.prevEnd, "unknown key '%s' in file metadata dictionary", section)
		}
		err = p.metadataDict(func(group string) error {
			return p.metadataDict(func(key string) error {
				value := p.text(p.tok)
				if !p.is(tString) && !p.isWord("true") && !p.isWord("false") {
					return p.wrong("expected a string or a bool as the value of a resource")
				}
				if section == dialectSection && !isHex(value) {
					return p.fail(codeSyntax, p.tok.start, "expected hex string blob for key '%s'", key)
				}
				p.advance()
				p.metadata = append(p.metadata, ir.Resource{
					Group: group, Key: key, Value: value, External: section == externalSection,
				})
				return nil
			})
		})
		if err != nil {
			return err
		}
		if !p.accept(tComma) {
			break
		}
	}
	return p.expect(tMetaEnd, "expected '#-}' to end file metadata")
}

// isHex reports whether a literal is a string of bytes in hexadecimal with at least four bytes, which hold
// the alignment.
func isHex(literal string) bool {
	digits, ok := strings.CutPrefix(literal, `"0x`)
	if !ok || len(digits)%2 == 0 || len(digits) < 9 {
		return false
	}
	for i := range len(digits) - 1 {
		if classes[digits[i]]&hexDigit == 0 {
			return false
		}
	}
	return true
}

// metadataKey parses a key and the colon behind it.
func (p *parser) metadataKey(message string) (string, error) {
	var key string
	switch p.tok.kind {
	case tID:
		key = p.text(p.tok)
	case tString:
		key = unquote(p.text(p.tok))
	default:
		return "", p.wrong(message)
	}
	p.advance()
	return key, p.expect(tColon, "expected ':'")
}

// metadataDict parses { key: value, ... }; value parses one value.
func (p *parser) metadataDict(value func(key string) error) error {
	if err := p.expect(tLBrace, "expected '{' in file metadata"); err != nil {
		return err
	}
	for !p.is(tRBrace) {
		key, err := p.metadataKey("expected identifier key in file metadata")
		if err != nil {
			return err
		}
		if err := value(key); err != nil {
			return err
		}
		if !p.accept(tComma) {
			break
		}
	}
	return p.expect(tRBrace, "expected '}' in file metadata")
}

// keepMetadata adds the resources to the context.
func (p *parser) keepMetadata() {
	for _, r := range p.metadata {
		p.ctx.SetResource(r)
	}
}

// useHandle records that the program refers to the handle of a resource.
func (p *printer) useHandle(handle string) {
	p.numbered = true
	if !slices.Contains(p.handles, handle) {
		p.handles = append(p.handles, handle)
	}
}

// appendMetadata appends the resources that the printed program refers to, in the order of their first use,
// and the resources of other tools.
func (p *printer) appendMetadata() {
	all := p.ctx.Resources()
	var used, external []ir.Resource
	for _, h := range p.handles {
		for _, r := range all {
			if !r.External && r.Key == h {
				used = append(used, r)
			}
		}
	}
	for _, r := range all {
		if r.External {
			external = append(external, r)
		}
	}
	if len(used)+len(external) == 0 {
		return
	}
	p.dst = append(p.dst, "\n{-#\n"...)
	p.metadataSection(dialectSection, used)
	if len(used) > 0 && len(external) > 0 {
		p.dst = append(p.dst, ",\n"...)
	}
	p.metadataSection(externalSection, external)
	p.dst = append(p.dst, "\n#-}\n"...)
}

// metadataSection appends a section with its entries, group by group.
func (p *printer) metadataSection(name string, list []ir.Resource) {
	if len(list) == 0 {
		return
	}
	slices.SortStableFunc(list, func(a, b ir.Resource) int {
		return cmp.Compare(groupIndex(list, a.Group), groupIndex(list, b.Group))
	})
	p.dst = append(append(append(p.dst, "  "...), name...), ": {\n"...)
	for i, r := range list {
		switch {
		case i == 0:
			p.openGroup(r.Group)
		case list[i-1].Group != r.Group:
			p.dst = append(p.dst, "\n    },\n"...)
			p.openGroup(r.Group)
		default:
			p.dst = append(p.dst, ",\n"...)
		}
		p.dst = ir.AppendKeywordOrString(append(p.dst, "      "...), r.Key)
		p.dst = append(p.dst, ": "...)
		if r.Value[0] == '"' {
			p.dst = ir.AppendQuoted(p.dst, unquote(r.Value))
		} else {
			p.dst = append(p.dst, r.Value...)
		}
	}
	p.dst = append(p.dst, "\n    }\n  }"...)
}

func (p *printer) openGroup(name string) {
	p.dst = append(ir.AppendKeywordOrString(append(p.dst, "    "...), name), ": {\n"...)
}

// groupIndex returns the index of the first entry of a group.
func groupIndex(list []ir.Resource, group string) int {
	return slices.IndexFunc(list, func(r ir.Resource) bool { return r.Group == group })
}
