// Synchronous SHA-256: crypto.subtle is asynchronous, and missing on pages without https.

const ROUND_CONSTANTS = roundConstants();
const INITIAL_HASH = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
];

/** The digest of a text in UTF-8, as 64 hexadecimal digits. */
export function sha256(text: string): string {
  const bytes = padMessage(new TextEncoder().encode(text));
  const words = new DataView(bytes.buffer);
  const sum = Int32Array.from(INITIAL_HASH);
  const schedule = new Int32Array(64);
  for (let at = 0; at < bytes.length; at += 64) addBlock(sum, schedule, words, at);
  return [...sum].map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

/** The padded message: a one bit, zeros and the length in bits, to a multiple of 64 bytes. */
function padMessage(message: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64);
  bytes.set(message);
  bytes[message.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(bytes.length - 8, Math.floor(message.length / 0x20000000));
  view.setUint32(bytes.length - 4, message.length * 8);
  return bytes;
}

function addBlock(sum: Int32Array, schedule: Int32Array, words: DataView, at: number): void {
  const w = schedule as unknown as number[] & Int32Array;
  for (let i = 0; i < 16; i++) w[i] = words.getInt32(at + 4 * i);
  for (let i = 16; i < 64; i++) {
    const [x, y] = [w[i - 15] as number, w[i - 2] as number];
    const s0 = rotateRight(x, 7) ^ rotateRight(x, 18) ^ (x >>> 3);
    const s1 = rotateRight(y, 17) ^ rotateRight(y, 19) ^ (y >>> 10);
    w[i] = ((w[i - 16] as number) + s0 + (w[i - 7] as number) + s1) | 0;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = sum;
  for (let i = 0; i < 64; i++) {
    const s1 = rotateRight(e, 6) ^ rotateRight(e, 11) ^ rotateRight(e, 25);
    const t1 =
      (h + s1 + ((e & f) ^ (~e & g)) + (ROUND_CONSTANTS[i] as number) + (w[i] as number)) | 0;
    const s0 = rotateRight(a, 2) ^ rotateRight(a, 13) ^ rotateRight(a, 22);
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  [a, b, c, d, e, f, g, h].forEach((value, i) => {
    sum[i] = ((sum[i] as number) + value) | 0;
  });
}

function rotateRight(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}

/** The first 32 bits of the fractions of the cube roots of the first 64 primes. */
function roundConstants(): Int32Array {
  const found: number[] = [];
  for (let n = 2; found.length < 64; n++) {
    let prime = true;
    for (let by = 2; by * by <= n; by++) prime &&= n % by !== 0;
    if (prime) found.push(cubeRootFraction(n));
  }
  return Int32Array.from(found);
}

/** The last 32 bits of the integer cube root of n * 2^96. */
function cubeRootFraction(n: number): number {
  const cube = BigInt(n) << 96n;
  let root = 0n;
  for (let bit = 1n << 36n; bit > 0n; bit >>= 1n) if ((root + bit) ** 3n <= cube) root += bit;
  return Number(BigInt.asIntN(32, root));
}
