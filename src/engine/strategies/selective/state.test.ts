import { expect, test } from 'vitest';
import { assistant, transcriptOf } from '../../testing/plans.ts';
import { afterRequest, isRecorded, type SelectiveState, stateOf } from './shared/selective-state.ts';

const transcript = transcriptOf([assistant(1, 'twelve chars')]);
const read = (selective: unknown): SelectiveState => stateOf({ ...transcript, extra: { selective } });
const NOTHING: SelectiveState = { cooldownLeft: 0, truncated: [], reasoning: [], offloaded: [] };

const cut = { message: 'm0', part: 0, chars: 12 };
const offloaded = { ref: 'r', message: 'm0', part: 0, tool: 'read', tokens: 9 };

test('what a file says of the state is taken where it has its shape', () => {
  const whole = { cooldownLeft: 2, truncated: [cut], reasoning: ['m0'], offloaded: [offloaded] };
  expect(read(whole)).toEqual(whole);
});

test.each<[string, unknown]>([
  ['no object', 'selective'],
  ['null', null],
  ['a list', [{ cooldownLeft: 2 }]],
  ['a cooldown below 0', { cooldownLeft: -1 }],
  ['a cooldown that is no whole number', { cooldownLeft: 1.5 }],
  ['no lists', { truncated: cut, reasoning: 'm0', offloaded }],
  ['other entries', { truncated: [null, 'm0', []], reasoning: [1, null], offloaded: [null, 'r', []] }],
  ['cuts without their message', { truncated: [{ ...cut, message: 1 }] }],
  ['cuts without their part', { truncated: [{ ...cut, part: -1 }] }],
  ['cuts without their characters', { truncated: [{ ...cut, chars: '12' }] }],
  ['results without a reference', { offloaded: [{ ...offloaded, ref: 1 }] }],
  ['results without their message', { offloaded: [{ ...offloaded, message: null }] }],
  ['results without their part', { offloaded: [{ ...offloaded, part: 0.5 }] }],
  ['results without their tool', { offloaded: [{ ...offloaded, tool: undefined }] }],
  ['results without their tokens', { offloaded: [{ ...offloaded, tokens: Number.NaN }] }],
])('%s: left out', (_, selective) => {
  expect(read(selective)).toEqual(NOTHING);
});

test('a request takes one from a cooldown; without one the transcript stays the same', () => {
  const cooling = { ...transcript, extra: { other: 1, selective: { cooldownLeft: 2 } } };
  expect(stateOf(afterRequest(cooling)).cooldownLeft).toBe(1);
  expect(afterRequest(cooling).extra).toMatchObject({ other: 1 });
  expect(stateOf(afterRequest(afterRequest(cooling))).cooldownLeft).toBe(0);
  expect(afterRequest(transcript)).toBe(transcript);
});

test('a cut is known by its message, its part and its length', () => {
  const [message] = transcript.messages;
  const known = (changes: Partial<typeof cut>): boolean => isRecorded(read({ truncated: [{ ...cut, ...changes }] }), message!, 0);
  expect([known({}), known({ message: 'm1' }), known({ part: 1 }), known({ chars: 11 })]).toEqual([true, false, false, false]);
  expect(isRecorded(read({ truncated: [cut] }), message!, 1)).toBe(false);
});
