// The module imports nothing, and solves the example as the program does.
//
// usage: node test_module.mjs MODULE.wasm

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

const module = new WebAssembly.Module(readFileSync(process.argv[2]));
assert.deepEqual(WebAssembly.Module.imports(module), []);

const { exports } = new WebAssembly.Instance(module, {});
exports._initialize();

function solve(...force) {
    const [status, iterations, x, y, z, ...reaction] = new Float64Array(exports.memory.buffer, exports.solve(...force), 8);
    return { status, iterations, tip: [x, y, z], reaction };
}

// The figure of the paper [Venkiteswaran 2019, Fig. 3a], as docs/reproducing.md has it.
const loaded = solve(4e-3, -2.5e-3, 2.5e-3);
assert.equal(loaded.status, 0);
assert.ok(loaded.iterations > 0);
[43.319754e-3, -12.117489e-3, 17.455881e-3].forEach((expected, i) => assert.ok(Math.abs(loaded.tip[i] - expected) < 1e-9, `tip ${loaded.tip}`));
[-4e-3, 2.5e-3, -2.5e-3].forEach((expected, i) => assert.ok(Math.abs(loaded.reaction[i] - expected) < 1e-9, `reaction ${loaded.reaction}`));

// Other loads give another shape: the answer is computed.
assert.ok(Math.abs(solve(1e-3, 0, 0).tip[1] - loaded.tip[1]) > 1e-3);
console.log(`tip ${loaded.tip.map((p) => (1e3 * p).toFixed(6)).join(" ")} mm after ${loaded.iterations} iterations`);
