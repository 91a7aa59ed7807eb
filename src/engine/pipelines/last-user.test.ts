/**
 * What stays of the end of a session, over every strategy: the last user message with an image, because no summary can quote one, and the last
 * message where nobody speaks.
 */
import { describe, expect, test } from 'vitest';
import { parseTranscript } from '../formats/index.ts';
import { validityByProvider } from '../measures/request.ts';
import { DEFAULT_SIGNALS, prepare } from '../signals/signal-prepare.ts';
import { createBuiltIn } from '../summarizers/built-in.ts';
import { checkRun, optionsOf } from '../testing/contract.ts';
import { charCounts } from '../testing/counts.ts';
import { attackFile } from '../testing/shared.ts';
import type { Message, Part, Transcript } from '../transcript/types.ts';
import { strategies } from './index.ts';

const IMAGE: Part = { type: 'image', mime: 'image/png', bytes: 3, data: 'AAAA' };
const FILE: Part = { type: 'file', name: 'a.pdf', mime: 'application/pdf', bytes: 6, data: 'QUJDREVG' };
const say = (text: string) => ({ type: 'text' as const, text });

/** A conversation with work in it that ends with `last`, and one in which a tool block follows. */
function conversation(last: readonly Part[], worksOn: boolean): Transcript {
  const messages: Message[] = [{ id: 's', role: 'system', parts: [say('You help.')] }];
  const block = (k: number | string): Message[] => [
    { id: `c${k}`, role: 'assistant', parts: [{ type: 'tool-call', id: `call-${k}`, name: 'Read', args: `{"path":"src/file${k}.ts"}` }] },
    { id: `r${k}`, role: 'tool', parts: [{ type: 'tool-result', callId: `call-${k}`, content: [say(`const value = ${k};\n`.repeat(60))] }] },
  ];
  for (let k = 0; k < 20; k++) {
    messages.push({ id: `u${k}`, role: 'user', parts: [say(`Question ${k}: what does src/file${k}.ts do, and why is it slow?`)] });
    messages.push(...block(k), { id: `a${k}`, role: 'assistant', parts: [say(`Answer ${k}: because of the loop in src/file${k}.ts. `.repeat(12))] });
  }
  messages.push({ id: 'last', role: 'user', parts: last });
  if (worksOn) messages.push(...block('x'), ...block('y'));
  return { id: 't', format: 'playground', tools: [], messages, compactions: [], branches: [], subagents: [] };
}

const cases: readonly (readonly [name: string, Transcript])[] = [
  ['an image alone', conversation([IMAGE], false)],
  ['a file alone', conversation([FILE], false)],
  ['words and an image', conversation([say('What is wrong in this screenshot?'), IMAGE], false)],
  ['an image, and work after it', conversation([IMAGE], true)],
  ['words and an image, and work after them', conversation([say('What is wrong in this screenshot?'), IMAGE], true)],
  ...['last-user-image-only.json', 'last-user-image.json'].flatMap((name): readonly (readonly [string, Transcript])[] => {
    const bytes = attackFile(name);
    const parsed = bytes && parseTranscript(bytes, { name });
    return parsed?.ok ? [[name, parsed.value.conversations[0]!] as const] : [];
  }),
];

describe.each(cases)('%s', (_, transcript) => {
  const p = prepare(transcript, charCounts(transcript), DEFAULT_SIGNALS);
  const last = transcript.messages.findLast(({ role }) => role === 'user')!;
  const builtIn = createBuiltIn();

  test('is the last user message', () => {
    expect(p.messages[p.lastUser]).toBe(last);
    expect(last.parts.some(({ type }) => type !== 'text')).toBe(true);
  });

  test.each(strategies.filter(({ onDemand }) => !onDemand).map((strategy) => [strategy.id, strategy] as const))(
    'stands after %s',
    (_id, strategy) => {
      const target = Math.ceil(p.counts.total * 0.1);
      const result = checkRun(p, strategy, optionsOf(strategy, { window: 128_000, target, own: false }, builtIn));
      expect(result.context()).toContain(last);
      const check = result.checks.find(({ id }) => id === 'last-user');
      if (check) expect(check.reason).toEqual({ key: 'check-last-user-kept', values: { message: p.lastUser + 1 } });
      // Not by being refused: nearly every strategy compacts this conversation.
      if (['summary', 'selective-summary', 'sliding-window', 'combo-basic'].includes(strategy.id)) expect(result.outcome).toBe('compacted');
    },
  );
});

describe('a session in which no user speaks', () => {
  const said = (role: Message['role'], k: number): Message => ({
    id: `${role}${k}`,
    role,
    parts: [say(`${k}: ${'a thing that was said '.repeat(40)}`)],
  });
  const transcript: Transcript = {
    ...conversation([IMAGE], false),
    messages: [{ id: 's', role: 'system', parts: [say('You help.')] }, ...Array.from({ length: 6 }, (_, k) => said('assistant', k))],
  };
  const p = prepare(transcript, charCounts(transcript), DEFAULT_SIGNALS);
  const builtIn = createBuiltIn();

  test.each(strategies.filter(({ onDemand }) => !onDemand).map((strategy) => [strategy.id, strategy] as const))(
    'its last message stands after %s, and providers that want a message have one',
    (_id, strategy) => {
      const result = checkRun(p, strategy, optionsOf(strategy, { window: 128_000, target: 300, own: false }, builtIn));
      // A product as shipped does what it does, and says so where nothing is left.
      const empty = Object.values(validityByProvider(p, result)).some((broken) => broken.some(({ rule }) => rule.endsWith('-no-messages')));
      expect(result.note?.key === 'note-no-message').toBe(empty);
      if (result.plan.asShipped) return;
      expect(result.context()).toContain(transcript.messages.at(-1));
      for (const violations of Object.values(validityByProvider(p, result)))
        expect(violations.filter(({ rule }) => rule.endsWith('-no-messages'))).toEqual([]);
    },
  );
});
