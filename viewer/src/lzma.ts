// Unpacks LZMA ("alone" format): a third smaller than what browsers unpack themselves, for the solver in the page.
//
// A range decoder reads bits whose probabilities adapt; the bits spell literals and matches (a distance back and a
// length) after the state of a small automaton. The header gives the properties and the length of the text.

const modelBits = 11;
const startProbability = 1 << (modelBits - 1);

/** Probabilities of a tree of bits. */
const tree = (bits: number) => new Uint16Array(1 << bits).fill(startProbability);
const many = (count: number) => new Uint16Array(count).fill(startProbability);

class Lengths {
  readonly choice = many(2);
  readonly low = Array.from({ length: 16 }, () => tree(3));
  readonly middle = Array.from({ length: 16 }, () => tree(3));
  readonly high = tree(8);
}

class Bits {
  private range = 0xffffffff;
  private code = 0;
  constructor(private readonly data: Uint8Array, private at: number) {
    for (let i = 0; i < 5; ++i) this.code = ((this.code << 8) | this.data[this.at++]) >>> 0;
  }
  private fill(): void {
    if (this.range >= 0x1000000) return;
    if (this.at > this.data.length + 8) throw new Error("the packed solver is cut short");
    this.range = (this.range << 8) >>> 0;
    this.code = ((this.code << 8) | (this.data[this.at++] ?? 0)) >>> 0;
  }
  bit(probabilities: Uint16Array, index: number): number {
    const p = probabilities[index];
    const bound = (this.range >>> modelBits) * p;
    let bit = 0;
    if (this.code < bound) {
      this.range = bound;
      probabilities[index] = p + (((1 << modelBits) - p) >> 5);
    } else {
      this.range = (this.range - bound) >>> 0;
      this.code = (this.code - bound) >>> 0;
      probabilities[index] = p - (p >> 5);
      bit = 1;
    }
    this.fill();
    return bit;
  }
  fixed(count: number): number {
    let value = 0;
    for (; count > 0; --count) {
      this.range >>>= 1;
      const bit = this.code >>> 0 >= this.range ? 1 : 0;
      if (bit) this.code = (this.code - this.range) >>> 0;
      value = value * 2 + bit;
      this.fill();
    }
    return value;
  }
  fromTree(probabilities: Uint16Array, bits: number): number {
    let node = 1;
    for (let i = 0; i < bits; ++i) node = (node << 1) | this.bit(probabilities, node);
    return node - (1 << bits);
  }
  /** Least significant bit first. */
  reversed(probabilities: Uint16Array, offset: number, bits: number): number {
    let node = 1;
    let value = 0;
    for (let i = 0; i < bits; ++i) {
      const bit = this.bit(probabilities, offset + node);
      node = (node << 1) | bit;
      value |= bit << i;
    }
    return value;
  }
  length(lengths: Lengths, place: number): number {
    if (this.bit(lengths.choice, 0) === 0) return 2 + this.fromTree(lengths.low[place], 3);
    if (this.bit(lengths.choice, 1) === 0) return 10 + this.fromTree(lengths.middle[place], 3);
    return 18 + this.fromTree(lengths.high, 8);
  }
}

export function unpackLzma(data: Uint8Array): Uint8Array<ArrayBuffer> {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const properties = data[0];
  const lc = properties % 9;
  const lp = Math.floor(properties / 9) % 5;
  const pb = Math.floor(properties / 45);
  const size = view.getUint32(5, true);
  if (properties >= 225 || view.getUint32(9, true) !== 0 || size > 1 << 26) throw new Error("the packed solver is not one");
  const out = new Uint8Array(size);
  const bits = new Bits(data, 13);

  const literals = many(0x300 << (lc + lp));
  const isMatch = many(12 << 4);
  const isRepeat = many(12);
  const isRepeat0 = many(12);
  const isRepeat1 = many(12);
  const isRepeat2 = many(12);
  const isLong0 = many(12 << 4);
  const slots = Array.from({ length: 4 }, () => tree(6));
  const special = many(1 + 128);
  const align = tree(4);
  const matches = new Lengths();
  const repeats = new Lengths();

  let state = 0;
  let [back0, back1, back2, back3] = [0, 0, 0, 0];
  let at = 0;
  while (at < size) {
    const place = at & ((1 << pb) - 1);
    if (bits.bit(isMatch, (state << 4) + place) === 0) {
      const before = at > 0 ? out[at - 1] : 0;
      const base = 0x300 * (((at & ((1 << lp) - 1)) << lc) + (before >> (8 - lc)));
      let symbol = 1;
      if (state >= 7) {
        // After a match the byte there tells what this one is not.
        let other = out[at - back0 - 1];
        while (symbol < 0x100) {
          const expected = (other >> 7) & 1;
          other <<= 1;
          const bit = bits.bit(literals, base + ((1 + expected) << 8) + symbol);
          symbol = (symbol << 1) | bit;
          if (expected !== bit) break;
        }
      }
      while (symbol < 0x100) symbol = (symbol << 1) | bits.bit(literals, base + symbol);
      out[at++] = symbol;
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      continue;
    }
    let length: number;
    if (bits.bit(isRepeat, state) !== 0) {
      if (bits.bit(isRepeat0, state) === 0) {
        if (bits.bit(isLong0, (state << 4) + place) === 0) {
          state = state < 7 ? 9 : 11;
          out[at] = out[at - back0 - 1];
          ++at;
          continue;
        }
      } else {
        let distance: number;
        if (bits.bit(isRepeat1, state) === 0) distance = back1;
        else {
          if (bits.bit(isRepeat2, state) === 0) distance = back2;
          else {
            distance = back3;
            back3 = back2;
          }
          back2 = back1;
        }
        back1 = back0;
        back0 = distance;
      }
      length = bits.length(repeats, place);
      state = state < 7 ? 8 : 11;
    } else {
      [back3, back2, back1] = [back2, back1, back0];
      length = bits.length(matches, place);
      state = state < 7 ? 7 : 10;
      const slot = bits.fromTree(slots[Math.min(length - 2, 3)], 6);
      if (slot < 4) back0 = slot;
      else {
        const direct = (slot >> 1) - 1;
        back0 = (2 | (slot & 1)) * 2 ** direct;
        if (slot < 14) back0 += bits.reversed(special, back0 - slot, direct);
        else back0 += bits.fixed(direct - 4) * 16 + bits.reversed(align, 0, 4);
      }
      if (back0 === 0xffffffff) break; // the marker of the end
    }
    if (back0 >= at) throw new Error("the packed solver is damaged");
    for (const end = Math.min(at + length, size); at < end; ++at) out[at] = out[at - back0 - 1];
  }
  return out;
}
