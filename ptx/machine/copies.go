package machine

import "slices"

// WithCopies returns the launch with copies of its buffers and textures, which share what the originals
// share, and of which buffer each is a copy.
func (c Config) WithCopies() (Config, map[*Buffer]*Buffer) {
	copied := &copied{map[*Buffer]*Buffer{}, map[*Texture]*Texture{}}
	c.Args = slices.Clone(c.Args)
	for i, a := range c.Args {
		c.Args[i].Buffer = copied.buffer(a.Buffer)
		c.Args[i].Pointers = map[int64]Address{}
		for at, to := range a.Pointers {
			c.Args[i].Pointers[at] = Address{Buffer: copied.buffer(to.Buffer), At: to.At}
		}
		c.Args[i].Textures = map[int64]*Texture{}
		for at, t := range a.Textures {
			c.Args[i].Textures[at] = copied.texture(t)
		}
		c.Args[i].Maps = map[int64]*TensorMap{}
		for at, t := range a.Maps {
			c.Args[i].Maps[at] = copied.tensorMap(t)
		}
	}
	textures := map[string]*Texture{}
	for name, t := range c.Textures {
		textures[name] = copied.texture(t)
	}
	c.Textures = textures
	originals := map[*Buffer]*Buffer{}
	for original, copy := range copied.buffers {
		originals[copy] = original
	}
	return c, originals
}

// copied are the copies of what a caller gave.
type copied struct {
	buffers  map[*Buffer]*Buffer
	textures map[*Texture]*Texture
}

// buffer returns the copy of a buffer.
func (c *copied) buffer(b *Buffer) *Buffer {
	if b != nil && c.buffers[b] == nil {
		c.buffers[b] = &Buffer{Name: b.Name, Data: slices.Clone(b.Data), Grows: b.Grows}
	}
	return c.buffers[b]
}

// tensorMap returns the copy of a tensor map.
func (c *copied) tensorMap(t *TensorMap) *TensorMap {
	u := *t
	u.Global.Buffer = c.buffer(t.Global.Buffer)
	return &u
}

// texture returns the copy of a texture.
func (c *copied) texture(t *Texture) *Texture {
	if t != nil && c.textures[t] == nil {
		u := *t
		u.Buffer = c.buffer(t.Buffer)
		c.textures[t] = &u
	}
	return c.textures[t]
}
