import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deepFreeze } from '../testing/freeze.ts';
import { normalize } from '../testing/normalize.ts';
import { richTranscripts } from '../testing/rich-transcripts.ts';
import { sharedDir, sharedFiles, type SharedFile } from '../testing/shared.ts';
import type { Message, Transcript } from '../transcript/types.ts';
import type { Format, ImportError } from './contract.ts';
import { prepareMessages } from './prepare.ts';
import { conversationsOf, formatById, formats, parseTranscript, serializeTranscript, type ExportResult } from './index.ts';
import { anthropicProblems, chatProblems, geminiProblems, responsesProblems } from '../testing/provider-rules.ts';
import { deep, runs, someSharedFiles } from '../testing/scale.ts';

const exportable = formats.filter((format) => format.serialize !== undefined);
const shared = sharedFiles();

/** Formats of the collection that are meant to import, and the format they import as. */
const MEANT: Readonly<Record<string, string>> = {
  'openai-chat': 'openai-chat',
  'openai-finetune-jsonl': 'openai-finetune',
  'tau-bench': 'tau-bench',
  'swe-agent-traj': 'swe-agent',
  'mini-swe-agent': 'mini-swe-agent',
  toolbench: 'toolbench',
  openhands: 'openhands',
  'inspect-eval': 'inspect',
  'chatgpt-export': 'chatgpt-export',
  'claude-ai-export': 'claude-ai-export',
  'anthropic-messages': 'anthropic-messages',
  'claude-code': 'claude-code',
  pi: 'pi',
  'codex-rollout': 'codex-rollout',
  'openai-responses': 'openai-responses',
  'gemini-api': 'gemini-api',
  'gemini-cli': 'gemini-cli',
  sharegpt: 'sharegpt',
  cline: 'cline',
};
// One of Codex's holds events of the interface only.
const meant = shared.filter(({ entry }) => entry.format in MEANT && entry.messages !== 0);

function read(bytes: Uint8Array | string, format?: string): Transcript {
  const parsed = parseTranscript(bytes, { format: format ?? null });
  if (!parsed.ok) throw new Error(`${parsed.error.code}: ${parsed.error.message}`);
  return parsed.value.conversations[0]!;
}

function write(transcript: Transcript, format: Format): ExportResult {
  const written = serializeTranscript(transcript, format.id);
  if (!written.ok) throw new Error(written.error.message);
  return written.value;
}

/** As exports write texts: without halves of surrogate pairs. */
function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/\p{Surrogate}/gu, '\ufffd');
  if (Array.isArray(value)) return value.map(wellFormed);
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([key, own]) => [wellFormed(key), wellFormed(own)]))
    : value;
}

/** As text is exported: control characters as their pictures, because a file with them is taken for binary. */
const pictured = (value: unknown): unknown =>
  JSON.parse(
    // Line feeds, tabs, form feeds, returns and escape characters stay; JSON writes the others as escapes.
    (JSON.stringify(value) ?? 'null').replace(/\\(?:\\|b|u00(?:0[0-7be-f]|1[\dac-f]))/g, (found) =>
      found === '\\\\' ? found : found === '\\b' ? '\u2408' : String.fromCharCode(0x2400 + Number.parseInt(found.slice(2), 16)),
    ),
  );

/** The providers' rules, by the format of their requests. */
const PROBLEMS: Readonly<Record<string, (body: Record<string, unknown>) => string[]>> = {
  'openai-chat': chatProblems,
  'openai-responses': responsesProblems,
  'gemini-api': geminiProblems,
  'anthropic-messages': anthropicProblems,
};

interface Trip {
  readonly before: unknown;
  readonly after: unknown;
  readonly problems: readonly string[];
}

/** Export and import: the transcript as the format can hold it, before and after, and the provider's rules that the export breaks. */
function roundTrip(transcript: Transcript, format: Format): Trip {
  const { text } = write(transcript, format);
  // Nothing but reasoning, which some formats have no valid place for: nothing is left to import.
  if (prepareMessages(transcript, format.carries!).length === 0) return { before: [], after: [], problems: [] };
  const again = read(text, format.id);
  if (format.id === 'playground') return { before: wellFormed(transcript), after: again, problems: [] };
  const problems = PROBLEMS[format.id]?.(JSON.parse(text)) ?? [];
  const held = normalize(transcript, format.carries!);
  return { before: wellFormed(format.id === 'text' ? pictured(held) : held), after: normalize(again, format.carries!), problems };
}

/** What keeps a person from acting on an error; nothing where there is none. */
function unclear(error: ImportError | undefined): readonly string[] {
  if (!error) return [];
  return [
    ...(/^[a-z]+(-[a-z]+)*$/.test(error.code) ? [] : ['code']),
    ...(error.message.length > 10 ? [] : ['message']),
    ...(error.expected.length > 10 ? [] : ['expected']),
    ...((error.excerpt ?? '').length <= 602 ? [] : ['excerpt']),
  ];
}

describe('the registry', () => {
  it('holds unique ids, and says what every exportable format carries', () => {
    expect(new Set(formats.map((format) => format.id)).size).toBe(formats.length);
    for (const format of exportable) expect(format.carries, format.id).toBeDefined();
  });

  it('answers an unknown format id with an error', () => {
    const parsed = parseTranscript('[]', { format: 'nonsense' });
    expect(parsed.ok ? '' : parsed.error.code).toBe('unknown-format-id');
    const written = serializeTranscript(read('[{"role":"user","content":"hi"}]'), 'nonsense');
    expect(written.ok ? '' : written.error.code).toBe('unknown-format-id');
  });
});

describe('a message without content', () => {
  const said = (text: string): Message['parts'] => [{ type: 'text', text }];
  const transcript: Transcript = {
    id: 'aborted',
    format: 'playground',
    tools: [],
    messages: [
      { id: 'm1', role: 'user', parts: said('go') },
      { id: 'm2', role: 'assistant', parts: [] },
      { id: 'm3', role: 'user', parts: said('again') },
      { id: 'm4', role: 'assistant', parts: said('') },
    ],
    compactions: [],
    branches: [],
    subagents: [],
  };

  it.each(exportable.map((format) => [format.id, format] as const))('is kept or counted by %s', (_, format) => {
    const { text, warnings } = write(transcript, format);
    const roles = read(text, format.id).messages.map((message) => message.role);
    const left = warnings.filter(({ code }) => code === 'empty-message').map(({ count }) => count);
    if (format.carries!.empty) expect([roles, left]).toEqual([['user', 'assistant', 'user', 'assistant'], []]);
    else expect([roles.filter((role) => role === 'assistant'), left]).toEqual([[], [2]]);
  });
});

describe('what was written to a cache for an hour', () => {
  const hour = { input: 3, output: 31, cacheRead: 7, cacheWrite: 158, cacheWriteHour: 100 };
  const transcript: Transcript = {
    id: 'hour',
    format: 'playground',
    tools: [],
    compactions: [],
    branches: [],
    subagents: [],
    messages: [
      { id: 'm1', role: 'user', parts: [{ type: 'text', text: 'go' }] },
      { id: 'm2', role: 'assistant', parts: [{ type: 'text', text: 'done' }], usage: hour },
    ],
  };
  const recording = exportable.filter((format) => format.carries!.records);

  it.each(recording.map((format) => [format.id, format] as const))('is told apart by %s, or counted with the rest', (_, format) => {
    const { text } = write(transcript, format);
    const { cacheWriteHour, ...totals } = hour;
    const apart = format.carries!.records === true;
    expect(read(text, format.id).messages.at(-1)!.usage).toEqual(apart ? { ...totals, cacheWriteHour } : totals);
    if (!apart) expect(text).not.toContain('cacheWriteHour');
  });
});

describe.each(exportable.map((format) => [format.id, format] as const))('%s', (_, format) => {
  it('brings generated transcripts back as they were', () => {
    fc.assert(
      fc.property(richTranscripts(), (transcript) => {
        const { before, after, problems } = roundTrip(deepFreeze(transcript), format);
        expect(after).toEqual(before);
        expect(problems).toEqual([]);
      }),
      { numRuns: runs(150) },
    );
  });

  it('brings generated transcripts of its own back as they were', () => {
    fc.assert(
      fc.property(richTranscripts(format.id), (transcript) => {
        const { before, after, problems } = roundTrip(deepFreeze(transcript), format);
        expect(after).toEqual(before);
        expect(problems).toEqual([]);
      }),
      { numRuns: runs(50) },
    );
  });

  it('is recognised by its own exports', () => {
    fc.assert(
      fc.property(richTranscripts(), (transcript) => {
        fc.pre(prepareMessages(transcript, format.carries!).length > 0);
        const parsed = parseTranscript(write(transcript, format).text);
        if (!parsed.ok) throw new Error(parsed.error.message);
        // A plain dialogue without tools can be written the same way in several notations.
        expect(parsed.value.candidates.map((candidate) => candidate.format)).toContain(format.id);
      }),
      { numRuns: runs(50) },
    );
  });

  it('writes the same text for the same transcript', () => {
    fc.assert(
      fc.property(richTranscripts(), (transcript) => {
        expect(write(transcript, format).text).toBe(write(transcript, format).text);
      }),
      { numRuns: 10 },
    );
  });
});

describe.skipIf(shared.length === 0)('real transcripts', () => {
  it.each(meant.map((file) => [file.file, file] as const))(
    '%s imports as its format, with ids of its own for every message',
    (file, { entry, bytes }: SharedFile) => {
      const parsed = parseTranscript(bytes(), { name: entry.file });
      if (!parsed.ok) throw new Error(parsed.error.message);
      expect(parsed.value.format).toBe(file === 'gemini-api/google__adk_sample.session.json' ? 'adk' : MEANT[entry.format]);
      for (const { transcript } of conversationsOf(parsed.value)) {
        const ids = [...transcript.messages, ...transcript.branches.flatMap((branch) => branch.messages)].map((message) => message.id);
        expect(new Set(ids).size).toBe(ids.length);
      }
    },
  );

  it.each([
    ['claude-code', 'apanloco__session.jsonl', 'd-kimuson__5c0375b4-57a5-4f26-b12d-d022ee4e51b7.jsonl'],
    ['pi', 'badlogic__large-session.jsonl', 'badlogic__before-compaction.jsonl'],
    ['codex-rollout', 'lanegrid__codex_session.jsonl', 'jazzyalex__small.jsonl'],
  ])('two sessions of %s in one file are what they are in two', (format, ...names) => {
    const files = names.map((name) => shared.find(({ file }) => file === `${format}/${name}`)!.bytes());
    const outline = (bytes: Uint8Array): unknown[] => {
      const parsed = parseTranscript(bytes);
      if (!parsed.ok) throw new Error(parsed.error.message);
      return parsed.value.conversations.map(({ id, messages, compactions, subagents }) => [
        id,
        messages.map(({ role, parts }) => [role, parts]),
        // Ids of version 1 are line numbers.
        compactions.map(({ at, tokensBefore }) => [at, tokensBefore]),
        subagents.length,
      ]);
    };
    const apart = files.flatMap(outline);
    expect(apart.length).toBeGreaterThan(1);
    expect(outline(Buffer.concat([files[0]!, Buffer.from('\n'), files[1]!]))).toEqual(apart);
  });

  it('holds messages without content', () => {
    const empty = Object.fromEntries(
      meant.map(({ file, bytes }) => {
        const parsed = parseTranscript(bytes());
        const all = parsed.ok ? conversationsOf(parsed.value).flatMap(({ transcript }) => transcript.messages) : [];
        return [file, all.filter((message) => message.parts.length === 0).length];
      }),
    );
    expect(empty).toMatchObject({
      'pi/badlogic__before-compaction.jsonl': 13,
      'pi/badlogic__large-session.jsonl': 14,
      'tau-bench/sierra-research__tau-bench_MockAirlineDomainEnv-few_shot.jsonl': 104,
      'tau-bench/sierra-research__tau-bench_MockRetailDomainEnv-few_shot.jsonl': 447,
    });
  });

  const some = new Set(someSharedFiles().map(({ file }) => file));
  it.each(meant.filter(({ file }) => some.has(file)).map((file) => [file.file, file] as const))(
    '%s goes through every format and back',
    (_, { bytes }: SharedFile) => {
      const parsed = parseTranscript(bytes());
      if (!parsed.ok) throw new Error(parsed.error.message);
      for (const transcript of deepFreeze(parsed.value.conversations.slice(0, 12)))
        for (const format of exportable) {
          const { before, after, problems } = roundTrip(transcript, format);
          expect(after, format.id).toEqual(before);
          expect(problems, format.id).toEqual([]);
        }
    },
  );

  it.each(shared.map((file) => [file.file, file] as const))(
    '%s ends in a transcript or a clear error, whatever its name',
    (_, { file, bytes }: SharedFile) => {
      const named = parseTranscript(bytes(), { name: file });
      const unnamed = parseTranscript(bytes(), { name: 'unknown.bin' });
      expect(named.ok).toBe(unnamed.ok);
      if (named.ok && unnamed.ok) {
        expect(unnamed.value.format).toBe(named.value.format);
        expect(conversationsOf(named.value).every(({ transcript }) => transcript.messages.length > 0)).toBe(true);
      } else if (!named.ok) expect(unclear(named.error)).toEqual([]);
    },
  );

  it.each(meant.map((file) => [file.file, file] as const))(
    '%s damaged at random ends in a transcript or a clear error',
    (_, { bytes }: SharedFile) => {
      const whole = bytes().slice(0, 60_000);
      fc.assert(
        fc.property(
          fc.nat(whole.length),
          fc.array(fc.tuple(fc.nat(whole.length - 1), fc.integer({ min: 0, max: 255 })), { maxLength: 30 }),
          (length, flips) => {
            const damaged = whole.slice(0, length);
            for (const [at, byte] of flips) if (at < length) damaged[at] = byte;
            const parsed = parseTranscript(damaged);
            if (!parsed.ok) expect(unclear(parsed.error)).toEqual([]);
            else expect(conversationsOf(parsed.value).length).toBeGreaterThan(0);
          },
        ),
        { numRuns: runs(40) },
      );
    },
  );
});

describe.skipIf(shared.length === 0)('hostile files made from real transcripts', () => {
  let dir = '';
  beforeAll(() => {
    dir = mkdtempSync(path.join(tmpdir(), 'hostile-'));
    execFileSync(process.execPath, [path.join(sharedDir()!, '../tools/stress.mjs'), dir, deep ? '2' : '0.5']);
  });
  afterAll(() => rmSync(dir, { recursive: true, force: true }));

  it('end in a transcript or a clear error, and export without an exception', () => {
    const files = readdirSync(dir);
    expect(files.length).toBeGreaterThan(20);
    for (const file of files) {
      const parsed = parseTranscript(readFileSync(path.join(dir, file)), { name: file });
      if (!parsed.ok) {
        expect(unclear(parsed.error)).toEqual([]);
        continue;
      }
      for (const { transcript } of conversationsOf(parsed.value)) for (const format of exportable) serializeTranscript(transcript, format.id);
    }
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it.each([
    ['cc-bom-crlf.jsonl', 21],
    ['cc-utf16le.jsonl', 21],
    ['cc-as-json-array.json', 21],
    ['cc-concatenated-pretty.json', 21],
    ['cc-duplicated-lines.jsonl', 21],
    ['cc-shuffled-tail.jsonl', 21],
    ['openai-nan.json', 12],
    ['openai-orphan-call.json', 12],
    ['openai-orphan-result.json', 11],
    ['fenced.md', 2],
  ])('%s keeps its calls', (file, expected) => {
    const parsed = parseTranscript(readFileSync(path.join(dir, file)));
    if (!parsed.ok) throw new Error(parsed.error.message);
    const calls = conversationsOf(parsed.value).flatMap(({ transcript }) =>
      transcript.messages.flatMap((message) => message.parts.filter((part) => part.type === 'tool-call')),
    );
    expect(calls).toHaveLength(expected);
  });

  it('count and name damaged lines', () => {
    const parsed = parseTranscript(readFileSync(path.join(dir, 'cc-every-fifth-line-damaged.jsonl')));
    if (!parsed.ok) throw new Error(parsed.error.message);
    expect(parsed.value.warnings).toContainEqual(expect.objectContaining({ code: 'damaged-line', line: 1, count: 11 }));
  });
});

describe('anything', () => {
  it('ends in a transcript or a clear error', () => {
    const key = fc.constantFrom(
      'messages',
      'role',
      'content',
      'type',
      'message',
      'uuid',
      'parentUuid',
      'sessionId',
      'conversations',
      'from',
      'value',
      'tool_calls',
      'function',
      'id',
      'format',
      'version',
      'choices',
      'parts',
      'session',
      'traj',
      '__proto__',
      'constructor',
    );
    const word = fc.constantFrom(
      'user',
      'assistant',
      'tool',
      'text',
      'tool_use',
      'tool_result',
      'message',
      'session',
      'compaction',
      'compaction-playground',
      'human',
      '',
      'x',
    );
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 6 },
        word,
        fc.constant(null),
        fc.nat(),
        fc.boolean(),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.array(fc.tuple(key, tie('value')), { maxLength: 5 }).map((entries) => Object.fromEntries(entries)),
      ),
    }));
    fc.assert(
      fc.property(value, fc.constantFrom(...formats), (json, format) => {
        for (const id of [null, format.id]) {
          const parsed = parseTranscript(JSON.stringify(json) ?? '', { format: id });
          if (!parsed.ok) expect(unclear(parsed.error)).toEqual([]);
          else
            for (const { transcript } of conversationsOf(parsed.value)) for (const target of exportable) serializeTranscript(transcript, target.id);
        }
      }),
      { numRuns: runs(400) },
    );
  });

  it('survives random bytes and random text', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.string({ maxLength: 300, unit: 'binary' }), (bytes, text) => {
        for (const input of [bytes, text]) {
          const parsed = parseTranscript(input);
          if (!parsed.ok) expect(unclear(parsed.error)).toEqual([]);
        }
      }),
      { numRuns: runs(400) },
    );
  });

  it('survives values nested very deeply', () => {
    const levels = deep ? 100_000 : 30_000;
    const nested = `${'{"messages":['.repeat(levels)}1`;
    for (const text of [
      nested,
      `${'['.repeat(levels)}${']'.repeat(levels)}`,
      `{"messages":[{"role":"user","content":"hi"},{"role":"assistant","tool_calls":[{"id":"1","function":{"name":"f","arguments":${'{"a":'.repeat(levels / 2)}1${'}'.repeat(levels / 2)}}}]}]}`,
    ]) {
      const parsed = parseTranscript(text);
      if (!parsed.ok) expect(unclear(parsed.error)).toEqual([]);
      else for (const format of exportable) serializeTranscript(parsed.value.conversations[0]!, format.id);
    }
    expect(formatById('openai-chat')?.detect({ name: '', container: 'json', text: '', head: '', records: [], warnings: [] })).toBe(0);
  });
});
