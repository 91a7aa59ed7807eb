/**
 * What of one message could stand in a summary: candidate lines with their section and weight, file operations, language.
 * Made once per message and kept with it, so a summary of any range is a selection, not a reading.
 */
import { findFacts } from '../signals/facts.ts';
import { maskSecrets } from '../signals/secrets.ts';
import { cutAtSentence, splitSentences } from '../signals/sentences.ts';
import type { Message, ToolCallPart, ToolResultPart } from '../transcript/types.ts';

/** S3's five sections, in their order. */
export const SECTIONS = ['task', 'state', 'discoveries', 'next', 'context'] as const;
export type Section = (typeof SECTIONS)[number];

export interface Candidate {
  readonly text: string;
  readonly section: Section;
  /** Larger stays longer. */
  readonly weight: number;
  /** Secrets masked in it. */
  readonly masked: number;
}

export type FileOperation = 'created' | 'modified' | 'deleted' | 'read';

export interface Digest {
  readonly candidates: readonly Candidate[];
  readonly files: readonly { readonly operation: FileOperation; readonly path: string }[];
  /** Letters of Chinese writing and all letters in what was said, for the language of the headings. */
  readonly han: number;
  readonly letters: number;
}

/** Characters of a line; longer sentences are cut at a word. */
const MAX_LINE = 260;
/** Characters of a request of the person, who is quoted at more length. */
const MAX_REQUEST = 420;
/** What is read of one text: its beginning and its end. */
const READ_HEAD = 6_000;
const READ_TAIL = 3_000;
/** Lines that one message may offer. */
const MAX_PER_MESSAGE = 8;

const CONSTRAINT = /\b(?:must(?: not)?|never|always|do not|don't|only|required?|make sure|forbidden|at most|at least|no more than)\b|必须|不要|不得|禁止|始终|只能|务必|不能|至少|最多/i;
const DECISION = /\b(?:decid\w+|chose|chosen|choose|instead of|rather than|approach|plan is|we(?:'ll| will) (?:use|go)|switch(?:ed|ing) to|settled on|agreed)\b|决定|选择|采用|方案|改用|而不是|确定/i;
const FINDING = /\b(?:because|root cause|caused by|turns out|the (?:problem|issue|bug|reason|cause) (?:is|was)|found (?:that|the|it|a)|discovered|reveals?|fix(?:ed|es)?|means that|therefore|so the)\b|因为|原因|根本|发现|导致|修复|问题是|说明|所以/i;
const DONE = /\b(?:done|complet\w+|finished|implemented|added|updated|created|removed|renamed|refactored|all tests? pass\w*|now (?:works|passes)|succe\w+|resolved|verified|confirmed|booked|refunded|cancell?ed)\b|完成|已经|成功|通过|添加了|更新了|实现了|确认/i;
const NEXT = /\b(?:next(?: step)?|to-?do|remaining|still (?:need|have|has|to)|left to do|not yet|pending|follow[- ]up|later|should (?:also|then|now)|need(?:s)? to)\b|接下来|下一步|待办|还需要|尚未|剩余|后续|之后/i;
const OPEN_TODO = /^\s*(?:[-*]|\d+\.)\s*\[ \]\s*\S/;
/** Sentences that announce a step and say nothing after it is taken. */
const ANNOUNCEMENT =
  /^(?:now[, ]|ok(?:ay)?\b|great\b|perfect\b|good\b|excellent\b|sure\b|certainly\b|alright\b|let(?:'s| me| us)\b|i(?:'ll| will| am going to|'m going to) (?:now|start|check|look|read|run|try|search|also|first|then|update|examine|explore)\b|first, let|you're (?:absolutely )?right|好的|现在|让我|我来|首先)/i;
const NOISE = /^(?:[-=*_#`~|+<>\s.,:;/\\]+|```.*|\d+|[{}[\]();,]+|<[^>]{1,80}>)$/;
const SYNTHETIC_BLOCK = /<(system-reminder|environment_context|command-\w+|local-command-\w+|user_instructions|ide_\w+)>[\s\S]{0,20000}?<\/\1>/g;

const WRITES = /^(?:write|create|create_file|write_file|writefile|new_file|save_file)$/i;
const EDITS = /^(?:edit|multiedit|multi_edit|edit_file|str_replace|str_replace_editor|str_replace_based_edit_tool|apply_patch|update_file|notebookedit|replace|patch|insert)$/i;
const DELETES = /^(?:delete|delete_file|remove_file|rm|unlink)$/i;
const READS = /^(?:read|read_file|readfile|view|cat|open_file|notebookread)$/i;
const PATH_KEYS = ['file_path', 'filePath', 'path', 'filename', 'file', 'notebook_path', 'target_file'];

function operationOf(call: ToolCallPart): { operation: FileOperation; path: string } | null {
  const operation = WRITES.test(call.name) ? 'created' : EDITS.test(call.name) ? 'modified' : DELETES.test(call.name) ? 'deleted' : READS.test(call.name) ? 'read' : null;
  if (!operation) return null;
  // The path stands in the first part of the arguments of every known tool; a whole file's content need not be parsed for it.
  for (const key of PATH_KEYS) {
    const found = new RegExp(`"${key}"\\s*:\\s*"((?:[^"\\\\]|\\\\.){1,400})"`).exec(call.args.slice(0, 4000));
    if (found) return { operation, path: found[1]!.replace(/\\(.)/g, '$1') };
  }
  return null;
}

/** White space to single blanks, list marks and quotes at the start gone, cut to a line. */
function line(text: string, limit = MAX_LINE): string {
  const flat = text.replace(/\s+/g, ' ').trim().replace(/^(?:[-*•>]|\d+[.)]|#{1,6})\s+/, '');
  const cut = cutAtSentence(flat, limit);
  return cut.length < flat.length && !/[.!?。！？…]$/.test(cut) ? `${cut} …` : cut;
}

function readable(text: string): string {
  const plain = text.includes('<') ? text.slice(0, 60_000).replace(SYNTHETIC_BLOCK, ' ') : text;
  return plain.length <= READ_HEAD + READ_TAIL ? plain : `${plain.slice(0, READ_HEAD)}\n${plain.slice(-READ_TAIL)}`;
}

const factBonus = (text: string): number => Math.min(3, findFacts(text).length) * 0.35;

function add(into: Candidate[], text: string, section: Section, weight: number, limit?: number): void {
  const shown = line(text, limit);
  if (shown.length < 3 || NOISE.test(shown)) return;
  const { text: safe, masked } = maskSecrets(shown);
  into.push({ text: safe, section, weight: weight + factBonus(safe), masked });
}

/** Sentences of prose outside code fences. */
function* proseOf(text: string): Generator<string> {
  let fenced = false;
  for (const { start, end } of splitSentences(text)) {
    const sentence = text.slice(start, end);
    if (sentence.startsWith('```')) {
      fenced = !fenced;
      continue;
    }
    if (!fenced && sentence.length > 7 && !NOISE.test(sentence)) yield sentence;
  }
}

function fromUser(text: string, into: Candidate[]): void {
  const sentences = [...proseOf(text)];
  if (sentences.length === 0) return;
  let request = '';
  for (const sentence of sentences) {
    if (request && request.length + sentence.length > MAX_REQUEST) break;
    request += (request ? ' ' : '') + sentence;
  }
  add(into, request, 'task', 3.2, MAX_REQUEST);
  for (const sentence of sentences) {
    if (request.includes(sentence)) continue;
    if (CONSTRAINT.test(sentence)) add(into, sentence, 'context', 3);
    else if (OPEN_TODO.test(sentence)) add(into, sentence, 'next', 2.6);
    else if (DECISION.test(sentence)) add(into, sentence, 'context', 2.2);
  }
}

function fromAssistant(text: string, into: Candidate[]): void {
  for (const sentence of proseOf(text)) {
    const announces = ANNOUNCEMENT.test(sentence);
    if (OPEN_TODO.test(sentence)) add(into, sentence, 'next', 2.6);
    else if (FINDING.test(sentence)) add(into, sentence, 'discoveries', announces ? 1.2 : 2.4);
    else if (DECISION.test(sentence)) add(into, sentence, 'context', announces ? 1 : 2);
    else if (announces) continue;
    else if (DONE.test(sentence)) add(into, sentence, 'state', 1.9);
    else if (NEXT.test(sentence)) add(into, sentence, 'next', 1.7);
    else {
      const facts = factBonus(sentence);
      if (facts > 0 || sentence.length > 40) add(into, sentence, 'state', 0.5);
    }
  }
}

/** A result says what went wrong; all else of it can be fetched again. */
function fromResult(part: ToolResultPart, into: Candidate[]): void {
  const text = readable(part.content.map((c) => (c.type === 'text' ? c.text : '')).join('\n'));
  const errors = findFacts(text).filter((f) => f.kind === 'error');
  // The first failure is the cause more often than the ones it drags along; the last line of a stack trace names it.
  const picked = errors.length > 2 ? [errors[0]!, errors.at(-1)!] : errors;
  for (const error of picked) add(into, error.text, 'discoveries', part.isError ? 2.1 : 1.5);
  if (part.isError && picked.length === 0) {
    const first = text.split('\n').find((l) => l.trim().length > 3);
    if (first) add(into, first, 'discoveries', 1.8);
  }
}

const cache = new WeakMap<Message, Digest>();

/** The digest of a message. Linear in what is read of its text. */
export function digestOf(message: Message): Digest {
  let digest = cache.get(message);
  if (!digest) {
    digest = make(message);
    cache.set(message, digest);
  }
  return digest;
}

function make(message: Message): Digest {
  const candidates: Candidate[] = [];
  const files: { operation: FileOperation; path: string }[] = [];
  let han = 0;
  let letters = 0;
  for (const part of message.parts) {
    if (part.type === 'text') {
      const text = readable(part.text);
      if (message.role !== 'tool') {
        const sample = text.slice(0, 2000);
        han += sample.match(/\p{Script=Han}/gu)?.length ?? 0;
        letters += sample.match(/\p{L}/gu)?.length ?? 0;
      }
      if (message.compaction) for (const sentence of proseOf(text)) add(candidates, sentence, sectionOfOld(sentence), 2.3);
      else if (message.role === 'user' && !message.synthetic) fromUser(text, candidates);
      else if (message.role === 'assistant') fromAssistant(text, candidates);
    } else if (part.type === 'tool-call') {
      const operation = operationOf(part);
      if (operation) files.push(operation);
    } else if (part.type === 'tool-result') fromResult(part, candidates);
  }
  const limit = message.compaction ? MAX_PER_MESSAGE * 5 : MAX_PER_MESSAGE;
  if (candidates.length > limit) {
    const least = [...candidates].sort((a, b) => b.weight - a.weight)[limit - 1]!.weight;
    let room = limit;
    const best = candidates.filter((c) => c.weight >= least && room-- > 0);
    return { candidates: best, files, han, letters };
  }
  return { candidates, files, han, letters };
}

/** Sentences of an earlier summary keep their meaning, not their heading. */
function sectionOfOld(sentence: string): Section {
  if (NEXT.test(sentence) || OPEN_TODO.test(sentence)) return 'next';
  if (FINDING.test(sentence)) return 'discoveries';
  if (CONSTRAINT.test(sentence) || DECISION.test(sentence)) return 'context';
  return 'state';
}
