// Runs a function of a module that `inflight build --emit wasm` wrote:
//
//   node examples/wasm/run.mjs MODULE.wasm FUNCTION [NUMBER...]
//
// The numbers are the arguments that are numbers, and the open extents of those that are memory, in order; memory is filled
// with 0, 1, 2, ... What the function returns, and its memory, is printed.

import { readFile } from "node:fs/promises";
import { array, load } from "./inflight.mjs";

const kinds = {
  i1: Uint8Array, i8: Int8Array, i16: Int16Array, i32: Int32Array, i64: BigInt64Array, index: BigInt64Array,
  f16: Uint16Array, bf16: Uint16Array, f32: Float32Array, f64: Float64Array,
};

const [file, name, ...numbers] = process.argv.slice(2);
const module = await load(await readFile(file));
const fn = module.functions[name];
if (!fn) {
  console.error(`the functions are: ${Object.keys(module.functions).join(", ")}`);
  process.exit(2);
}

const next = () => {
  if (numbers.length === 0) throw new Error("too few numbers");
  return Number(numbers.shift());
};

function argument(type) {
  if (!type.memory) return next();
  const shape = (type.shape ?? []).map((n) => n ?? next());
  const Elements = kinds[type.element];
  const count = shape.reduce((n, extent) => n * extent, 1);
  const data = Elements.from({ length: count }, (_, i) => (Elements === BigInt64Array ? BigInt(i) : i));
  return array(data, shape);
}

try {
  const args = fn.inputs.map(argument);
  const result = module.call(name, ...args);
  fn.inputs.forEach((type, i) => type.memory && console.log(`${type.name} = ${args[i].data.join(" ")}`));
  if (result !== undefined) console.log(`result = ${[result].flat().map((r) => (r.data ? r.data.join(" ") : r)).join(", ")}`);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
