// The random numbers of the levels, the same as in Python (docs/reference/levels.md).

const TWO_TO_64 = 1n << 64n;
const FNV_OFFSET = 0xcbf29ce484222325n;
const FNV_PRIME = 0x100000001b3n;
const SPLITMIX_INCREMENT = 0x9e3779b97f4a7c15n;

const toUint64 = (value: bigint): bigint => BigInt.asUintN(64, value);

/** SplitMix64, seeded with the FNV-1a hash of a text in UTF-8. */
export class Rng {
  private state: bigint;

  constructor(text: string) {
    this.state = FNV_OFFSET;
    for (const byte of new TextEncoder().encode(text))
      this.state = toUint64((this.state ^ BigInt(byte)) * FNV_PRIME);
  }

  bits64(): bigint {
    this.state = toUint64(this.state + SPLITMIX_INCREMENT);
    let mixed = this.state;
    mixed = toUint64((mixed ^ (mixed >> 30n)) * 0xbf58476d1ce4e5b9n);
    mixed = toUint64((mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn);
    return mixed ^ (mixed >> 31n);
  }

  /** A uniform number from 0 to count - 1. */
  below(count: bigint): bigint {
    // Rejection sampling: numbers above the limit would favour small results.
    const limit = TWO_TO_64 - (TWO_TO_64 % count);
    for (;;) {
      const bits = this.bits64();
      if (bits < limit) return bits % count;
    }
  }

  /** `count` of the items in random order. */
  sample<Item>(items: readonly Item[], count: number): Item[] {
    const left = [...items];
    for (let place = 0; place < count; place++) {
      const drawn = place + Number(this.below(BigInt(left.length - place)));
      [left[place], left[drawn]] = [left[drawn] as Item, left[place] as Item];
    }
    return left.slice(0, count);
  }

  /** One item, with probabilities proportional to the weights. */
  weightedChoice<Item>(items: readonly Item[], weights: readonly number[]): Item {
    let drawn = Number(this.below(BigInt(weights.reduce((sum, weight) => sum + weight, 0))));
    const at = weights.findIndex((weight) => {
      if (drawn < weight) return true;
      drawn -= weight;
      return false;
    });
    return items[at] as Item;
  }
}
