# The source of layer.txt: two layers whose weights lie in shards on four devices.
def layers(x, w0, w1):
    h = jax.nn.gelu(x @ w0)
    y = h @ w1
    return psum_scatter(y), jnp.sum(h * h, axis=1)
