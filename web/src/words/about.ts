// What the page says of itself.
import type { ModelFigures } from '../figures';
import { megabytes } from './plain';

export const ABOUT = {
  title: 'About',
  what:
    'Ansatz guesses the law behind a sequence, after “Deep Symbolic Regression for Recurrent ' +
    'Sequences” (d’Ascoli, Kamienny, Lample, Charton, 2022). Three kinds of proposers look for ' +
    'laws: classical methods (polynomials, linear recurrences, hypergeometric terms and their ' +
    'kin), an enumerator of small expressions, and two small neural networks, Transformers. Each ' +
    'law is run over all the terms, exactly. What is left is ranked by how likely it is to be ' +
    'right about further terms, which was measured on sequences that are not used otherwise.',
  judgement:
    '“Verified” is a judgement from finitely many terms, not a proof. Everything is computed on ' +
    'this machine; nothing that you type leaves it.',
  limits: 'What it cannot express',
  limitsWords:
    'Laws are made of sums, products, quotients and remainders, constants, n and earlier terms; ' +
    'of whole numbers also powers, divisors, primes, digits, sums over k, “the least number such ' +
    'that”, rows and columns of triangles, digits of constants, and terms that point at terms; of ' +
    'decimals also roots, logarithms, exponentials and angles. Beyond it are words, sieves, and ' +
    'what must be computed for an unknown number of steps (look and say, Collatz). Whole numbers ' +
    'are exact up to a 1 with a hundred zeros.',
  networks: 'The networks',
  accuracy: 'How accurate it is',
  measured: (version: string, effort: string, limit: number) =>
    `Measured with version ${version}, effort ${effort}, at most ${limit.toLocaleString('en')} ` +
    'sequences of each kind. Figures in percent.',
  more: 'More figures',
  reliability:
    'Upwards: of answers given that probability, how many were right, in percent. On the broken ' +
    'line probabilities are exactly what they say.',
  keyboard: 'Keyboard',
} as const;

/** What there is to say, and nothing of what is not known. */
export function networkInWords({
  bytes,
  parameters,
  model,
  generator,
  trained,
}: ModelFigures): string {
  const number = (value: number): string => value.toLocaleString('en');
  const parts = [
    parameters !== undefined && `${number(parameters)} parameters`,
    `${megabytes(bytes)} MB`,
    model &&
      `${model.encoder_layers} + ${model.decoder_layers} layers of width ${model.width} ` +
        `with ${model.heads} heads`,
    trained &&
      `trained on ${number(trained.examples)} random recurrences in ` +
        `${trained.hours.toFixed(1)} hours`,
    generator &&
      `of up to ${generator.max_ops} operators, looking back at most ${generator.max_degree} ` +
        `terms, with constants up to ${generator.max_constant}`,
  ];
  return `${parts.filter(Boolean).join(', ')}.`;
}
