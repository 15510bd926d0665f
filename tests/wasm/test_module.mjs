// The module imports nothing, and solves the example as the program does.
//
// usage: node test_module.mjs MODULE.wasm

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

const module = new WebAssembly.Module(readFileSync(process.argv[2]));
assert.deepEqual(WebAssembly.Module.imports(module), []);

const { exports } = new WebAssembly.Instance(module, {});
exports._initialize();

// A tree as viewer/wasm/request.hpp has it.
const text = (value) => `t 1 1 ${Buffer.byteLength(value)}\n${value}\n`;
const map = (entries) => `m 1 1 ${Object.keys(entries).length}\n` + Object.entries(entries).map(([key, value]) => text(key) + tree(value)).join("");
const tree = (value) =>
    typeof value === "string" ? text(value) : Array.isArray(value) ? `l 1 1 ${value.length}\n` + value.map(tree).join("") : map(value);

function answer(words) {
    const [at, size, numbers, count] = new Uint32Array(exports.memory.buffer, words, 4);
    const told = JSON.parse(new TextDecoder().decode(new Uint8Array(exports.memory.buffer, at, size)));
    return { told, numbers: new Float64Array(exports.memory.buffer, numbers, count).slice() };
}

function send(request) {
    const bytes = new TextEncoder().encode(request);
    const at = exports.request(bytes.length);
    new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
}

function read(file) {
    send(tree(file) + "f 0 0 0\n");
    return answer(exports.read(0)).told;
}

function solve() {
    const { told, numbers } = answer(exports.solve(0, 0));
    const array = (place) => Array.from(numbers.slice(place.$[0], place.$[0] + place.$[1]));
    return { status: told.status, iterations: told.solver.iterations, tip: array(told.tip.position), reaction: array(told.base_reaction.force) };
}

// The figure of the paper [Venkiteswaran 2019, Fig. 3a], as docs/reproducing.md has it.
const catheter = {
    supple: "1",
    rod: { length: "50 mm", bending_stiffness: "17.185 N mm^2" },
    base: { position: "0 0 0 mm", tangent: "x", normal: "y" },
    model: { type: "universal-prb", segments: "1", parameters: { gamma: "0.1699", k_eta: "2.5064 4.8339", k_theta: "2.4914 5.0303" } },
    loads: [{ name: "tip", at: "tip", force: "4 -2.5 2.5 mN", moment: "0 -250 -150 mN mm" }],
};
const opened = read(catheter);
assert.deepEqual(opened.problems, []);
const loaded = solve();
assert.equal(loaded.status, "converged");
assert.ok(loaded.iterations > 0);
[43.319754e-3, -12.117489e-3, 17.455881e-3].forEach((expected, i) => assert.ok(Math.abs(loaded.tip[i] - expected) < 1e-9, `tip ${loaded.tip}`));
[-4e-3, 2.5e-3, -2.5e-3].forEach((expected, i) => assert.ok(Math.abs(loaded.reaction[i] - expected) < 1e-9, `reaction ${loaded.reaction}`));

// A number of the file is set: the scalar in which it stands is told, and another load gives another shape.
send("1");
const put = answer(exports.put(0, opened.inputs.findIndex((input) => input.path === "loads.tip.force.x"))).told;
assert.equal(put.text, "1 -2.5 2.5 mN");
assert.ok(Math.abs(solve().tip[1] - loaded.tip[1]) > 1e-3);

// What is wrong is told, and what is no request does no harm.
assert.match(read({ ...catheter, rod: { length: "50 m m" } }).problems[0].message, /./);
send("m 1 1 99999999\n");
assert.equal(answer(exports.read(0)).told.problems.length, 1);
assert.match(answer(exports.solve(0, 0)).told.refused, /no file/);
console.log(`tip ${loaded.tip.map((p) => (1e3 * p).toFixed(6)).join(" ")} mm after ${loaded.iterations} iterations`);
