// What the types of the package promise; checked by `types.test.mjs`, never run.
import {
  type AnsatzError,
  type Candidate,
  type DisposedError,
  type DownloadError,
  type EngineError,
  type ErrorCode,
  type Format,
  InputError,
  load,
  type ManyResult,
  type Note,
  type Progress,
  type ProposerGroup,
  type ProposerId,
  type ProposerLabel,
  type Result,
  type ResultNote,
  type Stage,
  type Verdict,
} from 'ansatz';
import { expectTypeOf } from 'expect-type';

await using ansatz = await load();

// Words are unions, which an engine with one more of them would change.
expectTypeOf<Format>().toEqualTypeOf<
  'text' | 'latex' | 'python' | 'sympy' | 'mathematica' | 'pari' | 'javascript' | 'rust'
>();
expectTypeOf<Verdict>().toEqualTypeOf<'verified' | 'likely' | 'weak' | 'fits' | 'approximate'>();
expectTypeOf<string>().not.toExtend<Verdict>();
expectTypeOf<ProposerGroup>().toEqualTypeOf<
  'beam' | 'classical' | 'enumerative' | 'refinement' | 'numeric'
>();
expectTypeOf<'linear' | 'polynomial' | 'beam'>().toExtend<ProposerId>();
expectTypeOf<string>().not.toExtend<ProposerId>();
expectTypeOf<string>().not.toExtend<ProposerLabel>();
expectTypeOf<'classical' | 'network'>().toExtend<Stage>();
expectTypeOf<string>().not.toExtend<Stage>();
expectTypeOf<'commas-not-thousands' | 'column-taken'>().toExtend<Note['kind']>();
expectTypeOf<string>().not.toExtend<Note['kind']>();
expectTypeOf<ResultNote['kind']>().toEqualTypeOf<
  'network-unavailable' | 'webgpu-unavailable' | 'proposer-failed'
>();

// Each class of errors has its own codes, all of them together are all that there are.
expectTypeOf<InputError['code']>().toEqualTypeOf<
  'bad-sequence' | 'bad-formula' | 'too-few-terms' | 'bad-options' | 'unsafe-integer'
>();
expectTypeOf<DownloadError['code']>().toEqualTypeOf<'download-failed' | 'wrong-checksum'>();
expectTypeOf<DisposedError['code']>().toEqualTypeOf<'disposed'>();
expectTypeOf<'bad-sequence'>().not.toExtend<EngineError['code']>();
expectTypeOf<ErrorCode>().toEqualTypeOf<
  (InputError | DownloadError | EngineError | DisposedError)['code']
>();
expectTypeOf<AnsatzError['code']>().toEqualTypeOf<ErrorCode>();

// What comes out.
expectTypeOf(ansatz.predict('1, 2, 3, 4')).resolves.toEqualTypeOf<Result>();
expectTypeOf<Result['best']>().toEqualTypeOf<Candidate | undefined>();
expectTypeOf<Candidate['evidence']['verdict']>().toEqualTypeOf<Verdict>();
expectTypeOf<Candidate['foundBy']>().toEqualTypeOf<readonly ProposerLabel[]>();
expectTypeOf<Candidate['isAnswer']>().toEqualTypeOf<boolean>();
for await (const candidate of ansatz.search([1, 2n, '3'])) {
  expectTypeOf(candidate).toEqualTypeOf<Candidate>();
  expectTypeOf(candidate.probability?.next).toEqualTypeOf<number | undefined>();
}
for await (const one of ansatz.predictMany([[1, 2, 3], '2, 4, 6'], { workers: 2 })) {
  expectTypeOf(one).toEqualTypeOf<ManyResult>();
  // Either or, without a cast.
  if (one.error) expectTypeOf(one.error.code).toEqualTypeOf<ErrorCode>();
  else expectTypeOf(one.result).toEqualTypeOf<Result>();
}
expectTypeOf(ansatz.law('n').render('python')).resolves.toEqualTypeOf<string>();
await load({
  onProgress: (progress) => {
    expectTypeOf(progress).toEqualTypeOf<Progress>();
    if (progress.type === 'download') expectTypeOf(progress.cached).toEqualTypeOf<number>();
    if (progress.type === 'failed') expectTypeOf(progress.error).toEqualTypeOf<AnsatzError>();
  },
});

// What is refused before it runs.
// @ts-expect-error a proposer that does not exist
await ansatz.predict('1, 2, 3', { proposers: { oracle: true } });
// @ts-expect-error a signal is no number
await ansatz.predict('1, 2, 3', { signal: 5 });
// @ts-expect-error a network is waited for, used if ready, or off
await ansatz.predict('1, 2, 3', { network: 'maybe' });
// @ts-expect-error a stream has no callback for candidates
ansatz.search('1, 2, 3', { onCandidate: () => {} });
// @ts-expect-error no such verdict
const verdict: Verdict = 'certain';
// @ts-expect-error a code of another class
new InputError('trap', 'no');
// @ts-expect-error a language that does not exist
await ansatz.law('n').render('cobol');

export { verdict };
