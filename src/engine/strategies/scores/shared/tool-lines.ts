/** A tool block as one line: text, tool, target, and outcome (`- read src/a.ts → 210 lines`). */
import type { Slice } from '../../../lib/lib-steps.ts';
import { findErrorLines } from '../../../signals/facts/index.ts';
import { exitCodeIn, hasFailed, resultText } from '../../../signals/outcomes.ts';
import { maskSecrets } from '../../../signals/secrets.ts';
import { headOf, safeCut, splitSentences } from '../../../signals/sentences.ts';
import { type CallDigest, digestCall } from '../../../summarizers/calls.ts';
import { type TranscriptInput, perTranscript } from '../../../signals/remember.ts';
import { gistOf } from '../../../summarizers/digest.ts';
import { readJson } from '../../../transcript/transcript-json.ts';
import type { Message, ToolCallPart, ToolResultPart, Transcript } from '../../../transcript/types.ts';

const MAX_TARGET = 120;
const MAX_OUTCOME = 140;
const MAX_SAID = 160;
/** Shorter sentences only announce a step. */
const MIN_SAID = 25;
const MAX_SHORT = 80;
/** Longer arguments are not parsed. */
const PARSE_LIMIT = 20_000;
const COUNT_LINES = 15;
const COUNTS = /\b\d+ (?:tests? )?(?:passed|failed|passing|failing)\b/;
const ANNOUNCES = /^(?:(?:now|ok|okay|great|good|perfect)[,.! ]+)?(?:let me|let's|i'll|i will|now i|let us|让我|我来|我先|现在)/i;

const MARKS = /^(?:[-*+#>]+\s+|\d+[.)]\s+|\*\*)+/;

const oneLine = (text: string, most: number): string => {
  const flat = text.replace(/\s+/g, ' ').trim();
  return flat.length > most ? `${flat.slice(0, safeCut(flat, most - 1)).trimEnd()}…` : flat;
};

function commandOf(args: string): string | undefined {
  if (args.length > PARSE_LIMIT) return undefined;
  const fields = readJson(args);
  if (typeof fields !== 'object' || fields === null) return undefined;
  const { command, cmd, script, code } = fields as Readonly<Record<string, unknown>>;
  const given = command ?? cmd ?? script ?? code;
  return Array.isArray(given) ? String(given.at(-1)) : typeof given === 'string' ? given : undefined;
}

const digests = new WeakMap<ToolCallPart, CallDigest>();
function digestOf(call: ToolCallPart): CallDigest {
  let digest = digests.get(call);
  if (!digest) {
    digest = digestCall(call);
    digests.set(call, digest);
  }
  return digest;
}

/** Messages between two opportunities to pause: about a millisecond. */
const SLICE = 50;
const read = new WeakSet<Transcript>();

export function* warmCalls({ transcript }: TranscriptInput): Generator<Slice, void> {
  if (read.has(transcript)) return;
  for (const [i, { parts }] of transcript.messages.entries()) {
    for (const part of parts) if (part.type === 'tool-call') digestOf(part);
    if (i % SLICE === SLICE - 1) yield { done: i + 1, of: transcript.messages.length };
  }
  read.add(transcript);
}

const ROOT_FILES = 3;

/** The common directory, with its slash, of all files in the transcript's calls by absolute path; empty without a meaningful one. */
export const rootOf = perTranscript(({ messages }): string => {
  let root: string[] | undefined;
  let count = 0;
  for (const { parts } of messages) {
    for (const part of parts) {
      if (part.type !== 'tool-call') continue;
      for (const { path } of digestOf(part).files) {
        if (!path.startsWith('/')) continue;
        const folders = path.split('/').slice(0, -1);
        count += 1;
        const differs = root?.findIndex((folder, k) => folder !== folders[k]) ?? -1;
        root = root ? (differs < 0 ? root : root.slice(0, differs)) : folders;
      }
    }
  }
  // Below a home or a mount: two folders at least.
  return root && count >= ROOT_FILES && root.length > 2 ? `${root.join('/')}/` : '';
});

function targetOf(call: ToolCallPart, { files, action, open, ticked, label }: CallDigest, root: string): string {
  const { name, args } = call;
  const short = (path: string): string => (root !== '' && path.startsWith(root) ? path.slice(root.length) : path);
  if (files.length > 0) return `${name} ${oneLine(files.map(({ path }) => short(path)).join(', '), MAX_TARGET)}`;
  if (action?.verb === 'called') return oneLine(action.text, MAX_TARGET);
  if (open) return `${name} ${open.length} open, ${ticked?.length ?? 0} done`;
  const command = commandOf(args);
  if (command !== undefined) return `${name} \`${oneLine(command, MAX_TARGET)}\``;
  return label ?? oneLine(`${name} ${args === '{}' ? '' : args}`, MAX_TARGET);
}

const linesOf = (text: string): number => (text.trim() === '' ? 0 : text.trimEnd().split('\n').length);

function outcomeOf(result: ToolResultPart | undefined, quiet: boolean): string {
  if (!result) return 'no result';
  const text = resultText(result);
  if (hasFailed(result, text)) {
    const code = exitCodeIn(text);
    const errors = findErrorLines(text).filter(({ bare }) => !bare);
    const others = text.split('\n').filter((line) => /[\p{L}\d]/u.test(line) && !line.startsWith('> ') && exitCodeIn(line) === undefined);
    const said = errors[0]?.text ?? others.find((line) => COUNTS.test(line)) ?? others[0] ?? '';
    const why = said === '' ? '' : `: ${oneLine(said.replace(/<\/?\w+>/g, ''), MAX_OUTCOME)}`;
    return `failed${code === undefined ? '' : ` (exit ${code})`}${why}`;
  }
  const counted = text
    .split('\n')
    .slice(-COUNT_LINES)
    .findLast((line) => COUNTS.test(line));
  if (counted !== undefined) return oneLine(counted.replace(/[=─━]+/g, ' '), MAX_OUTCOME);
  if (quiet) return 'ok';
  const gist = gistOf(text);
  if (gist !== '') return oneLine(gist, MAX_OUTCOME);
  const lines = linesOf(text);
  if (lines > 1) return `${lines} lines`;
  if (lines === 1) return text.length > MAX_SHORT ? '1 line' : 'ok';
  return result.content.some((part) => part.type !== 'text') ? 'an image or file' : 'ok';
}

function saidIn(text: string): string {
  const head = headOf(text, 4 * MAX_SAID);
  const sentence = splitSentences(head)
    .map(({ start, end }) => head.slice(start, end).replace(MARKS, ''))
    .find((one) => one.length >= MIN_SAID && !ANNOUNCES.test(one));
  return sentence === undefined ? '' : oneLine(sentence, MAX_SAID);
}

interface ToolLine {
  readonly messages: readonly Message[];
  readonly root: string;
  readonly text: string;
}

const lines = new WeakMap<Message, ToolLine>();

export function toolLine(input: TranscriptInput, unit: number): string {
  const messages = input.units[unit]!.members.map((i) => input.messages[i]!);
  const root = rootOf(input);
  const known = lines.get(messages[0]!);
  if (known?.root === root && known.messages.length === messages.length && known.messages.every((message, k) => message === messages[k]))
    return known.text;
  const text = writeLine(messages, root);
  lines.set(messages[0]!, { messages, root, text });
  return text;
}

function writeLine(messages: readonly Message[], root: string): string {
  const results = new Map<string, ToolResultPart>();
  const calls: ToolCallPart[] = [];
  let said = '';
  for (const { role, parts } of messages) {
    for (const part of parts) {
      if (part.type === 'tool-call') calls.push(part);
      else if (part.type === 'tool-result') results.set(part.callId, part);
      else if (part.type === 'text' && role === 'assistant') said ||= saidIn(part.text);
    }
  }
  // Consecutive identical outcomes are told once: five edits of a file.
  const told: { readonly text: string; times: number }[] = [];
  for (const call of calls) {
    const digest = digestOf(call);
    const quiet = digest.open !== undefined || digest.files.some(({ operation }) => operation !== 'read');
    const text = `${targetOf(call, digest, root)} → ${outcomeOf(results.get(call.id), quiet)}`;
    const last = told.at(-1);
    if (last?.text === text) last.times += 1;
    else told.push({ text, times: 1 });
  }
  const line = told.map(({ text, times }) => (times > 1 ? `${text} (${times} times)` : text)).join('; ');
  return maskSecrets(`${said === '' ? '' : `“${said}” `}${line}`).text;
}
