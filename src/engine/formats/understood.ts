/** How much of a file a format understood, by what it read and what it warned of. */
import type { Transcript, Warning } from '../transcript/types.ts';
import { collector } from './report.ts';

/** Warnings of content that was left out because it was not understood. */
export const LEFT_OUT = new Set(['unknown-part', 'unknown-call', 'unknown-entry', 'unread-message', 'unread-record']);

/** Most confidence in a format that understood less. */
export const DOUBTFUL = 0.3;

export interface Understood {
  /** Parts that were read or left out. */
  readonly of: number;
  readonly leftOut: number;
  /** Share of the parts that was read, 0 to 1; 0 where every message is empty. */
  readonly share: number;
  /** At least as much was read as left out, and calls if there are any. A format that understood less is probably not the file's. */
  readonly enough: boolean;
}

/** Counts the parts of every conversation, its branches and subagents, and those that warnings say were left out. */
export function understood(conversations: readonly Transcript[], warnings: readonly Warning[]): Understood {
  let read = 0;
  let calls = 0;
  const pending = [...conversations];
  for (let one = pending.pop(); one; one = pending.pop()) {
    for (const messages of [one.messages, ...one.branches.map((branch) => branch.messages)])
      for (const { parts } of messages) {
        read += parts.length;
        for (const { type } of parts) if (type === 'tool-call' || type === 'tool-result') calls++;
      }
    for (const agent of one.subagents) pending.push(agent);
  }
  const leftOut = warnings.reduce((sum, { code, count }) => sum + (LEFT_OUT.has(code) ? count : 0), 0);
  const lostCalls = calls === 0 && warnings.some(({ code }) => code === 'unknown-call');
  return { of: read + leftOut, leftOut, share: read === 0 ? 0 : read / (read + leftOut), enough: !lostCalls && read > 0 && read >= leftOut };
}

/** Warnings with one more, which says how many parts were not understood. */
export function withDoubt(warnings: readonly Warning[], { leftOut, of }: Understood): readonly Warning[] {
  const { report, list } = collector(warnings);
  report({
    code: 'not-understood',
    message: `${leftOut} of ${of} parts were not understood: the file is probably of another kind.`,
    values: { leftOut, of },
  });
  return list();
}
