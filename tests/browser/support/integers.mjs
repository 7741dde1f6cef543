// Famous integer sequences from their definitions, each by a way of its own: sieves, trial division,
// text of digits, big fractions. None uses a law that the search could answer with.

const range = (from, to) => Array.from({ length: Math.max(to - from + 1, 0) }, (_, k) => from + k);
const bigs = (numbers) => numbers.map(BigInt);

/** n ↦ f(n) for n = first, first + 1, … */
const values =
  (f, first = 1) =>
  (count) =>
    bigs(range(first, first + count - 1).map((n) => f(n)));

/** The numbers from `first` that have a property. */
const such =
  (property, first = 1) =>
  (count) => {
    const found = [];
    for (let m = first; found.length < count; m++) if (property(m)) found.push(m);
    return bigs(found);
  };

/** u(n) from all terms before, in plain numbers. */
const grown = (first, step) => (count) => {
  const terms = [...first];
  while (terms.length < count) terms.push(step(terms, terms.length + 1));
  return bigs(terms.slice(0, count));
};

/** T(n, k) by rows from n = 1, k = 1 to n. */
const triangle = (entry) => (count) => {
  const terms = [];
  for (let n = 1; terms.length < count; n++) for (let k = 1; k <= n; k++) terms.push(entry(n, k));
  return bigs(terms.slice(0, count));
};

const total = (numbers) => numbers.reduce((sum, number) => sum + number, 0);
const divisors = (n) => range(1, n).filter((d) => n % d === 0);
const isPrime = (n) => n > 1 && !range(2, Math.floor(Math.sqrt(n))).some((d) => n % d === 0);
const primeFactors = (n) => {
  const factors = [];
  for (let d = 2; n > 1; d++) for (; n % d === 0; n /= d) factors.push(d);
  return factors;
};
const distinct = (n) => [...new Set(primeFactors(n))];
const isSquarefree = (n) => primeFactors(n).length === distinct(n).length;
const mobius = (n) => (isSquarefree(n) ? (-1) ** primeFactors(n).length : 0);
const gcd = (a, b) => (b === 0 ? a : gcd(b, a % b));
const totient = (n) => range(1, n).filter((k) => gcd(k, n) === 1).length;
const sigma = (n) => total(divisors(n));
const nthPrime = (n) => Number(such(isPrime)(n).at(-1));

/** How many divisors each number below a million has, by a sieve. */
const divisorCounts = () => {
  const counts = new Uint16Array(1_000_000);
  for (let d = 1; d < counts.length; d++) for (let m = d; m < counts.length; m += d) counts[m]++;
  return counts;
};

const digits = (n, base = 10) => [...n.toString(base)].map((digit) => parseInt(digit, base));
const reversed = (n, base = 10) => parseInt([...n.toString(base)].reverse().join(''), base);
const ones = (n) => total(digits(n, 2));

/** Of (n above k), additively. */
const pascal = (n, k) => (k === 0 || k === n ? 1 : pascal(n - 1, k - 1) + pascal(n - 1, k));
const stirling = (n, k) =>
  k === 1 || k === n ? 1 : k < 1 || k > n ? 0 : stirling(n - 1, k - 1) + k * stirling(n - 1, k);
const eulerian = (n, k) =>
  k === 1 || k === n ? 1 : (n - k + 1) * eulerian(n - 1, k - 1) + k * eulerian(n - 1, k);

/** Constants as whole numbers of units of 10^-PLACES. */
const PLACES = 120n;
const UNIT = 10n ** PLACES;
const root = (n) => {
  let guess = 1n << BigInt((n.toString(2).length >> 1) + 1);
  for (let next = 0n; ; guess = next) {
    next = (guess + n / guess) / 2n;
    if (next >= guess) return guess;
  }
};
const arctanOfInverse = (x) => {
  let [power, sum] = [UNIT / x, 0n];
  for (let k = 1n; power > 0n; k += 2n, power /= x * x) {
    sum += k % 4n === 1n ? power / k : -power / k;
  }
  return sum;
};
const pi = 4n * (4n * arctanOfInverse(5n) - arctanOfInverse(239n));
const e = (() => {
  let [term, sum] = [UNIT, 0n];
  for (let k = 1n; term > 0n; k++) [sum, term] = [sum + term, term / k];
  return sum;
})();
const log2 = (() => {
  let sum = 0n;
  for (let k = 1n; k < 500n; k++) sum += UNIT / (k << k);
  return sum;
})();
const sqrt = (n) => root(BigInt(n) * UNIT * UNIT);
const golden = (UNIT + sqrt(5)) / 2n;

const digitsOf = (constant) => (count) => [...constant.toString()].slice(0, count).map(BigInt);
const quotientsOf = (constant) => (count) => {
  let [a, b] = [constant, UNIT];
  const terms = [];
  while (terms.length < count) {
    terms.push(a / b);
    [a, b] = [b, a % b];
  }
  return terms;
};
const beatty = (constant) => (count) => range(1, count).map((n) => (BigInt(n) * constant) / UNIT);

/** Ways to write n as a sum of parts, from n = 0. */
const partitions = (parts, once) => (count) => {
  const ways = [1n, ...Array(count).fill(0n)];
  for (const part of parts(count)) {
    if (once) for (let n = count; n >= part; n--) ways[n] += ways[n - part];
    else for (let n = part; n <= count; n++) ways[n] += ways[n - part];
  }
  return ways.slice(0, count);
};

/** The first number, and what it becomes as each of the others is added. */
const partialSums = (first, others) => {
  const sums = [first];
  for (const other of others) sums.push(sums.at(-1) + other);
  return sums;
};

/** Bell's triangle: each row starts with the last of the row before. */
const bell = (count) => {
  let row = [1n];
  const terms = [];
  while (terms.length < count) {
    terms.push(row[0]);
    row = partialSums(row.at(-1), row);
  }
  return terms;
};

/** The boustrophedon: rows are partial sums, forwards and backwards in turns. */
const zigzag = (count) => {
  let row = [1n];
  const terms = [];
  while (terms.length < count) {
    terms.push(row.at(-1));
    row = partialSums(0n, row.toReversed());
  }
  return terms;
};

const stern = (n) => (n < 2 ? n : n % 2 ? stern((n - 1) / 2) + stern((n + 1) / 2) : stern(n / 2));

const kolakoski = (count) => {
  const terms = [1n, 2n, 2n];
  for (let at = 2; terms.length < count; at++) {
    const next = 3n - terms.at(-1);
    for (let k = 0n; k < terms[at]; k++) terms.push(next);
  }
  return terms.slice(0, count);
};

const lookAndSay = (count) => {
  const terms = ['1'];
  while (terms.length < count) {
    terms.push(terms.at(-1).replace(/(\d)\1*/g, (run, digit) => `${run.length}${digit}`));
  }
  return terms.map(BigInt);
};

const lucky = (count) => {
  let numbers = range(1, 1000).filter((n) => n % 2);
  for (let at = 1; numbers[at] <= numbers.length; at++) {
    const step = numbers[at];
    numbers = numbers.filter((_, index) => (index + 1) % step !== 0);
  }
  return bigs(numbers.slice(0, count));
};

const collatz = (n) => (n === 1 ? 0 : 1 + collatz(n % 2 ? 3 * n + 1 : n / 2));
const isHappy = (n) => {
  for (let k = 0; k < 100; k++) n = total(digits(n).map((digit) => digit * digit));
  return n === 1;
};

/** Titles of shelves, and what is on them. */
export const shelves = {
  'Primes and divisors': {
    Primes: such(isPrime),
    'Composite numbers': such((n) => n > 3 && !isPrime(n)),
    'Prime gaps': values((n) => nthPrime(n + 1) - nthPrime(n)),
    Primorials: (count) => {
      const terms = [1n];
      for (const prime of such(isPrime)(count - 1)) terms.push(terms.at(-1) * prime);
      return terms;
    },
    'Sums of the first primes': values((n) => total(such(isPrime)(n).map(Number))),
    'Lesser twin primes': such((n) => isPrime(n) && isPrime(n + 2)),
    'Sophie Germain primes': such((n) => isPrime(n) && isPrime(2 * n + 1)),
    'Primes 4k + 1': such((n) => isPrime(n) && n % 4 === 1),
    'Primes 4k + 3': such((n) => isPrime(n) && n % 4 === 3),
    'Palindromic primes': such((n) => isPrime(n) && reversed(n) === n),
    Semiprimes: such((n) => primeFactors(n).length === 2),
    'Squarefree numbers': such(isSquarefree),
    'Prime powers': such((n) => distinct(n).length < 2),
    'Abundant numbers': such((n) => sigma(n) > 2 * n),
    'Deficient numbers': such((n) => sigma(n) < 2 * n),
    'Sums of two squares': such(
      (n) => range(0, n).some((a) => Number.isInteger(Math.sqrt(n - a * a))),
      0,
    ),
    'Numbers that are not squares': such((n) => !Number.isInteger(Math.sqrt(n))),
    'Highly composite numbers': (count) => {
      const [last, records] = [divisorCounts(), []];
      for (let m = 1, most = 0; m < last.length && records.length < count; m++) {
        if (last[m] > most) [most] = [last[m], records.push(m)];
      }
      return bigs(records);
    },
    'Number of divisors': values((n) => divisors(n).length),
    'Sum of divisors': values(sigma),
    'Sum of proper divisors': values((n) => sigma(n) - n),
    'Euler’s totient': values(totient),
    'Möbius function': values(mobius),
    'Mertens function': values((n) => total(range(1, n).map(mobius))),
    'Distinct prime factors': values((n) => distinct(n).length),
    'Prime factors with repetition': values((n) => primeFactors(n).length),
    'Least prime factor': values((n) => primeFactors(n)[0] ?? 1),
    'Greatest prime factor': values((n) => primeFactors(n).at(-1) ?? 1),
    'Radical of n': values((n) => distinct(n).reduce((a, b) => a * b, 1)),
    'Primes up to n': values((n) => range(1, n).filter(isPrime).length),
    'Fractions in the Farey series': values((n) => 1 + total(range(1, n).map(totient)), 0),
  },
  Digits: {
    'Sums of digits': values((n) => total(digits(n)), 0),
    'Numbers reversed': values((n) => reversed(n), 0),
    Palindromes: such((n) => reversed(n) === n, 0),
    'Numbers without a 0': such((n) => !digits(n).includes(0)),
    'Harshad numbers': such((n) => n % total(digits(n)) === 0),
    'Numbers in binary': values((n) => Number(n.toString(2)), 0),
    'Ones in binary': values(ones, 0),
    'Evil numbers': such((n) => ones(n) % 2 === 0, 0),
    'Odious numbers': such((n) => ones(n) % 2 === 1),
    'Thue–Morse sequence': values((n) => ones(n) % 2, 0),
    'Binary palindromes': such((n) => reversed(n, 2) === n, 0),
    'Ruler function': values((n) => primeFactors(n).filter((p) => p === 2).length + 1),
    'Gray code': values((n) => n ^ (n >> 1), 0),
    'Paper folding': values((n) => {
      while (n % 2 === 0) n /= 2;
      return n % 4 === 1 ? 1 : 0;
    }),
    'Numbers without a 2 in base 3': such((n) => !digits(n, 3).includes(2), 0),
  },
  'Constants digit by digit': {
    'Digits of π': digitsOf(pi),
    'Digits of e': digitsOf(e),
    'Digits of √2': digitsOf(sqrt(2)),
    'Digits of the golden ratio': digitsOf(golden),
    'Digits of log 2': digitsOf(log2),
    'Continued fraction of π': quotientsOf(pi),
    'Continued fraction of e': quotientsOf(e),
    'Continued fraction of √7': quotientsOf(sqrt(7)),
    'Lower Wythoff sequence': beatty(golden),
    'Upper Wythoff sequence': beatty(golden + UNIT),
    'Multiples of √2, rounded down': beatty(sqrt(2)),
  },
  'Triangles by rows': {
    'Pascal’s triangle': triangle((n, k) => pascal(n - 1, k - 1)),
    'Stirling numbers of the second kind': triangle(stirling),
    'Eulerian numbers': triangle(eulerian),
    'Multiplication table': triangle((n, k) => k * (n + 1 - k)),
    'Greatest common divisors': triangle((n, k) => gcd(k, n + 1 - k)),
    '1, then 1 2, then 1 2 3': triangle((_, k) => k),
    'n appears n times': triangle((n) => n),
  },
  'Terms that point at terms': {
    'Kolakoski sequence': kolakoski,
    'Hofstadter’s Q': grown([1, 1], (u, n) => u[n - u.at(-1) - 1] + u[n - u.at(-2) - 1]),
    'Hofstadter’s G': grown([0], (u, n) => n - 1 - u[u.at(-1)]),
    'Conway’s $10,000 sequence': grown([1, 1], (u, n) => u[u.at(-1) - 1] + u[n - u.at(-1) - 1]),
    'Golomb’s sequence': grown([1], (u, n) => 1 + u[n - u[u.at(-1) - 1] - 1]),
    'Recamán’s sequence': grown([0], (u, n) => {
      const back = u.at(-1) - (n - 1);
      return back > 0 && !u.includes(back) ? back : u.at(-1) + n - 1;
    }),
    'Ulam numbers': grown([1, 2], (u) => {
      const ways = (m) => u.filter((a) => a < m - a && u.includes(m - a)).length;
      let m = u.at(-1) + 1;
      while (ways(m) !== 1) m++;
      return m;
    }),
    'Stern’s diatomic sequence': values(stern, 0),
  },
  'Counting further': {
    Partitions: partitions((count) => range(1, count)),
    'Partitions into distinct parts': partitions((count) => range(1, count), true),
    'Bell numbers': bell,
    'Zigzag permutations': zigzag,
    'Binary partitions': (count) => {
      const powers = () => range(0, 20).map((k) => 2 ** k);
      return partitions(powers)(2 * count).filter((_, n) => n % 2 === 0);
    },
  },
  'Beyond it': {
    'Look and say': lookAndSay,
    'Lucky numbers': lucky,
    'Collatz steps': values(collatz),
    'Happy numbers': such(isHappy),
  },
};
