// Verifies that a deal is the one to which the server had committed: see "Verify without oxideal" in docs/fairness.md.

const K = new Uint32Array([ // the first bits of the cube roots of the first 64 primes
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
]);
const START = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19];

// SHA-256 (FIPS 180-4). crypto.subtle is there on https and localhost only, and friends in one network have neither.
export const sha256 = (bytes) => {
  const padded = new Uint8Array((bytes.length + 72) & ~63);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, bytes.length << 3);
  const turned = (word, bits) => (word >>> bits) | (word << (32 - bits));
  const words = new Uint32Array(64);
  const sums = Uint32Array.from(START);
  for (let block = 0; block < padded.length; block += 64) {
    for (let k = 0; k < 16; k += 1) words[k] = view.getUint32(block + 4 * k);
    for (let k = 16; k < 64; k += 1) {
      const [early, late] = [words[k - 15], words[k - 2]];
      words[k] = words[k - 16] + words[k - 7] + (turned(early, 7) ^ turned(early, 18) ^ (early >>> 3)) + (turned(late, 17) ^ turned(late, 19) ^ (late >>> 10));
    }
    let [a, b, c, d, e, f, g, h] = sums;
    for (let k = 0; k < 64; k += 1) {
      const first = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + K[k] + words[k]) | 0;
      const second = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [a, b, c, d, e, f, g, h] = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g];
    }
    [a, b, c, d, e, f, g, h].forEach((word, k) => { sums[k] += word; });
  }
  const found = new DataView(new ArrayBuffer(32));
  sums.forEach((word, k) => found.setUint32(4 * k, word));
  return new Uint8Array(found.buffer);
};

// HMAC-SHA256 (RFC 2104) with a key of at most 64 bytes.
export const hmac = (key, message) => {
  const padded = (mask) => Uint8Array.from({ length: 64 }, (_, k) => (key[k] ?? 0) ^ mask);
  return sha256(Uint8Array.of(...padded(0x5c), ...sha256(Uint8Array.of(...padded(0x36), ...message))));
};

export const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

const bytesOf = (text) => new TextEncoder().encode(text);
const ascii = (text) => text.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

// The seed of the deal, as records have it.
export const seed = (digest, secret, contributions) => {
  const key = Uint8Array.from(secret.match(/../g) ?? [], (/** @type {any} */ digits) => parseInt(digits, 16));
  const made = hmac(key, bytesOf(ascii(JSON.stringify(["oxideal seed", 1, digest, contributions]))));
  return BigInt(`0x${hex(made.reverse())}`).toString();
};

const same = (one, other) => {
  if (typeof one !== "object" || one === null || typeof other !== "object" || other === null) return one === other;
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => same(one[name], other[name]));
};

// What is true of a deal, each true or false. `noted` has what was known before it: the digest, one's own contribution
// and all contributions; `seats` says which seats are bots, whose contributions the server must not choose.
export const verify = (noted, revealed, record, seat, seats) => {
  const { digest, contribution, contributions } = noted;
  const found = { digest: hex(sha256(bytesOf(revealed))) === digest, deal: false };
  if (contributions.length > 0 && contribution !== undefined) found.own = contributions[seat] === contribution;
  if (seats.some((kind) => kind !== "person")) found.bots = contributions.every((text, k) => seats[k] === "person" || text === `seat ${k}`);
  try {
    const line = JSON.parse(revealed);
    const { game, rules, seed: dealt, stream, dealer = null } = JSON.parse(record);
    found.deal = line.match === false && stream === "0" && dealt === seed(digest, line.secret, contributions)
      && same([game, rules, dealer], [line.game, line.rules, line.dealer]);
  } catch { /* it is not true */ }
  return found;
};
