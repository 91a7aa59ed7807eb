import type { ItemType, Message, Part, Transcript } from '../transcript/types.ts';
import type { PreparedTranscript, Unit } from './contract.ts';
import { perCounts, type CountsInput, type ProtectionInput, remembered, rememberedWith } from './remember.ts';

const HEAD = 2000;

const MEMORY =
  /^(?:# AGENTS\.md instructions|<INSTRUCTIONS>|<user_instructions>|<environment_context>|<session_context>|<permissions instructions>|This is the Gemini CLI\. We are setting up the context|<system-reminder>[\s\S]*?(?:CLAUDE\.md|AGENTS\.md|claudeMd|GEMINI\.md)|# (?:claudeMd|CLAUDE\.md|AGENTS\.md)\b)/;
const SKILL_PROMPT = /^(?:Base directory for this skill:|\(Re-invocation of \/|<skill>\s*<name>|<skill name=|<skill_content\b)/;
const SKILL_METADATA =
  /^(?:<system-reminder>\s*)?(?:The following skills are (?:now )?available|<skills_instructions>|<available_skills>|<agent_skills>)/;
const SUMMARY =
  /^(?:This session is being continued from a previous conversation|The conversation history before this point was compacted into the following summary|Another language model started to solve this problem and produced a summary|Context summary:|<state_snapshot>|<(?:context_|conversation_)?summary>|Summary of the (?:earlier |whole )?conversation\b|Everything said so far was replaced by this summary)/i;
const PLACEHOLDER =
  /^(?:\[Old tool result content cleared|<persisted-output>|<tool_output_masked>|\[cleared\]$|Old environment output: \(\d+ lines omitted\)|\[offloaded\b)/;
/** Placeholders in the user's name: only their whole beginning distinguishes them from a person's words. */
const OWN_PLACEHOLDER = /^(?:\[offloaded \w+: |Old environment output: \(\d+ lines omitted\))/;
const RESULT = /^(?:<returncode>-?\d+<\/returncode>|EXECUTION RESULT of \[|OBSERVATION:\s)/;

function head(message: Message): string {
  for (const part of message.parts) if (part.type === 'text' && part.text !== '') return part.text.slice(0, HEAD).trimStart();
  return '';
}

function onlyInjected(message: Message): boolean {
  return message.parts.every((part) => part.type === 'text' && (part.text === '' || /^\s*[<#]/.test(part.text) || MEMORY.test(part.text)));
}

function isPlaceholder(message: Message): boolean {
  let results = 0;
  for (const part of message.parts) {
    if (part.type !== 'tool-result') continue;
    const first = part.content[0];
    if (first?.type !== 'text' || !isPlaceholderText(first.text)) return false;
    results++;
  }
  return results > 0 || isPlaceholderText(head(message));
}

export function isPlaceholderText(text: string): boolean {
  return PLACEHOLDER.test(text.slice(0, 100).trim());
}

/**
 * S3's class of a message, as far as real transcripts reveal it. TOOL_DEFINITIONS are never a message. A harness reminder that is neither
 * memory nor a skill is a USER_MESSAGE (`synthetic` where the format says so), because S3 has no class for it. A skill inside a tool result
 * is a TOOL_RESULT: it cannot leave its tool block.
 */
export function itemTypeOf(message: Message): ItemType {
  if (message.compaction) return 'COMPACTION_SUMMARY';
  if (message.role === 'assistant') return 'ASSISTANT_MESSAGE';
  if (message.role === 'tool') return isPlaceholder(message) ? 'OFFLOAD_PLACEHOLDER' : 'TOOL_RESULT';
  const text = head(message);
  if (SKILL_PROMPT.test(text)) return 'SKILL_PROMPT';
  if (SKILL_METADATA.test(text)) return 'SKILL_METADATA';
  if (message.role === 'system') return 'SYSTEM_PROMPT';
  if (SUMMARY.test(text)) return 'COMPACTION_SUMMARY';
  if (MEMORY.test(text) && onlyInjected(message)) return 'MEMORY';
  if (OWN_PLACEHOLDER.test(text)) return 'OFFLOAD_PLACEHOLDER';
  if (RESULT.test(text)) return 'TOOL_RESULT';
  return 'USER_MESSAGE';
}

/** Everything that depends on the messages alone, not on a tokenizer or a setting. Arrays by message. */
export interface Structure {
  readonly itemType: readonly ItemType[];
  readonly header: number;
  readonly units: readonly Unit[];
  readonly unitOf: Int32Array;
  readonly turn: Int32Array;
  readonly turns: number;
  readonly step: Int32Array;
  readonly steps: number;
  readonly lastUser: number;
  readonly lastBlock: number;
  readonly hasCall: Uint8Array;
  /** 1 where a text pins content: `<Pin>…</Pin>` (S0 1, 7, 9, 13). */
  readonly pins: Uint8Array;
}

/** Structure of a transcript: one pass over its parts, remembered with the transcript (which never changes). */
export const structureOf = remembered((transcript: Transcript): Structure => build(transcript.messages));

const HEADER_TYPES: ReadonlySet<ItemType> = new Set(['SYSTEM_PROMPT', 'MEMORY', 'SKILL_PROMPT', 'SKILL_METADATA']);

interface Kind {
  readonly itemType: ItemType;
  readonly speaks: boolean;
  readonly shows: boolean;
  /** The calls and results in it, in order; null without any. */
  readonly links: readonly Link[] | null;
  readonly hasCall: boolean;
  readonly pins: boolean;
}
interface Link {
  readonly id: string;
  readonly isCall: boolean;
}

/** Remembered, because a replay puts the same messages into hundreds of contexts. */
const kindOf = remembered(
  (message: Message): Kind => ({
    itemType: itemTypeOf(message),
    speaks: carriesText(message),
    shows: showsMore(message),
    links: linksOf(message),
    hasCall: message.parts.some(({ type }) => type === 'tool-call'),
    pins: pinsText(message),
  }),
);

const PIN = /<Pin>[\s\S]*?<\/Pin>/;
const FENCED = /^(```|~~~)[\s\S]*?^\1/gm;

function pinsText({ role, parts, compaction }: Message): boolean {
  if (role === 'system' || compaction) return false;
  const isPin = (part: Part): boolean => part.type === 'text' && part.text.includes('<Pin>') && PIN.test(part.text.replace(FENCED, ''));
  return parts.some((part) => (part.type === 'tool-result' ? part.content.some(isPin) : isPin(part)));
}

function linksOf({ parts }: Message): readonly Link[] | null {
  const links = parts.flatMap((part): readonly Link[] => {
    if (part.type === 'tool-call') return [{ id: part.id, isCall: true }];
    return part.type === 'tool-result' ? [{ id: part.callId, isCall: false }] : [];
  });
  return links.length > 0 ? links : null;
}

function build(messages: readonly Message[]): Structure {
  const n = messages.length;
  const kindsOf: Kind[] = [];
  const itemType: ItemType[] = [];
  const hasCall = new Uint8Array(n);
  const pins = new Uint8Array(n);
  for (let i = 0; i < n; i++) {
    const kind = kindOf(messages[i]!);
    kindsOf.push(kind);
    itemType.push(kind.itemType);
    if (kind.hasCall) hasCall[i] = 1;
    if (kind.pins && kind.itemType !== 'COMPACTION_SUMMARY') pins[i] = 1;
  }
  let header = 0;
  while (header < n && HEADER_TYPES.has(itemType[header]!)) header++;

  const { units, unitOf } = buildUnits(kindsOf);
  let lastBlock = -1;
  units.forEach((unit, u) => {
    if (unit.isBlock) lastBlock = u;
  });
  return { itemType, header, units, unitOf, lastBlock, hasCall, pins, ...buildTurns(messages, kindsOf, header) };
}

/** Whether the message holds an image or a file, so that its words are not all of it. */
export const showsMore = ({ parts }: Message): boolean => parts.some(({ type }) => type === 'image' || type === 'file');

const carriesText = (message: Message): boolean => message.parts.some((p) => p.type === 'text' && /\S/.test(p.text));

/** A user message with text opens a turn; messages that the harness writes as the user do not, unless there are no others. */
function buildTurns(messages: readonly Message[], kindsOf: readonly Kind[], header: number) {
  const n = messages.length;
  const turn = new Int32Array(n).fill(-1);
  const step = new Int32Array(n).fill(-1);
  const user = new Uint8Array(n);
  let real = 0;
  for (let i = header; i < n; i++) {
    if (kindsOf[i]!.itemType !== 'USER_MESSAGE' || !kindsOf[i]!.speaks) continue;
    user[i] = messages[i]!.synthetic ? 1 : 2;
    if (user[i] === 2) real++;
  }
  const opening = real > 0 ? 2 : 1;
  let turns = 0;
  let steps = 0;
  for (let i = header; i < n; i++) {
    if (user[i]! >= opening) turns++;
    if (messages[i]!.role === 'assistant') steps++;
    turn[i] = turns - 1;
    step[i] = steps - 1;
  }
  const says = (i: number): boolean => kindsOf[i]!.itemType === 'USER_MESSAGE' && (kindsOf[i]!.speaks || kindsOf[i]!.shows);
  const lastSaid = (synthetic: boolean): number => {
    let i = n - 1;
    while (i >= header && !(says(i) && (synthetic || !messages[i]!.synthetic))) i--;
    return i >= header ? i : -1;
  };
  const person = lastSaid(false);
  return { turn, turns, step, steps, lastUser: person >= 0 ? person : lastSaid(true) };
}

/**
 * Tool blocks by call id, wherever the results are; a result belongs to the latest earlier call with its id (some formats reuse ids), in a
 * file out of order to the next later one. A message with results of several calls joins their blocks.
 */
function buildUnits(kindsOf: readonly Kind[]): { units: Unit[]; unitOf: Int32Array } {
  const n = kindsOf.length;
  // Union-find over messages; the root is always the smallest member, so units are ordered by first member.
  const parent = new Int32Array(n);
  for (let i = 0; i < n; i++) parent[i] = i;
  const root = (i: number): number => {
    let r = i;
    while (parent[r] !== r) r = parent[r]!;
    for (let at = i; at !== r; ) {
      const next = parent[at]!;
      parent[at] = r;
      at = next;
    }
    return r;
  };
  const answered = new Uint8Array(n);
  const latestCall = new Map<string, number>();
  const early = new Map<string, number>();
  const join = (call: number, result: number): void => {
    const a = root(call);
    const b = root(result);
    parent[Math.max(a, b)] = Math.min(a, b);
    answered[Math.min(a, b)] = 1;
  };
  for (let i = 0; i < n; i++) {
    const { links } = kindsOf[i]!;
    if (links === null) continue;
    for (const { id, isCall } of links) {
      if (isCall) {
        if (early.size > 0) {
          const result = early.get(id);
          if (result !== undefined) join(i, result);
          early.delete(id);
        }
        latestCall.set(id, i);
      } else {
        const call = latestCall.get(id);
        if (call === undefined) early.set(id, i);
        else join(call, i);
      }
    }
  }
  const unitOf = new Int32Array(n);
  const units: { readonly members: number[]; readonly isBlock: boolean }[] = [];
  for (let i = 0; i < n; i++) {
    const r = root(i);
    if (r === i) {
      unitOf[i] = units.length;
      units.push({ members: [i], isBlock: answered[i] === 1 });
    } else {
      unitOf[i] = unitOf[r]!;
      units[unitOf[r]!]!.members.push(i);
    }
  }
  return { units, unitOf };
}

interface UnitSizes {
  readonly tokens: Float64Array;
  readonly size: Int32Array;
}

export const unitSizes = perCounts(({ units, unitOf, counts, n }: CountsInput): UnitSizes => {
  const tokens = new Float64Array(units.length);
  const size = new Int32Array(units.length);
  for (let i = 0; i < n; i++) {
    const u = unitOf[i]!;
    tokens[u]! += counts.messages[i]!;
    size[u]!++;
  }
  return { tokens, size };
});

export const protectedUnits = ({ units, unitOf, protection }: ProtectionInput): Uint8Array => {
  const found = new Uint8Array(units.length);
  for (let i = 0; i < protection.length; i++) if (protection[i] !== 0) found[unitOf[i]!] = 1;
  return found;
};

export const unitPriorities = ({ units, unitOf, priority, n }: PreparedTranscript): Uint8Array => {
  const highest = new Uint8Array(units.length);
  for (let i = 0; i < n; i++) if (priority[i]! > highest[unitOf[i]!]!) highest[unitOf[i]!] = priority[i]!;
  return highest;
};

interface BlockStarts {
  readonly first: Int32Array;
  readonly count: number;
}

const startsIn = rememberedWith((units: readonly Unit[], n: number): BlockStarts => {
  const first = Int32Array.from({ length: n }, (_, i) => i);
  let count = 0;
  for (const { members, isBlock } of units) {
    if (!isBlock) continue;
    count++;
    for (const i of members) first[i] = members[0]!;
  }
  return { first, count };
});

export const blockStarts = ({ units, n }: Pick<PreparedTranscript, 'units' | 'n'>): BlockStarts => startsIn(units, n);
