import { describe, expect, it } from 'vitest';
import { CALLS_TRIED, Trials } from './reason.ts';

const UNREACHABLE = { kind: 'unreachable' } as const;

describe('a model that never answers', () => {
  it('is given up after three calls, with how the last one ended', () => {
    const trials = new Trials();
    for (let call = 1; call < CALLS_TRIED; call++) trials.ended('m', UNREACHABLE);
    expect(trials.givenUp('m')).toBeNull();
    trials.ended('m', { kind: 'timeout' });
    expect(trials.givenUp('m')).toEqual({ kind: 'given-up', cause: { kind: 'timeout' } });
    expect(trials.givenUp('other')).toBeNull();
    trials.begin();
    expect(trials.givenUp('m')).toBeNull();
  });

  it.each([null, { kind: 'rejected' }, { kind: 'rate-limited' }, { kind: 'too-large' }] as const)('%j is an answer', (answer) => {
    const trials = new Trials();
    trials.ended('m', answer);
    for (let call = 0; call < 9; call++) trials.ended('m', UNREACHABLE);
    expect(trials.givenUp('m')).toBeNull();
  });

  it('a cancelled call says nothing', () => {
    const trials = new Trials();
    for (let call = 0; call < 9; call++) trials.ended('m', { kind: 'cancelled' });
    expect(trials.givenUp('m')).toBeNull();
    for (let call = 0; call < CALLS_TRIED; call++) trials.ended('m', UNREACHABLE);
    trials.ended('m', { kind: 'cancelled' });
    expect(trials.givenUp('m')).not.toBeNull();
  });
});
