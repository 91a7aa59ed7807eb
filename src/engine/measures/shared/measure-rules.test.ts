/** What rules are asked of: the flags of a message, calls and results of a request, and the counts of what is broken. */
import { describe, expect, test } from 'vitest';
import { RULE_SETS, type RuleSetId } from '../../formats/contract.ts';
import type { PreparedTranscript } from '../../signals/contract.ts';
import { letterPlan, resultOfPlan } from '../../testing/letter-plans.ts';
import { preparedSession, sessionOf, type SessionMessage } from '../../testing/sessions.ts';
import type { Part } from '../../transcript/types.ts';
import { brokenIn, wayThrough } from './measure-rules.ts';
import {
  ASSISTANT,
  BAD_ARGUMENTS,
  compactedRequest,
  ENDS_IN_REASONING,
  ENDS_IN_SPACE,
  HAS_BLANK,
  HAS_CALLS,
  HAS_CONTENT,
  HAS_LONE_SURROGATE,
  HAS_RESULTS,
  HAS_TEXT,
  originalRequest,
  SYSTEM,
  USER,
} from './shapes.ts';

const text = (words: string): Part => ({ type: 'text', text: words });
const call = (id: string, args = '{}'): Part => ({ type: 'tool-call', id, name: 'run', args });
const answer = (callId: string, words = 'done'): Part => ({ type: 'tool-result', callId, content: [{ type: 'text', text: words }] });
const thought = (words: string, signature?: string): Part => ({ type: 'reasoning', text: words, ...(signature && { signature }) });
const image: Part = { type: 'image', mime: 'image/png', bytes: 3, data: 'AAAA' };

const system = (...parts: Part[]): SessionMessage => ({ role: 'system', parts });
const user = (...parts: Part[]): SessionMessage => ({ role: 'user', parts });
const agent = (...parts: Part[]): SessionMessage => ({ role: 'assistant', parts });
const tool = (...parts: Part[]): SessionMessage => ({ role: 'tool', parts });
const preparedFrom = (...messages: SessionMessage[]): PreparedTranscript => preparedSession(sessionOf(messages));

describe('flags of a message', () => {
  const flags = (...parts: Part[]): number => originalRequest(preparedFrom(user(...parts))).shapes.flags[0]!;

  test('texts: what is seen, white space alone, nothing', () => {
    expect(flags()).toBe(0);
    expect(flags(text(''))).toBe(0);
    expect(flags(text('so'))).toBe(HAS_TEXT | HAS_CONTENT);
    expect(flags(text(' \n'))).toBe(HAS_BLANK | ENDS_IN_SPACE);
    expect(flags(text(' '), text('so'))).toBe(HAS_BLANK | HAS_TEXT | HAS_CONTENT);
  });

  test('the end counts: white space in the last text, reasoning after which nothing comes', () => {
    const seen = HAS_TEXT | HAS_CONTENT;
    expect(flags(text('so '))).toBe(seen | ENDS_IN_SPACE);
    expect(flags(text('so '), text('it'))).toBe(seen);
    expect(flags(text('so '), text(''))).toBe(seen | ENDS_IN_SPACE);
    expect(flags(text('so '), call('a'))).toBe(seen | HAS_CALLS);
    expect(flags(text('so'), thought('hm'))).toBe(seen | ENDS_IN_REASONING);
    expect(flags(thought('hm'), text('so'))).toBe(seen);
    expect(flags(thought('hm'), text(''))).toBe(HAS_CONTENT | ENDS_IN_REASONING);
    expect(flags(thought('hm '), call('a'))).toBe(HAS_CONTENT | HAS_CALLS);
  });

  test('reasoning is content unless it is empty; so is an image', () => {
    expect([flags(thought('')), flags(thought('', 's')), flags(image)]).toEqual([0, HAS_CONTENT | ENDS_IN_REASONING, HAS_CONTENT]);
  });

  test('calls, results, and arguments that are no object', () => {
    expect(flags(call('a'))).toBe(HAS_CALLS | HAS_CONTENT);
    expect(flags(answer('a'))).toBe(HAS_RESULTS | HAS_CONTENT);
    for (const args of ['[]', 'null', '1', '"x"', 'x', '']) expect(flags(call('a', args)), args).toBe(HAS_CALLS | HAS_CONTENT | BAD_ARGUMENTS);
    const { shapes } = originalRequest(preparedFrom(agent(call('a', '{}'), call('b', '[]'), call('c', 'x'), call('d', ''))));
    expect([shapes.notJson[0], shapes.notObject[0]]).toEqual([2, 1]);
  });

  test('half of a surrogate pair, wherever it is', () => {
    const torn = (part: Part) => (flags(part) & HAS_LONE_SURROGATE) !== 0;
    const half = 'x\ud83d';
    expect([text(half), thought(half), call('a', half), answer('a', half)].map(torn)).toEqual([true, true, true, true]);
    expect([text('😀'), answer('a', '😀'), image].map(torn)).toEqual([false, false, false]);
    expect(
      torn({
        type: 'tool-result',
        callId: 'a',
        content: [
          { type: 'text', text: 'x' },
          { type: 'text', text: half },
        ],
      }),
    ).toBe(true);
  });

  test('behind the messages stand three insertions, texts of the system, the user and the assistant', () => {
    const { shapes } = originalRequest(preparedFrom(user(), agent()));
    expect([...shapes.role].slice(2)).toEqual([SYSTEM, USER, ASSISTANT]);
    expect([...shapes.flags].slice(2)).toEqual(Array.from({ length: 3 }, () => HAS_TEXT | HAS_CONTENT));
  });

  test('calls and results go by the numbers of their ids', () => {
    const { shapes } = originalRequest(preparedFrom(agent(call('a'), call('b')), tool(answer('b')), tool(answer('a'), answer('x'))));
    const ids = (from: Int32Array, to: Int32Array, s: number, next = 0) => [...shapes.ids.subarray(from[s], to[s + next])];
    expect([0, 1, 2].map((s) => ids(shapes.callStart, shapes.resultStart, s))).toEqual([[0, 1], [], []]);
    expect([0, 1, 2].map((s) => ids(shapes.resultStart, shapes.callStart, s, 1))).toEqual([[], [1], [0, 2]]);
    expect(shapes.idCount).toBe(3);
  });
});

/** What is broken, as rule, position and count. */
const broken = (rules: RuleSetId, ...messages: SessionMessage[]): string[] => {
  const p = preparedFrom(...messages);
  return wayThrough(rules, originalRequest(p).shapes, p.n).broken.map(({ rule, position, count }) => `${rule} ${position} ${count}`);
};

describe('counts', () => {
  test('of calls without a result, by the message that made them', () => {
    const messages = [user(text('Go.')), agent(call('a'), call('b'), call('c')), tool(answer('b')), agent(call('d')), user(text('So?'))];
    expect(broken('openai-chat', ...messages)).toEqual(['openai-call-unanswered 1 2', 'openai-call-unanswered 3 1']);
    expect(broken('openai-responses', ...messages)).toEqual(['responses-call-unanswered 1 2', 'responses-call-unanswered 3 1']);
    // Messages of one side are one for Anthropic: what is answered between them does not end it.
    expect(broken('anthropic', ...messages)).toEqual(['anthropic-call-unanswered 1 2', 'anthropic-call-unanswered 3 1']);
    expect(broken('gemini', ...messages)).toEqual(['gemini-responses-missing 1 2', 'gemini-responses-missing 3 1']);
  });

  test('of results that nobody waits for', () => {
    const messages = [user(text('Go.')), agent(call('a')), tool(answer('a'), answer('x'), answer('y')), agent(text('So.'))];
    expect(broken('openai-chat', ...messages)).toEqual(['openai-result-without-call 2 2']);
    expect(broken('openai-responses', ...messages)).toEqual(['responses-output-without-call 2 2']);
    expect(broken('anthropic', ...messages)).toEqual(['anthropic-result-without-call 2 2']);
    expect(broken('gemini', ...messages)).toEqual(['gemini-response-without-call 2 2']);
  });

  test('of results behind a text, and of arguments', () => {
    const late = [user(text('Go.')), agent(call('a'), call('b')), user(text('Wait.')), tool(answer('a'), answer('b'))];
    expect(broken('anthropic', ...late)).toEqual(['anthropic-result-not-first 3 2']);
    const bad = [
      user(text('Go.')),
      agent(call('a', 'x'), call('b', '[]'), call('c', 'y'), call('d')),
      tool(...['a', 'b', 'c', 'd'].map((id) => answer(id))),
    ];
    expect(broken('openai-chat', ...bad)).toEqual(['openai-arguments-not-json 1 2']);
    expect(broken('anthropic', ...bad)).toEqual(['anthropic-input-not-object 1 3']);
    expect(broken('gemini', ...bad)).toEqual(['gemini-args-not-object 1 3']);
    expect(broken('openai-responses', ...bad)).toEqual([]);
  });

  test('a call of the same id may be made again once it was answered', () => {
    const messages = [user(text('Go.')), agent(call('a')), tool(answer('a')), agent(call('a')), tool(answer('a')), agent(text('So.'))];
    for (const rules of RULE_SETS) expect(broken(rules, ...messages), rules).toEqual([]);
  });
});

describe('sides', () => {
  test('OpenAI Chat: only an assistant needs content; blanks are some', () => {
    expect(broken('openai-chat', user(text('')), system(text('')), agent(), agent(text(' ')), agent(call('a')), tool(answer('a')))).toEqual([
      'openai-empty-content 2 1',
    ]);
  });

  test('Anthropic: system messages stand outside, and an empty assistant only at the end', () => {
    expect(broken('anthropic', system(text('Be careful.')), user(text('Go.')), system(text('')), agent(text('So.')))).toEqual([]);
    expect(broken('anthropic', user(text('Go.')), agent(), user(text('So?')), agent())).toEqual(['anthropic-empty-content 1 1']);
    expect(broken('anthropic', user(text('Go.')), agent(text('So.')), user())).toEqual(['anthropic-empty-content 2 1']);
    // The side goes on over a system message: the assistant is not first.
    expect(broken('anthropic', agent(text('So.')), system(text('x')), agent(text('So.')))).toEqual(['anthropic-first-user 0 1']);
    expect(broken('anthropic', user(text('Go.')), agent(call('a')), agent(text('So.')), tool(answer('a')), agent(text('So.')))).toEqual([]);
  });

  test('Anthropic: a text of the user before the results of the next block counts for that block alone', () => {
    const messages = [user(text('Go.')), agent(call('a')), tool(answer('a')), user(text('More.')), agent(call('b')), tool(answer('b'))];
    expect(broken('anthropic', ...messages)).toEqual([]);
    const behind = [user(text('Go.')), agent(call('a'), call('b')), tool(answer('a')), user(text(' '), image), tool(answer('b'))];
    expect(broken('anthropic', ...behind)).toEqual(['anthropic-blank-text 3 1']);
  });

  test('Anthropic: white space at the end, of a final answer that says something', () => {
    expect(broken('anthropic', user(text('Go.')), agent(text('So. ')))).toEqual(['anthropic-final-space 1 1']);
    expect(broken('anthropic', user(text('Go.')), agent(text(' ')))).toEqual(['anthropic-blank-text 1 1']);
    expect(broken('anthropic', user(text('Go. ')))).toEqual([]);
    expect(broken('anthropic', user(text('Go.')), agent(text('So. ')), user(text('Go.')))).toEqual([]);
  });

  test('Responses: reasoning leads to the next item of the assistant', () => {
    expect(broken('openai-responses', user(text('Go.')), agent(thought('hm')), agent(text('So.')))).toEqual([]);
    expect(broken('openai-responses', user(text('Go.')), agent(thought('hm')), user(text('So?')))).toEqual(['responses-reasoning-alone 1 1']);
    expect(broken('openai-responses', user(text('Go.')), agent(thought('hm')))).toEqual(['responses-reasoning-alone 1 1']);
    expect(broken('openai-responses', user(text('Go.')), agent(thought('hm')), agent(text('')))).toEqual(['responses-reasoning-alone 1 1']);
    expect(broken('openai-responses', user(thought('hm')))).toEqual([]);
  });

  test('Gemini: a call after the user or after responses; system messages are not seen', () => {
    expect(
      broken(
        'gemini',
        system(text('x')),
        user(text('Go.')),
        system(text('')),
        agent(call('a')),
        tool(answer('a')),
        agent(call('b')),
        tool(answer('b')),
      ),
    ).toEqual([]);
    expect(broken('gemini', agent(text('So.')), agent(call('a')), tool(answer('a')))).toEqual([
      'gemini-first-user 0 1',
      'gemini-call-not-after-user 1 1',
    ]);
    expect(broken('gemini', user(text('Go.')), agent(text(' ')), agent())).toEqual(['gemini-empty-content 2 1']);
    expect(broken('gemini', user(text('Go.')), agent(call('a')), system(text('x')), tool(answer('a')))).toEqual([]);
  });
});

describe('a compacted request', () => {
  /** Positions of what is broken in the request that a plan leaves, by the way of the original and by looking at each message. */
  function left(rules: RuleSetId, p: PreparedTranscript, letters: string, extra: Parameters<typeof letterPlan>[1] = { insertions: [] }): string[] {
    const way = wayThrough(rules, originalRequest(p).shapes, p.n);
    const request = compactedRequest(p, resultOfPlan(p, letterPlan(letters, extra)));
    return brokenIn(rules, request, way).map(({ rule, position, count }) => `${rule} ${position} ${count}`);
  }
  const p = preparedFrom(
    user(text('Go.')),
    agent(text('So.')),
    user(text('Go on.')),
    agent(call('a')),
    tool(answer('a')),
    agent(text('')),
    user(text('More.')),
    agent(call('b')),
    user(text('Hm.')),
    agent(text('So it is.')),
  );

  test('breaks at its own positions what the original breaks further down', () => {
    expect(broken('openai-chat', ...p.messages)).toEqual(['openai-empty-content 5 1', 'openai-call-unanswered 7 1']);
    expect(left('openai-chat', p, 'KKKKKKKKKK')).toEqual(['openai-empty-content 5 1', 'openai-call-unanswered 7 1']);
    expect(left('openai-chat', p, 'DDKKKKKKKK')).toEqual(['openai-empty-content 3 1', 'openai-call-unanswered 5 1']);
    expect(left('openai-chat', p, 'KKDDDKKKKK')).toEqual(['openai-empty-content 2 1', 'openai-call-unanswered 4 1']);
    expect(left('openai-chat', p, 'KKKKKDKDKK')).toEqual([]);
  });

  test('breaks what only its gaps make wrong', () => {
    expect(left('openai-chat', p, 'KKKKDDKDKK')).toEqual(['openai-call-unanswered 3 1']);
    expect(left('openai-chat', p, 'KKKDKDKDKK')).toEqual(['openai-result-without-call 3 1']);
    expect(left('anthropic', p, 'DKKKKDKDKK')).toEqual(['anthropic-first-user 0 1']);
  });

  test('has the calls of its edits, and new ids among them', () => {
    const edits = (parts: readonly Part[]) => ({ insertions: [], edits: new Map([[3, parts]]) });
    expect(left('openai-chat', p, 'KKKEKDKDKK', edits([call('a')]))).toEqual([]);
    expect(left('openai-chat', p, 'KKKEKDKDKK', edits([call('z')]))).toEqual(['openai-result-without-call 4 1', 'openai-call-unanswered 3 1']);
    expect(left('openai-chat', p, 'KKKEKDKDKK', edits([text('So.')]))).toEqual(['openai-result-without-call 4 1']);
  });

  test('of an edit without parts nothing is left in it', () => {
    expect(left('openai-chat', p, 'KEKKKDKDKK', { insertions: [], edits: new Map() })).toEqual(['openai-empty-content 1 1']);
  });
});

describe('references that only one program can find', () => {
  test.each([
    ['openai-chat', 'openai'],
    ['openai-responses', 'responses'],
    ['anthropic', 'anthropic'],
    ['gemini', 'gemini'],
  ] as const)('are none for %s, in messages and in results', (rules, prefix) => {
    const media = (url: string): Part => ({ type: 'image', url });
    for (const url of ['sediment://file_1', 'file:///w/a.png', 'attachment://a'])
      expect(broken(rules, user(text('Look.'), media(url)))).toEqual([`${prefix}-local-reference 0 1`]);
    for (const url of ['https://example.org/a.png', 'file-abc', 'file_1', 'gs://b/a.png'])
      expect(broken(rules, user(text('Look.'), media(url)))).toEqual([]);
  });
});
