/** Helpers that plans use instead of objects: removable units, their ends, and the reasons why others stay. */
import { PRIORITIES, PROTECTIONS, type PreparedTranscript } from '../../signals/contract.ts';
import { priorityReason } from '../../signals/signal-prepare.ts';
import { type ProtectionInput, perProtection, perTranscript } from '../../signals/remember.ts';
import { protectedUnits, unitPriorities, unitSizes } from '../../signals/units.ts';
import type { Reason } from '../contract.ts';

/** Units without a protected member, by position of their first message. */
export const removableUnits = perProtection((input): Int32Array => {
  const stays = protectedUnits(input);
  const found = new Int32Array(input.units.length);
  let count = 0;
  for (let unit = 0; unit < found.length; unit++) if (stays[unit] === 0) found[count++] = unit;
  return found.slice(0, count);
});

const LAST_BLOCK = PROTECTIONS.indexOf('last-tool-block');

/**
 * By message: 1 where it holds nothing but results of the last tool block. They may be shortened or moved out; nothing else of the block may
 * change. docs/systems.md#protected-messages
 */
export const lastResults = perProtection(
  ({ messages, protection }): Uint8Array =>
    protection.map((by, i) => (by === LAST_BLOCK && messages[i]!.parts.every(({ type }) => type === 'tool-result') ? 1 : 0)),
);

/** By message: index of the last member of its unit. */
export const unitEnds = perTranscript((input): Int32Array => {
  const ends = new Int32Array(input.n);
  for (const { members } of input.units) {
    const last = members[members.length - 1]!;
    for (const i of members) ends[i] = last;
  }
  return ends;
});

export interface Edges {
  readonly from: number;
  readonly to: number;
  /** By unit: 1 preserved at the start, 2 at the end, 0 otherwise. */
  readonly edge: Uint8Array;
}

export function preservedEdges(input: ProtectionInput, start: number, end: number): Edges {
  const removable = removableUnits(input);
  const { size } = unitSizes(input);
  let from = 0;
  for (let kept = 0; from < removable.length && kept < start; from++) kept += size[removable[from]!]!;
  let to = removable.length;
  for (let kept = 0; to > from && kept < end; to--) kept += size[removable[to - 1]!]!;
  const edge = new Uint8Array(input.units.length);
  for (const unit of removable.subarray(0, from)) edge[unit] = 1;
  for (const unit of removable.subarray(to)) edge[unit] = 2;
  return { from, to, edge };
}

/** Why a unit at an edge stays; undefined for the others. */
export function edgeReason(edge: Edges['edge'], unit: number, start: number, end: number): Reason | undefined {
  if (edge[unit] === 0) return undefined;
  return edge[unit] === 1 ? { key: 'keep-start', values: { preserve: start } } : { key: 'keep-end', values: { preserve: end } };
}

export function protectionReason(input: PreparedTranscript, i: number): Reason {
  return { key: `keep-${PROTECTIONS[input.protection[i]!]}` };
}

/** A unit's priority with the number that decided it, as values of a reason; its sentence includes them with `$t(reason.{{because}})`. */
export function priorityValues(input: PreparedTranscript, unit: number): Record<string, string | number> {
  const { tokens, size } = unitSizes(input);
  const priority = unitPriorities(input);
  const members = size[unit]!;
  if (members > 1) {
    return { because: 'priority-block', priority: PRIORITIES[priority[unit]!]!, members, tokens: tokens[unit]! };
  }
  const { key, values } = priorityReason(input, input.units[unit]!.members[0]!);
  return { because: key, tokens: tokens[unit]!, ...values };
}
