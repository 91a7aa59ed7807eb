/** What is sent: instructions (editable, one text per system), and the conversation as data between fences that nothing inside can close. */
import type { PreparedTranscript } from '../engine/signals/contract.ts';
import { maskSecrets } from '../engine/signals/secrets.ts';
import type { PromptId, SummaryRequest } from '../engine/summarizers/contract.ts';
import type { Message, Part } from '../engine/transcript/types.ts';
import { FRAME } from './instructions.ts';

const CLOSING = 'Write the summary of this transcript now.';

/** `json` requests (S3's structured summary) get this instead of headings. */
const AS_JSON = `Write the summary as one JSON object with the keys "task_overview", "current_state", "important_discoveries", "next_steps" and "context_to_preserve", each an array of strings, and nothing else inside the tags.`;

const underHeadings = (headings: readonly string[]): string =>
  `Write the summary under exactly these headings, in this order, and no others:\n${headings.map((heading) => `## ${heading}`).join('\n')}\nUnder a heading for which the conversation has nothing, write "Nothing recorded."`;

/** What must not be sent. */
export interface Masking {
  readonly secrets: boolean;
  readonly emails: boolean;
}

export interface Prompt {
  readonly system: string;
  readonly user: string;
  readonly masked: number;
}

/** Longest text of one part, in characters: of a log of megabytes the two ends tell a summary enough. */
const LONGEST_PART = 40_000;

function clipped(text: string): string {
  if (text.length <= LONGEST_PART) return text;
  const half = LONGEST_PART / 2;
  return `${text.slice(0, half)}\n[… ${text.length - LONGEST_PART} characters left out …]\n${text.slice(-half)}`;
}

const fenced = (text: string): string => text.replace(/<(\/?)(transcript)\b/gi, '<$1\u200b$2');

function partText(part: Part): string {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'reasoning':
      return '';
    case 'tool-call':
      // Arguments are JSON inside a string; the patterns for secrets expect plain quotes.
      return `[call ${part.name}] ${part.args.replaceAll('\\"', '"')}`;
    case 'tool-result':
      return `[result${part.isError ? ', error' : ''}] ${part.content.map(partText).filter(Boolean).join('\n')}`;
    case 'image':
      return '[image]';
    case 'file':
      return `[file${part.name ? ` ${part.name}` : ''}]`;
  }
}

export function textsOf({ parts }: Message): string[] {
  return parts.map(partText).filter(Boolean);
}

/** Text of a message as sent. Masked before it is clipped, so that no half of a secret remains. */
function messageText(message: Message, masking: Masking): { readonly text: string; readonly masked: number } {
  let masked = 0;
  const texts = textsOf(message).map((text) => {
    if (!masking.secrets) return clipped(text);
    const found = maskSecrets(text, { emails: masking.emails });
    masked += found.masked;
    return clipped(found.text);
  });
  const said = `${message.role}${message.name ? ` (${message.name})` : ''}:\n${texts.join('\n')}`;
  // Endpoints refuse half a character, which a cut or a recording leaves.
  return { text: fenced(said).replace(/\p{Surrogate}/gu, '\ufffd'), masked };
}

export async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const digests = new WeakMap<Message, Map<string, string | Promise<string>>>();

function digestOf(message: Message, masking: Masking): string | Promise<string> {
  const by = `${masking.secrets} ${masking.emails}`;
  let known = digests.get(message);
  if (!known) {
    known = new Map();
    digests.set(message, known);
  }
  const found = known.get(by);
  if (found !== undefined) return found;
  const digest = sha256(messageText(message, masking).text);
  known.set(by, digest);
  void digest.then((text) => known.set(by, text));
  return digest;
}

export async function promptKey(
  input: PreparedTranscript,
  request: SummaryRequest,
  id: PromptId,
  instructions: string,
  masking: Masking,
  also: unknown,
): Promise<string> {
  const members: string[] = [];
  for (const i of request.members) {
    const digest = digestOf(input.messages[i]!, masking);
    members.push(`${i + 1}:${typeof digest === 'string' ? digest : await digest}`);
  }
  return sha256(JSON.stringify([also, systemOf(request, id, instructions), CLOSING, members]));
}

/** The limits in words; an edited prompt need not state them. */
function limitsOf({ maxTokens, maxChars }: SummaryRequest): string {
  return maxChars === undefined ? `Use at most ${maxTokens} tokens.` : `Use at most ${maxChars} characters.`;
}

function systemOf(request: SummaryRequest, id: PromptId, instructions: string): string {
  const filled = instructions
    .replaceAll('{{tokens}}', String(request.maxTokens))
    // S1 asks for half of what it accepts, because models overshoot.
    .replaceAll('{{characters}}', String(Math.floor((request.maxChars ?? request.maxTokens * 4) / 2)));
  return [
    filled,
    ...(request.style === 'json' ? [AS_JSON] : []),
    ...(request.headings ? [underHeadings(request.headings)] : []),
    ...(id === 'S1' ? [] : [limitsOf(request)]),
    FRAME,
  ].join('\n\n');
}

export function promptFor(input: PreparedTranscript, request: SummaryRequest, id: PromptId, instructions: string, masking: Masking): Prompt {
  let masked = 0;
  const messages = request.members.map((i) => {
    const message = messageText(input.messages[i]!, masking);
    masked += message.masked;
    return `#${i + 1} ${message.text}`;
  });
  return {
    system: systemOf(request, id, instructions),
    user: `<transcript>\n${messages.join('\n\n')}\n</transcript>\n\n${CLOSING}`,
    masked,
  };
}

const TAGS = /<summary>([\s\S]*?)(?:<\/summary>|$)/i;

/** The summary inside a model's answer: S3's is between tags, the others are the whole answer without tags. null = the tags are missing. */
export function summaryIn(answer: string, id: PromptId): string | null {
  const tagged = TAGS.exec(answer)?.[1]?.trim();
  if (tagged !== undefined) return tagged;
  return id === 'S3' ? null : answer.trim();
}
