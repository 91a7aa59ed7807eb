import type { TokenCounts } from '../tokens/contract.ts';
import type { Message, Transcript } from '../transcript/types.ts';
import {
  type PreparedTranscript,
  PRIORITIES,
  type PriorityLevel,
  type Protection,
  PROTECTIONS,
  type Reason,
  type SignalSettings,
} from './contract.ts';
import { type Structure, structureOf } from './structure.ts';

/** S2's thresholds, no marks, and the default word lists. */
export const DEFAULT_SIGNALS: SignalSettings = { longTokens: 800, shortTokens: 20, edgeStart: 2, edgeEnd: 2, marks: {}, keywords: {} };

const LOW = 0;
const NORMAL = 1;
const HIGH = 2;
const CRITICAL = 3;
const PROTECTION = Object.fromEntries(PROTECTIONS.map((name, i) => [name, i])) as Record<Protection, number>;

/**
 * Everything known of a transcript before any strategy. The structure is built once per transcript, so changed settings (a slider, a pin)
 * cost one pass over typed arrays. `counts` must belong to the same transcript.
 */
export function prepare(transcript: Transcript, counts: TokenCounts, settings: SignalSettings): PreparedTranscript {
  const structure = structureOf(transcript);
  const n = transcript.messages.length;
  const { priority, priorityRule } = priorities(transcript.messages, structure, counts, settings);
  return {
    transcript,
    messages: transcript.messages,
    n,
    counts,
    settings,
    priority,
    priorityRule,
    itemType: structure.itemType,
    protection: sameProtection(transcript, structure.lastUser, protections(structure, priority, settings, transcript.messages)),
    header: structure.header,
    units: structure.units,
    unitOf: structure.unitOf,
    turn: structure.turn,
    turns: structure.turns,
    step: structure.step,
    steps: structure.steps,
    lastUser: structure.lastUser,
  };
}

/** Whether the content has a question mark (S2): text of a person or the assistant, not arguments or reasoning. */
function asks(message: Message): boolean {
  return message.parts.some((p) => p.type === 'text' && (p.text.includes('?') || p.text.includes('？')));
}

/** S2's eight rules; the first that applies wins. docs/systems.md#s2-priorities */
function priorities(messages: readonly Message[], structure: Structure, counts: TokenCounts, settings: SignalSettings) {
  const n = messages.length;
  const priority = new Uint8Array(n);
  const priorityRule = new Uint8Array(n);
  const { longTokens, shortTokens, marks } = settings;
  const startEnd = structure.header + settings.edgeStart;
  const endStart = n - settings.edgeEnd;
  const marked = Object.keys(marks).length > 0;
  for (let i = 0; i < n; i++) {
    const message = messages[i]!;
    const tokens = counts.messages[i]!;
    const mark = (marked ? marks[message.id] : undefined) ?? (structure.pins[i] === 1 ? 'pin' : undefined);
    let level: PriorityLevel = NORMAL;
    let rule = 8;
    if (mark !== undefined) {
      level = mark === 'pin' ? CRITICAL : (PRIORITIES.indexOf(mark) as PriorityLevel);
      rule = 1;
    } else if (message.role === 'system') {
      level = CRITICAL;
      rule = 2;
    } else if (message.role === 'tool') {
      level = HIGH;
      rule = 3;
    } else if (i >= structure.header && (i < startEnd || i >= endStart)) {
      level = HIGH;
      rule = 4;
    } else if (tokens > longTokens) {
      level = HIGH;
      rule = 5;
    } else if (tokens < shortTokens && !asks(message)) {
      level = LOW;
      rule = 6;
    } else if (structure.hasCall[i]) {
      level = HIGH;
      rule = 7;
    }
    priority[i] = level;
    priorityRule[i] = rule;
  }
  return { priority, priorityRule };
}

/**
 * What no strategy may remove (docs/systems.md#protected-messages). A tool block stays whole, so one protected member protects all of it.
 * Skills count as header too: they fall only by S3's own table.
 */
function protections(structure: Structure, priority: Uint8Array, settings: SignalSettings, messages: readonly Message[]): Uint8Array {
  const { units, unitOf, itemType } = structure;
  const protection = new Uint8Array(messages.length);
  const ofUnit = new Uint8Array(units.length);
  const protect = (i: number, by: Protection): void => {
    const u = unitOf[i]!;
    if (ofUnit[u] === PROTECTION.none) ofUnit[u] = PROTECTION[by];
  };
  for (let i = 0; i < messages.length; i++) {
    const type = itemType[i]!;
    if (type === 'SYSTEM_PROMPT' || type === 'MEMORY' || type === 'SKILL_PROMPT' || type === 'SKILL_METADATA') protect(i, 'header');
  }
  const marked = Object.keys(settings.marks).length > 0;
  for (let i = 0; i < messages.length; i++) {
    const mark = marked ? settings.marks[messages[i]!.id] : undefined;
    if (mark === 'pin' || (mark === undefined && structure.pins[i] === 1)) protect(i, 'pinned');
  }
  for (let i = 0; i < messages.length; i++) if (priority[i] === CRITICAL) protect(i, 'critical');
  if (structure.lastUser >= 0) protect(structure.lastUser, 'last-user');
  if (structure.lastBlock >= 0) protect(units[structure.lastBlock]!.members[0]!, 'last-tool-block');
  // Nobody speaks and nothing is called: without any message no provider takes the request.
  if (structure.lastUser < 0 && structure.lastBlock < 0) {
    const last = messages.findLastIndex(({ role }) => role !== 'system');
    if (last >= 0) protect(last, 'last-message');
  }
  for (let i = 0; i < messages.length; i++) protection[i] = ofUnit[unitOf[i]!]!;
  return protection;
}

/** Protections remembered per transcript: moving a slider does not change them, and pins change one at a time. */
const REMEMBERED = 4;
const known = new WeakMap<Transcript, readonly { readonly lastUser: number; readonly protection: Uint8Array }[]>();

/** Returns the earlier array for an equal protection, so that values remembered with it are found again (see `perProtection`). */
export function sameProtection(transcript: Transcript, lastUser: number, protection: Uint8Array): Uint8Array {
  const earlier = known.get(transcript) ?? [];
  const same = earlier.find((one) => one.lastUser === lastUser && one.protection.every((by, i) => by === protection[i]));
  if (same) return same.protection;
  known.set(transcript, [...earlier.slice(1 - REMEMBERED), { lastUser, protection }]);
  return protection;
}

export function priorityReason(prepared: PreparedTranscript, i: number): Reason {
  const { settings, header, n } = prepared;
  const tokens = prepared.counts.messages[i]!;
  switch (prepared.priorityRule[i]) {
    case 1:
      if (settings.marks[prepared.messages[i]!.id] === 'pin') return { key: 'priority-pinned' };
      if (settings.marks[prepared.messages[i]!.id] === undefined) return { key: 'priority-pinned-text' };
      return { key: 'priority-set', values: { priority: PRIORITIES[prepared.priority[i] as PriorityLevel] } };
    case 2:
      return { key: 'priority-system' };
    case 3:
      return { key: 'priority-tool' };
    case 4:
      if (i < header + settings.edgeStart) return { key: 'priority-first', values: { position: i - header + 1, edge: settings.edgeStart } };
      return { key: 'priority-last', values: { position: n - i, edge: settings.edgeEnd } };
    case 5:
      return { key: 'priority-long', values: { tokens, limit: settings.longTokens } };
    case 6:
      return { key: 'priority-short', values: { tokens, limit: settings.shortTokens } };
    case 7:
      return { key: 'priority-call' };
    default:
      return { key: 'priority-normal', values: { tokens, short: settings.shortTokens, long: settings.longTokens } };
  }
}

const wholes = new WeakMap<Transcript, Transcript>();

export function beginsAs(part: Transcript, whole: Transcript): void {
  wholes.set(part, whole);
}

export const wholeOf = (part: Transcript): Transcript | undefined => wholes.get(part);

// S3's cache hints (docs/adr/0017-cache-hints.md): a hint asks the provider to cache the prompt up to that item.

interface HintInput {
  readonly messages: readonly Message[];
  readonly header: number;
}

/** Why an item carries a hint; null if it carries none. */
export function cacheHintOf({ messages, header }: HintInput, i: number): 'header' | 'recorded' | null {
  if (messages[i]?.cacheHint) return 'recorded';
  return i < header ? 'header' : null;
}

/** Tokens up to the last hint, tool definitions included, and how many of them are unchanged at the start of the request. */
export function hintedPrefix(
  input: HintInput & { readonly counts: TokenCounts },
  fates: Uint8Array,
): { readonly hinted: number; readonly kept: number } {
  const { counts, messages } = input;
  let end = messages.length;
  while (end > 0 && cacheHintOf(input, end - 1) === null) end--;
  let same = 0;
  while (same < end && fates[same] === 0) same++;
  return { hinted: counts.toolDefinitions + counts.prefix[end]!, kept: counts.toolDefinitions + counts.prefix[same]! };
}
