import { describe, expect, it } from 'vitest';
import { compactNow } from '../../compaction/compaction-run.ts';
import type { CompactionResult } from '../../compaction/types.ts';
import { derive } from '../../compaction/derive.ts';
import type { PreparedTranscript } from '../../signals/contract.ts';
import { factIndexOf } from '../../signals/facts/index.ts';
import { DEFAULT_SIGNALS, prepare } from '../../signals/signal-prepare.ts';
import { createBuiltIn } from '../../summarizers/built-in.ts';
import { charCounts } from '../../testing/counts.ts';
import type { Message, Part, Transcript } from '../../transcript/types.ts';
import { factLedger } from './fact-ledger.ts';
import { resolveParams } from '../params.ts';
import { earlierEntries, fileUses, INTRODUCTION, ledgerEntriesOf, lineStart, snippetOf, usesOf } from './shared/entries.ts';
import { surveyOf } from '../../summarizers/survey.ts';

let ids = 0;
const said = (role: Message['role'], text: string): Message => ({ id: `m${ids++}`, role, parts: [{ type: 'text', text }] });
/** A call with its answer. */
function did(name: string, args: unknown, result: string): Message[] {
  const id = `c${ids++}`;
  const call: Part = { type: 'tool-call', id, name, args: JSON.stringify(args) };
  return [
    { id: `m${ids++}`, role: 'assistant', parts: [call] },
    { id: `m${ids++}`, role: 'tool', parts: [{ type: 'tool-result', callId: id, content: [{ type: 'text', text: result }] }] },
  ];
}
function preparedFrom(messages: readonly Message[]): PreparedTranscript {
  const transcript: Transcript = { id: 't', format: 'playground', tools: [], messages, compactions: [], branches: [], subagents: [] };
  return prepare(transcript, charCounts(transcript), DEFAULT_SIGNALS);
}

const talk = (k: number): Message => said('assistant', `Nothing of note in step ${k}. ${'The work goes on as it did before. '.repeat(12)}`);
const session = preparedFrom([
  said('system', 'You are careful.'),
  said('user', 'Please make the parser accept empty input. Never touch the lexer.'),
  ...did('Read', { file_path: '/home/dev/app/src/parse.ts' }, `export function parseTokens(input) {\n${'  step(input);\n'.repeat(60)}}`),
  ...did('Edit', { file_path: '/home/dev/app/src/parse.ts', old_string: 'a', new_string: 'return emptyList(input)' }, 'ok'),
  ...did('Edit', { file_path: '/home/dev/app/src/parse.ts', old_string: 'b', new_string: 'c' }, 'ok'),
  ...did('Bash', { command: 'npm run check:types' }, 'all good'),
  said('assistant', 'We decided to return an empty list instead of null, because callers iterate over the result of parseTokens.'),
  said('assistant', 'The order of the customer is WX-20317 and it costs 4250 dollars.'),
  ...Array.from({ length: 10 }, (_, k) => talk(k)),
  said('user', 'And now the documentation, please.'),
  talk(11),
]);

const summarizer = createBuiltIn();
function compacted(prepared: PreparedTranscript, target: number, params: Readonly<Record<string, unknown>> = {}): CompactionResult {
  const resolved = resolveParams(factLedger.params, params);
  if (!resolved.ok) throw new Error(resolved.error);
  const result = compactNow(prepared, factLedger, {
    budget: { window: 128_000, target, own: false },
    params: resolved.value,
    summarizer,
    weight: 0.6,
    seed: 1,
  });
  if (result instanceof Promise) throw new Error('expected an answer at once');
  return result;
}
const ledgerOf = (result: CompactionResult): string => result.summaries[0]?.text ?? '';

describe('fact ledger', () => {
  it('keeps recent messages whole and tells the rest as facts with their words', () => {
    const result = compacted(session, Math.floor(session.counts.total * 0.5));
    expect(result.outcome).toBe('compacted');
    expect(result.metTarget).toBe(true);
    const text = ledgerOf(result);
    expect(text.startsWith(INTRODUCTION)).toBe(true);
    // The file with what was done to it, and the words beside a name in it.
    expect(text).toContain('/home/dev/app/src/parse.ts (modified 2×, read) — ');
    expect(text).toContain('return emptyList(input');
    expect(text).toContain('Decided:\n- Decided to return an empty list instead of null, because callers iterate over the result of parseTokens.');
    expect(text).toContain('is WX-20317 and it costs 4250 dollars');
    // The decision tells that name: it needs no line of its own.
    expect(text.match(/parseTokens/g)).toHaveLength(1);
    // The newest message stays.
    expect(result.context().at(-1)).toBe(session.messages.at(-1));
  });

  it('plans at most what it writes, and more room tells at least as much', () => {
    const facts = (target: number): number => {
      const result = compacted(session, target, { ledgerShare: 1 });
      const [written] = result.summaries;
      expect(written!.tokens).toBeLessThanOrEqual(written!.request.maxTokens + session.counts.message(said('user', `${INTRODUCTION}\n`)) + 2);
      return new Set(ledgerOf(result).match(/parseTokens|emptyList|WX-20317|4250|parse\.ts/g)).size;
    };
    const total = session.counts.total;
    const told = [0.1, 0.15, 0.25].map((share) => facts(Math.floor(total * share)));
    expect(told).toEqual(told.toSorted((a, b) => a - b));
    expect(told.at(-1)).toBe(5);
  });

  it('says why each message stays or went, with its facts counted', () => {
    const { plan } = compacted(session, Math.floor(session.counts.total * 0.5));
    const at = session.messages.findIndex(({ parts }) => parts.some((part) => part.type === 'text' && part.text.includes('WX-20317')));
    const { key, values } = plan.reason(at);
    expect(key).toBe('sum-ledger');
    expect(values).toMatchObject({ facts: 2, told: 2, stand: 0, lost: 0, back: session.n - at });
    expect(plan.reason(session.n - 1).key).toBe('recent');
    expect(plan.reason(0).key).toBe('keep-header');
  });

  it('says how many stay for being recent, none where the newest message goes too', () => {
    const keys = [10, 330, 350, 790].map((target) => {
      const { plan } = compacted(session, target);
      return [plan.reason(2).values?.keep === 0, plan.reason(session.n - 1).key];
    });
    const [goes, stays] = [
      [true, 'sum-ledger'],
      [false, 'recent'],
    ];
    expect(keys).toEqual([goes, goes, stays, stays]);
  });

  it('leaves out what still stands in messages that stay', () => {
    const again = preparedFrom([...session.messages, said('assistant', 'As for WX-20317: done.')]);
    const result = compacted(again, Math.floor(again.counts.total * 0.5));
    expect(ledgerOf(result)).not.toContain('WX-20317');
    expect(result.context().some(({ parts }) => parts.some((part) => part.type === 'text' && part.text.includes('WX-20317')))).toBe(true);
  });

  it('drops without a ledger where there is no room for one and none is asked for', () => {
    const result = compacted(session, 60, { ledgerMinTokens: 0 });
    expect(result.summaries).toEqual([]);
    expect(result.plan.reason(2)).toMatchObject({ key: 'drop-no-ledger', values: { least: 40 } });
    expect(result.metTarget).toBe(true);
  });

  it('takes an earlier ledger in without nesting it, and adds up what was done to a file', () => {
    const first = compacted(session, Math.floor(session.counts.total * 0.4));
    const left = derive(session, first);
    const next = preparedFrom([
      ...left.messages,
      ...did('Edit', { file_path: '/home/dev/app/src/parse.ts', old_string: 'c', new_string: 'd' }, 'ok'),
      ...Array.from({ length: 8 }, (_, k) => talk(20 + k)),
    ]);
    const text = ledgerOf(compacted(next, Math.floor(next.counts.total * 0.5)));
    expect(text.split(INTRODUCTION)).toHaveLength(2);
    expect(text).toContain('/home/dev/app/src/parse.ts (modified 3×, read)');
    expect(text).toContain('the result of parseTokens');
    expect(text.match(/WX-20317/g)).toHaveLength(1);
  });

  it('is the same twice', () => {
    const target = Math.floor(session.counts.total * 0.3);
    expect(ledgerOf(compacted(preparedFrom(session.messages), target))).toBe(ledgerOf(compacted(session, target)));
  });
});

describe('a line cut down to its facts', () => {
  const span = (text: string, fact: string) => ({ start: text.indexOf(fact), end: text.indexOf(fact) + fact.length });

  it('has the asked number of words on each side', () => {
    const text = 'one two three buildIndex four five six';
    expect(snippetOf(text, [span(text, 'buildIndex')], 0)).toBe('buildIndex');
    expect(snippetOf(text, [span(text, 'buildIndex')], 1)).toBe('three buildIndex four');
    expect(snippetOf(text, [span(text, 'buildIndex')], 2)).toBe('two three buildIndex four five');
  });

  it('leaves out what lies between facts that are far apart', () => {
    const text = `call readFile now ${'and then much else '.repeat(4)}before writeFile again`;
    expect(snippetOf(text, [span(text, 'readFile'), span(text, 'writeFile')], 1)).toBe('call readFile now … before writeFile again');
    const near = 'from readFile to writeFile again';
    expect(snippetOf(near, [span(near, 'readFile'), span(near, 'writeFile')], 1)).toBe(near);
  });

  it('stays within its line, also where JSON writes the line break', () => {
    const text = 'let other = 1;\\n\\tconst fooBar = compute()\\nnext line';
    expect(snippetOf(text, [span(text, 'fooBar')], 2)).toBe('const fooBar = compute');
  });
});

describe('how far a line is looked at', () => {
  const snippet = (text: string, words: number, ...facts: readonly string[]): string =>
    snippetOf(
      text,
      facts.map((fact) => ({ start: text.indexOf(fact), end: text.indexOf(fact) + fact.length })),
      words,
    );

  it('for words 40 characters on both sides', () => {
    const infront = (distance: number) => snippet(`walrus${' '.repeat(distance - 6)}buildIndex`, 1, 'buildIndex');
    expect([infront(40), infront(41)]).toEqual(['walrus buildIndex', 'alrus buildIndex']);
    const behind = (distance: number) => snippet(`buildIndex${' '.repeat(distance - 6)}walrus`, 1, 'buildIndex');
    expect([behind(40), behind(41)]).toEqual(['buildIndex walrus', 'buildIndex walru']);
  });

  it('facts at most 24 characters apart share a piece', () => {
    const apart = (distance: number) => snippet(`readFile ${'x'.repeat(distance - 2)} writeFile`, 0, 'readFile', 'writeFile');
    expect([apart(24), apart(25)]).toEqual([`readFile ${'x'.repeat(22)} writeFile`, 'readFile … writeFile']);
  });

  it('a word of more than 24 characters is cut to as many', () => {
    const behind = (length: number) => snippet(`buildIndex ${'x'.repeat(length)}y`, 1, 'buildIndex');
    expect([behind(23), behind(24)]).toEqual([`buildIndex ${'x'.repeat(23)}y`, `buildIndex ${'x'.repeat(24)}`]);
    const infront = (length: number) => snippet(`y${'x'.repeat(length)} buildIndex`, 1, 'buildIndex');
    expect([infront(23), infront(24)]).toEqual([`y${'x'.repeat(23)} buildIndex`, `${'x'.repeat(24)} buildIndex`]);
  });

  it('a text without lines has one every 160 characters', () => {
    const text = 'a'.repeat(400);
    expect([0, 160, 161, 319, 320].map((at) => lineStart(text, at))).toEqual([0, 0, 160, 160, 320]);
    expect(lineStart(`${'a'.repeat(200)}\n${'a'.repeat(100)}`, 300)).toBe(201);
    // As JSON writes it; a letter n alone ends nothing.
    expect(lineStart('{"a":"one\\ntwo', 14)).toBe(11);
    expect(lineStart('{"a":"onentwo', 13)).toBe(0);
  });
});

describe('entries', () => {
  const entriesOf = (...messages: Message[]) => ledgerEntriesOf(preparedFrom(messages).transcript, 1).entries;

  it('a file that was changed is worth 4 by itself, one that was read nothing', () => {
    const files = entriesOf(
      ...did('Edit', { file_path: 'src/a.ts', old_string: 'x', new_string: 'y' }, 'ok'),
      ...did('Read', { file_path: 'src/b.ts' }, 'z'),
    ).filter(({ section, text }) => section === 'Files' && text === '');
    expect(files.map(({ head, base }) => [head, base]).sort()).toEqual([
      ['src/a.ts (modified)', 4],
      ['src/b.ts (read)', 0],
    ]);
  });

  /** Numbers of the tickets in each entry. */
  const tickets = (...messages: Message[]): string[][] =>
    entriesOf(...messages)
      .map(({ text }) => text.match(/WX-\d+/g) ?? [])
      .filter((found) => found.length > 0);

  it('eight facts on one line stand in one entry, never more', () => {
    const row = (count: number) => said('assistant', Array.from({ length: count }, (_, k) => `WX-${20311 + k}`).join(' and then '));
    expect(tickets(row(8)).map((found) => found.length)).toEqual([8]);
    // Those beyond the eighth are in another one.
    for (const count of [9, 12]) {
      const found = tickets(row(count));
      expect(Math.max(...found.map((one) => one.length))).toBeLessThanOrEqual(8);
      expect(new Set(found.flat()).size).toBe(count);
    }
  });

  it('a fact joins a line with another one where that is among its last six mentions', () => {
    // The first ticket is by far the more frequent one, and the text with both tells more than outputs.
    const often = Array.from({ length: 40 }, (_, k) => did('Bash', { command: `look ${k}` }, `run ${k} has WX-20311 in it`)).flat();
    const later = (count: number) =>
      Array.from({ length: count }, (_, k) => did('Bash', { command: `see ${k}` }, `then ${k} saw WX-30001 in it`)).flat();
    const together = (count: number) =>
      tickets(...often, said('assistant', 'So WX-20311 and WX-30001 belong together.'), ...later(count)).some((found) => found.length === 2);
    expect([5, 6].map(together)).toEqual([true, false]);
  });

  it('a statement is cut at 150 characters', () => {
    const asked = (length: number) =>
      entriesOf(said('user', `Please rename the parser to ${'a'.repeat(length - 29)}.`)).find(({ section }) => section === 'Asked')!.text;
    expect(asked(150)).toBe(`Please rename the parser to ${'a'.repeat(121)}.`);
    expect(asked(151)).toBe(`Please rename the parser to ${'a'.repeat(122)} …`);
  });

  it('a head is cut at 40 characters', () => {
    const head = (length: number) =>
      entriesOf(...did('find_customer', { id: 'a'.repeat(length - 19) }, 'The order is WX-20317.')).find(({ text }) => text.includes('WX-20317'))!
        .head;
    expect(head(40)).toBe(`find_customer(id: ${'a'.repeat(21)})`);
    expect(head(41)).toBe(`find_customer(id: ${'a'.repeat(22)} …`);
  });

  it('has up to four words on each side', () => {
    const words = (count: number) => resolveParams(factLedger.params, { ledgerWords: count }).ok;
    expect([words(4), words(5)]).toEqual([true, false]);
    const [entry] = ledgerEntriesOf(preparedFrom([said('assistant', 'one two three four five WX-20317 six')]).transcript, 4).entries;
    expect(entry!.text).toBe('two three four five WX-20317 six');
  });
});

describe('weights', () => {
  it('half more for a fact in the arguments of a call', () => {
    const messages = [said('user', 'Go on.'), ...did('Edit', { file_path: 'src/a.ts', new_string: 'return calledName(input)' }, 'ok')];
    const index = factIndexOf(preparedFrom(messages).transcript, 'recall');
    const id = index.key.findIndex((key) => key.includes('calledName'));
    // 1 × 2^−0.2 × (1 + 0.5)
    expect(usesOf(index, messages, 0).weight[id]).toBeCloseTo(1.5 * 2 ** -0.2, 9);
  });

  it('fall with age and rise with mentions and with who said it', () => {
    const messages = [
      said('user', 'Look at oldName.'),
      said('assistant', 'oldName and newName and dullName.'),
      said('user', 'See toolName.'),
      said('assistant', 'newName again.'),
    ];
    const { transcript } = preparedFrom(messages);
    const index = factIndexOf(transcript, 'recall');
    const { weight, count, last } = usesOf(index, messages, 0);
    const of = (name: string): number => index.key.findIndex((key) => key.endsWith(name));
    expect([count[of('newName')], last[of('newName')]]).toEqual([2, 3]);
    // 2^0.5 × 1^−0.2 × (1 + 1.5)
    expect(weight[of('newName')]).toBeCloseTo(3.5355, 4);
    // 1 × 2^−0.2 × (1 + 0.25)
    expect(weight[of('toolName')]).toBeCloseTo(1.0882, 4);
    expect(weight[of('oldName')]!).toBeGreaterThan(weight[of('dullName')]!);
    expect(usesOf(index, messages, 2).weight[of('dullName')]).toBe(0);
  });
});

describe('an earlier ledger', () => {
  it('is read entry by entry', () => {
    const ledger = said(
      'user',
      `${INTRODUCTION}\nDecided:\n- use a list — not null\nFiles:\n- a.ts (created) — foo bar · baz qux\n- b.ts (read)\nSaid:\n- the number 4250`,
    );
    expect(earlierEntries([said('user', 'hello'), ledger], 0)).toEqual([
      { section: 'Decided', head: '', text: 'use a list — not null', at: 1 },
      { section: 'Files', head: 'a.ts (created)', text: 'foo bar', at: 1 },
      { section: 'Files', head: 'a.ts (created)', text: 'baz qux', at: 1 },
      { section: 'Files', head: 'b.ts (read)', text: '', at: 1 },
      { section: 'Said', head: '', text: 'the number 4250', at: 1 },
    ]);
  });

  it('gives its operations to those that came since', () => {
    const messages = did('Edit', { file_path: 'a.ts', old_string: 'x', new_string: 'y' }, 'ok');
    const uses = fileUses(surveyOf(messages), [{ head: 'a.ts (created, modified 2×)', at: 0 }]);
    expect(uses.get('a.ts')?.head).toBe('a.ts (created, modified 3×)');
  });
});
