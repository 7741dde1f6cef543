// Famous sequences that no formula makes, by their definitions: so many terms of each, as text.
const look = (n) => {
  const out = ['1'];
  while (out.length < n) out.push(out.at(-1).replace(/(.)\1*/g, (r) => `${r.length}${r[0]}`));
  return out;
};
const lucky = (n) => {
  let all = Array.from({ length: 4000 }, (_, k) => 2 * k + 1);
  for (let i = 1; i < all.length; i++) {
    const s = all[i];
    if (s > all.length) break;
    all = all.filter((_, k) => (k + 1) % s !== 0);
  }
  return all.slice(0, n).map(String);
};
const happy = (n) => {
  const is = (x) => {
    while (x !== 1 && x !== 4) x = [...String(x)].reduce((s, d) => s + d * d, 0);
    return x === 1;
  };
  const o = [];
  for (let x = 1; o.length < n; x++) if (is(x)) o.push(String(x));
  return o;
};
const kolakoski = (n) => {
  const o = [1, 2, 2];
  for (let i = 2; o.length < n; i++) {
    const next = o.at(-1) === 1 ? 2 : 1;
    for (let k = 0; k < o[i]; k++) o.push(next);
  }
  return o.slice(0, n).map(String);
};
const recaman = (n) => {
  const o = [0],
    s = new Set(o);
  for (let k = 1; o.length < n; k++) {
    const d = o.at(-1) - k;
    const v = d > 0 && !s.has(d) ? d : o.at(-1) + k;
    o.push(v);
    s.add(v);
  }
  return o.map(String);
};
const ulam = (n) => {
  const o = [1, 2];
  for (let x = 3; o.length < n; x++) {
    let c = 0;
    const s = new Set(o);
    for (const a of o) if (a < x - a && s.has(x - a)) c++;
    if (c === 1) o.push(x);
  }
  return o.map(String);
};
const vaneck = (n) => {
  const o = [0];
  while (o.length < n) {
    const at = o.lastIndexOf(o.at(-1), o.length - 2);
    o.push(o.length < 2 || at < 0 ? 0 : o.length - 1 - at);
  }
  return o.map(String);
};
const collatz = (n) =>
  Array.from({ length: n }, (_, k) => {
    let x = k + 1,
      c = 0;
    while (x !== 1) {
      x = x % 2 ? 3 * x + 1 : x / 2;
      c++;
    }
    return String(c);
  });
const gcd = (a, b) => (b ? gcd(b, a % b) : a);
const ekg = (n) => {
  const o = [1, 2],
    s = new Set(o);
  while (o.length < n) {
    let x = 3;
    while (s.has(x) || gcd(x, o.at(-1)) === 1) x++;
    o.push(x);
    s.add(x);
  }
  return o.map(String);
};
const gijswijt = (n) => {
  const o = [1];
  while (o.length < n) {
    let best = 1;
    for (let l = 1; l * 2 <= o.length; l++) {
      let k = 1;
      while (
        (k + 1) * l <= o.length &&
        o.slice(o.length - l).every((v, i) => v === o[o.length - (k + 1) * l + i])
      )
        k++;
      best = Math.max(best, k);
    }
    o.push(best);
  }
  return o.map(String);
};
const self = (n) => {
  const g = new Set();
  for (let x = 1; x < 9999; x++) g.add(x + [...String(x)].reduce((s, d) => s + +d, 0));
  const o = [];
  for (let x = 1; o.length < n; x++) if (!g.has(x)) o.push(String(x));
  return o;
};

export const procedures = {
  'look-and-say sequence': look,
  'lucky numbers': lucky,
  'happy numbers': happy,
  'Kolakoski sequence': kolakoski,
  'sequence of Recamán': recaman,
  'Ulam numbers': ulam,
  'sequence of Van Eck': vaneck,
  'numbers of Collatz steps': collatz,
  'EKG sequence': ekg,
  'sequence of Gijswijt': gijswijt,
  'self numbers': self,
};
