/**
 * Small files that were once read wrongly, with what a right reader returns (cases/EXPECT.json of the shared collection).
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { sharedDir } from '../testing/shared.ts';
import type { Parsed } from './contract.ts';
import { conversationsOf, parseTranscript, serializeTranscript, storeReader } from './index.ts';

interface CaseExpectation {
  readonly format: string | null;
  readonly messages: number | readonly [number, number];
  readonly toolCalls: number;
  readonly toolResults: number;
  readonly compactions: number;
}

const dir = sharedDir();
const root = dir === null ? null : path.join(dir, '../cases');
const EXPECTED: Readonly<Record<string, CaseExpectation>> =
  root !== null && existsSync(root) ? (JSON.parse(readFileSync(path.join(root, 'EXPECT.json'), 'utf8')) as Record<string, CaseExpectation>) : {};
const bytesOf = (name: string): Uint8Array => new Uint8Array(readFileSync(path.join(root!, name)));

/** Where both parallel results and a thought with its answer are one message; the collection counts on one of them. */
const JOINED: Readonly<Record<string, number>> = { 'misread__amp-thread-results-empty.json': 1 };

/** Texts that are in a case, once each, codes of what a person is told, and other facts, as they are in the JSON of what was read. */
interface Said {
  readonly texts: readonly string[];
  readonly warnings?: readonly string[];
  readonly facts?: readonly string[];
}
const usage = (input: number, output: number, cacheRead = 0, cacheWrite = 0): string => JSON.stringify({ input, output, cacheRead, cacheWrite });
const SAID: Readonly<Record<string, Said>> = {
  'count__codex-thread-rolled-back.jsonl': { texts: ['Kept.', 'Right answer.'], warnings: ['turns-taken-back'] },
  'export__openai-chat-keeps-foreign-keys.json': { texts: ['ok'], facts: ['"ts":"2026-09-01T10:00:01Z"', '"model":"gpt-5.4"', '"id":"m2"'] },
  'lost__claude-code-at-file-attachment.jsonl': { texts: ['Always answer in one word.', 'Red.', 'What does @notes.md say about the lamp?'] },
  'lost__claude-trace-last-answer.jsonl': { texts: ['You are Claude Code.', 'Hello'], facts: [usage(5, 1)] },
  'lost__hermes-session-system-prompt.json': { texts: ['You are Hermes. Never delete files.', '/w"', 'I look.', '"reasoning","text":"pwd'] },
  'lost__plain-text-document-not-text-and-export-not-base64.json': { texts: ['The lamp is red. Its number is 4711.'] },
  'refused__conversations-with-role-content-openthoughts-agent.json': {
    texts: ['You solve tasks', 'none yet', 'a.py', 'task_complete'],
    facts: ['"model":"glm-4.6"'],
  },
  'refused__gemini-turn-without-parts.json': { texts: ['Count the files.', 'Please answer.', 'There are 3.'], warnings: ['empty-message'] },
  'refused__tau2-results.json': {
    texts: ['# Retail policy', 'I want to exchange a lamp.', 'user_1', '"text":"on"'],
    facts: ['reward 1', '"role":"user","parts":[{"type":"tool-call","id":"call_u"'],
  },
  'misread__amp-thread-results-empty.json': {
    texts: ['1: return null', 'no such file', 'use tabs', '"text":"look","signature":"s"'],
    facts: [usage(10, 30, 9000, 100), '"title":"Repair login"', '"isError":true'],
  },
  'misread__bedrock-converse-body.json': {
    texts: ['{\\"b\\":2}', 'guarded', '"Two reads.","signature":"ErUB"', 'You are a coding agent.'],
    facts: ['"id":"tooluse_1"', '"id":"tooluse_2"', '"image","mime":"image/png"', '"mime":"application/pdf","bytes":6', '"tools":[{"name":"read"'],
  },
  'misread__factory-droid-as-pi.jsonl': { texts: ['12 a.ts', '"reasoning","text":"wc'], facts: ['"title":"t"'] },
  'misread__grok-cli-as-openai-responses.jsonl': { texts: ["print('hi')", 'Read first.', 'You are Grok.'] },
  'misread__qwen-code-as-claude-code.jsonl': {
    texts: ['Read a.ts.', 'a = 1', 'I read it.', 'summary: a is 1'],
    facts: ['"tokensBefore":1000', '"tokensAfter":100,'],
  },
  'refused__antigravity-transcript.jsonl': {
    texts: ['"List the files."', '# Resuming from a compaction', '{\\"DirectoryPath\\":\\"/w\\"}', 'a.txt\\"'],
  },
  'refused__autogen-messages.json': { texts: ['Weather in Rome?', '"type":"tool-result","callId":"call_1"'], facts: [usage(68, 8)] },
  'refused__continue-session.json': { texts: ['Why is the login white?', 'It returns null.'] },
  'refused__copilot-cli-events.jsonl': {
    texts: ['"reasoning","text":"List."', '"List the files', 'denied'],
    facts: ['"tokensBefore":403971', '"tokensAfter":11193', '"isError":true'],
  },
  'refused__cursor-agent-transcript.jsonl': { texts: ['"What files are here?"', '"name":"Shell"'], warnings: ['no-results'] },
  'refused__cursor-markdown-export.md': {
    texts: ['export function Login() { return null }', 'All 12 pass.'],
    warnings: ['no-calls'],
    facts: ['"title":"Repair the login"'],
  },
  'refused__google-ai-studio-prompt.json': { texts: ['Be short.', '"reasoning","text":"The user asks.', 'Paris.'] },
  'refused__grok-com-export.json': { texts: ['Paris.'], facts: ['"ts":"2025-09-04T15:33:20.000Z"', '"role":"user"', '"role":"assistant"'] },
  'refused__kimi-code-wire.jsonl': {
    texts: ['You are Kimi.', 'I list.', '"text":"a.ts"'],
    facts: ['"tokensBefore":900', '"tokensAfter":90', usage(10, 5, 100)],
  },
  'refused__kiro-cli-conversation.json': { texts: ['return null', 'It returns null.'] },
  'refused__letta-agent-file.af': { texts: ['"reasoning","text":"look"', 'Ann', 'You remember.'] },
  'refused__llamaindex-chat-store.json': { texts: ['Weather in Rome?', '"text":"21"', '21 C.', '"type":"tool-call","id":"call_1"'] },
  'refused__ollama-stream.jsonl': { texts: ['Paris'], facts: [usage(26, 2)] },
  'refused__pydantic-ai-messages.json': { texts: ['"reasoning","text":"look"', '"text":"21"'], facts: [usage(50, 10), usage(80, 5)] },
  'refused__strands-session-message.json': { texts: ['I read it.'], warnings: ['one-message', 'unanswered-call'] },
  'refused__vscode-chat-session-patch-log.jsonl': { texts: ['Done.'], facts: ['"title":"Add a test"'] },
  'refused__vscode-copilot-chat-export.json': {
    texts: ['File: add.ts\\nexport const add=(a,b)=>a+b', 'I add it.', 'Done.', '[Edited /w/add.test.ts]', '"file","name":"add.ts"'],
  },
  'refused__zed-thread.json': { texts: ['return null', 'Repair it.', '"text":"look","signature"'] },
  'refused__openai-tool-calls-beside-thinking-block.json': { texts: ['Which files are here?', 'I look.', '"reasoning","text":"ls"'] },
  'wording__deepseek-export-no-message-was-found.json': { texts: ['"reasoning","text":"Easy."', 'Paris.'] },
};

const transcriptsOf = (parsed: Parsed) => conversationsOf(parsed).map(({ transcript }) => transcript);

describe.skipIf(Object.keys(EXPECTED).length === 0)('the cases of the shared collection', () => {
  const known = Object.entries(EXPECTED).filter(([, { format }]) => format !== null);

  it.each(known)('%s', (name, expected) => {
    const parsed = parseTranscript(bytesOf(name), { name });
    if (!parsed.ok) throw new Error(parsed.error.message);
    const transcripts = transcriptsOf(parsed.value);
    const messages = transcripts.flatMap((transcript) => transcript.messages);
    const parts = messages.flatMap((message) => message.parts);
    const [least, most] = typeof expected.messages === 'number' ? [expected.messages, expected.messages] : expected.messages;
    expect(parsed.value.format).toBe(expected.format);
    expect(messages.length).toBeGreaterThanOrEqual(least - (JOINED[name] ?? 0));
    expect(messages.length).toBeLessThanOrEqual(most);
    expect({
      toolCalls: parts.filter(({ type }) => type === 'tool-call').length,
      toolResults: parts.filter(({ type }) => type === 'tool-result').length,
      compactions: transcripts.flatMap(({ compactions }) => compactions).length,
    }).toEqual({ toolCalls: expected.toolCalls, toolResults: expected.toolResults, compactions: expected.compactions });
    const all = JSON.stringify(messages.map((message) => message.parts));
    const said = SAID[name]!;
    for (const text of said.texts) expect(all.split(text).length - 1, text).toBe(1);
    for (const fact of said.facts ?? []) expect(JSON.stringify(transcripts)).toContain(fact);
    expect(parsed.value.warnings.map(({ code }) => code)).toEqual(expect.arrayContaining([...(said.warnings ?? [])]));
  });

  it('are refused where they hold nothing', () => {
    const parsed = parseTranscript(bytesOf('wording__messages-empty.json'));
    expect(parsed.ok ? '' : parsed.error.message).toBe('No message was found.');
  });

  it('keep the whole text of a file that Claude Code attached', () => {
    const parsed = parseTranscript(bytesOf('lost__claude-code-at-file-attachment.jsonl'));
    if (!parsed.ok) throw new Error(parsed.error.message);
    expect(JSON.stringify(transcriptsOf(parsed.value)).split('Its number is 4711.').length - 1).toBe(60);
  });

  it.each([
    ['export__openai-chat-keeps-foreign-keys.json', 'openai-chat', /timestamp|"id"|"model"|finish_reason|latency_ms/, /"content": "ok"/],
    ['lost__plain-text-document-not-text-and-export-not-base64.json', 'openai-chat', /base64/, /Its number is 4711/],
    ['lost__plain-text-document-not-text-and-export-not-base64.json', 'gemini-api', /inlineData|base64/, /Its number is 4711/],
    [
      'lost__plain-text-document-not-text-and-export-not-base64.json',
      'anthropic-messages',
      /base64/,
      /"type": "text",\s+"media_type": "text\/plain",\s+"data": "The lamp/,
    ],
  ])('%s is written as a request of %s takes it', (name, format, without, has) => {
    const parsed = parseTranscript(bytesOf(name));
    if (!parsed.ok) throw new Error(parsed.error.message);
    const written = serializeTranscript(parsed.value.conversations[0]!, format);
    if (!written.ok) throw new Error(written.error.message);
    const { messages, contents } = JSON.parse(written.value.text) as { messages?: unknown; contents?: unknown };
    expect(JSON.stringify(messages ?? contents, null, 2)).not.toMatch(without);
    expect(JSON.stringify(messages ?? contents, null, 2)).toMatch(has);
  });
});

const NEXT = dir === null ? null : path.join(dir, '../data-next');
/** Formats of the next collection that are read already, by the id of their reader. */
const NEXT_READ: Readonly<Record<string, string>> = { 'opencode-storage': 'opencode', 'opencode-db': 'opencode' };

/** A store of Cursor without a message in it. */
const EMPTY: ReadonlySet<string> = new Set(['cursor-store/jazzyalex__test-store.db']);

describe.skipIf(NEXT === null || !existsSync(NEXT))('the samples of the next collection', () => {
  const files =
    NEXT === null || !existsSync(NEXT)
      ? []
      : readdirSync(NEXT).flatMap((format) =>
          format === 'MANIFEST.json' ? [] : readdirSync(path.join(NEXT, format)).map((file) => [`${format}/${file}`, format] as const),
        );

  it.each(files)('%s is never taken for another product', async (file, format) => {
    const bytes = new Uint8Array(readFileSync(path.join(NEXT!, file)));
    const parsed = parseTranscript(bytes, { name: file, store: await storeReader(bytes) });
    const own = NEXT_READ[format] ?? format;
    expect([own, ...(EMPTY.has(file) ? ['no-messages'] : [])]).toContain(parsed.ok ? parsed.value.format : parsed.error.code);
  });
});
