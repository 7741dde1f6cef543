// Every sentence on the page, here and beside this file: `law.ts` says laws in plain words,
// `answer.ts` what speaks for them, `reading.ts` how a text was read.
import { megabytes, percent } from './plain';
import { NETWORK_FAILED } from './reading';

export * from './about';
export * from './answer';
export * from './law';
export * from './plain';
export * from './problems';
export * from './reading';

/** The page around the answer. */
export const PAGE = {
  title: 'Ansatz: the law behind a sequence',
  tagline: 'The law behind a sequence. Nothing you type leaves this page.',
  examples: 'Examples',
  about: 'About',
  colours: 'Colours',
  themes: { auto: 'Auto', light: 'Light', dark: 'Dark' },
  update: 'A new version of this page is ready.',
  reload: 'Use it now',
  engineFailed: 'The page’s engine could not be started.',
  tryAgain: 'Try again',
  keys: {
    slash: 'goes to the field',
    enter: 'asks',
    escape: 'stops a search',
    arrows: 'move among candidates',
  },
  source: 'Source',
  documentation: 'Documentation',
  version: 'Version',
} as const;

/** The field and what is under it. */
export const FIELD = {
  label: 'Your sequence',
  placeholder: '1, 1, 2, 3, 5, 8, …',
  clear: 'Clear',
  hint: 'Type or paste numbers: a list, a column of a spreadsheet, lines from the OEIS. Or drop a file.',
  try: 'Try',
  file: 'Your own file…',
  fileLabel: 'Choose a file with numbers',
  drop: 'Drop the file to read its numbers',
  readInstead: 'Read instead:',
  example: 'For example',
  exampleNext: 'then',
} as const;

/** Sequences to begin with. */
export const STARTERS = [
  { name: 'Fibonacci', terms: '1, 1, 2, 3, 5, 8, 13, 21, 34, 55' },
  { name: 'Squares', terms: '1, 4, 9, 16, 25, 36, 49, 64' },
  { name: 'Primes', terms: '2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37' },
  {
    name: 'Pascal’s triangle',
    terms: '1, 1, 1, 1, 2, 1, 1, 3, 3, 1, 1, 4, 6, 4, 1, 1, 5, 10, 10, 5, 1',
  },
  {
    name: 'A damped oscillation',
    terms: '10, 9, 4.5, -1.35, -6.075, -7.8975, -6.37875, -2.460375, 2.0503125, 5.28980625',
  },
] as const;

export const OPTIONS = {
  title: 'Options',
  next: 'Terms to predict',
  hideLabel: 'Test on hidden terms',
  hideNone: 'none hidden',
  hide: (many: number) => `the last ${many === 1 ? 'term is' : `${many} terms are`} hidden`,
  readAs: 'Numbers are',
  asWritten: 'as written',
  domains: { integer: 'whole numbers', float: 'decimals' },
  effort: 'Search',
  efforts: { quick: 'quick', normal: 'normal', thorough: 'thorough (slower)' },
  first: 'The first term is number',
  ahead: 'Laws say what is',
  variable: 'Laws are about',
  counted: 'n, the number of the row',
  advanced: 'Advanced',
  beam: 'Laws the network follows at once',
  device: 'Compute on',
  devices: { auto: 'Automatic', webgpu: 'Graphics card (WebGPU)', cpu: 'Processor' },
  missingDevice: ' (not in this build)',
  insteadOn: (device: string) => `computed on: ${device}`,
  slash: 'The key / goes to the field',
  took: 'Search took',
} as const;

export const STATUS = {
  starting: 'Starting the engine …',
  looking: 'Looking for a law …',
  checking: 'Checking …',
  checkingMore: 'Still looking for better laws …',
  waitingForNetwork: 'Checking with the neural network …',
  stale: 'This was the answer to the numbers before.',
  stop: 'Stop',
  stopped: 'Search stopped; best so far',
  stoppedEmpty: 'Search stopped. Nothing was found until then.',
  goOn: 'Search on',
  networkLoading: (loaded: number, total: number) =>
    `Neural network: ${megabytes(loaded)} of ${megabytes(total)} MB`,
  networkReady: (bytes: number, cached: boolean) =>
    `Neural network ready, ${megabytes(bytes)} MB${cached ? ', kept from an earlier visit' : ''}`,
  networkFailed: NETWORK_FAILED,
  networkWaiting: 'The neural network is loaded when it is needed.',
  download: 'Download of the neural network',
} as const;

export const PLOT = {
  title: 'Plot',
  show: 'Show',
  scale: 'Scale',
  modes: {
    values: 'Values',
    differences: 'Differences',
    ratios: 'Ratios',
    errors: 'Error by term',
  },
  scales: { linear: 'Linear', log: 'Log' },
  keys: { given: 'given', heldOut: 'hidden', predicted: 'predicted', band: 'likely range' },
  described: (mode: string, given: number, hidden: number, predicted: number) =>
    `${mode} by n: ${given} given, ${hidden} hidden, ${predicted} predicted`,
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  whole: 'Show all',
  zoomHint: 'Drag across the plot to zoom.',
  save: 'Save as',
} as const;

export const TAKE = {
  copy: 'Copy',
  copied: 'Copied',
  refused: 'Not allowed',
  nextTerms: 'next terms',
  copyAs: 'Copy the law as Python, LaTeX, Rust…',
  language: 'Language',
  notWritten: 'The law cannot be written in this language.',
  copiesFrom: 'Here the first term is number 1.',
  copiesSteps: (variable: string) => `Here n counts the steps of ${variable}, from 1.`,
  share: 'Share',
  shareCopied: 'Link copied',
  shareTooLong: 'These terms are too many for a link: share the file instead.',
  lookUp: 'Look it up in the OEIS',
} as const;

export const GALLERY = {
  title: 'Examples',
  near: 'approximated',
} as const;

export const RECENT = {
  title: 'Recent',
  clear: 'Clear',
  where: 'Kept in this browser only.',
} as const;

export const INSIDE = {
  title: 'Look inside',
  tree: 'The law as a tree',
  treeLabel: 'Expression tree',
  waiting: 'Waiting for the neural network …',
  none: 'There is nothing to see: the neural network is not here, or reads no such terms.',
  growth: 'How the network wrote',
  growthWords:
    'The network writes a law word by word, operators first, and follows several at once. Each ' +
    'box is a word with its probability, +… begins a number; the path of the likeliest law at ' +
    'the end is drawn strong.',
  growthLabel: 'The steps of the network',
  growthSteps: (many: number) => `The steps of the network: ${many}`,
  growthReading: (step: number, rank: number, token: string, share: number) =>
    `Step ${step + 1}, place ${rank + 1}: “${token}”. All that was written until there has a ` +
    `probability of ${percent(share)}. Point at a box, or tap it, for another.`,
  head: (layer: number, head: number) => `layer ${layer + 1}, head ${head + 1}`,
  attention: 'Where it looks',
  attentionWords:
    'Each square is one of the places at which the network compares, each row of them a layer; ' +
    'the darker, the more weight. Pick one to see it large, and a square of that to read it.',
  kinds: {
    encoder: 'The encoder: from term to term',
    cross: 'The decoder: from the words of the law to the terms',
  },
  numbers: 'How the network sees numbers',
  numbersWords:
    'To the network each number is a list of other numbers. Here they are drawn in the plane so ' +
    'that those it takes to be alike are close; and beside it how alike each two are.',
  similarity: 'Similarity of numbers',
  inPlane: (many: number) => `${many} numbers in the plane`,
  inPrefixOrder: (words: readonly string[]) => `In prefix order: ${words.join(' ')}`,
} as const;

/** Where the OEIS has these terms. It reads some thirty at most. */
export const oeisEntry = (number: string): string => `https://oeis.org/${number}`;

export const oeisSearch = (terms: readonly string[]): string =>
  `https://oeis.org/search?q=${terms.slice(0, 25).join(',')}`;
