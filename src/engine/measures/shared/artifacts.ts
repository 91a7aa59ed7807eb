/** The artifact trail of a transcript: which file was read, created, modified or deleted, by the calls that succeeded. */
import type { Slice } from '../../lib/lib-steps.ts';
import { hasFailed, resultText } from '../../signals/outcomes.ts';
import type { TranscriptInput } from '../../signals/remember.ts';
import { Files, touchesOf } from './operations.ts';
import type { FileOperation } from '../types.ts';

export interface Touch {
  readonly message: number;
  readonly part: number;
  readonly file: number;
  readonly operation: FileOperation;
  /** Where the path stands in the arguments; −1 where it is written otherwise. */
  readonly at: number;
  readonly length: number;
}

export interface ArtifactTrail {
  readonly files: Files;
  readonly touches: readonly Touch[];
  /** By file: the operation that a result must tell. */
  readonly last: readonly FileOperation[];
  /** By file: 1 where it was made here and is still there, so that both `created` and `modified` tell it rightly. */
  readonly isNew: Uint8Array;
}

export const after = (before: FileOperation | undefined, operation: FileOperation): FileOperation =>
  operation === 'read' && before !== undefined ? before : operation;

const SLICE = 32;

export function* artifactsOf({ messages }: Pick<TranscriptInput, 'messages'>): Generator<Slice, ArtifactTrail> {
  const failed = new Set<string>();
  for (const [message, { parts }] of messages.entries()) {
    if (message % SLICE === 0) yield;
    for (const part of parts) if (part.type === 'tool-result' && hasFailed(part, resultText(part))) failed.add(part.callId);
  }
  const files = new Files();
  const touches: Touch[] = [];
  const last: FileOperation[] = [];
  const made = new Set<number>();
  for (const [message, { parts }] of messages.entries()) {
    if (message % SLICE === 0) yield;
    parts.forEach((call, part) => {
      if (call.type !== 'tool-call' || failed.has(call.id)) return;
      for (const { operation, path } of touchesOf(call)) {
        const file = files.number(path);
        const at = call.args.indexOf(path);
        touches.push({ message, part, file, operation, at, length: path.length });
        last[file] = after(last[file], operation);
        if (operation === 'created') made.add(file);
        if (operation === 'deleted') made.delete(file);
      }
    });
  }
  return { files, touches, last, isNew: Uint8Array.from(last, (_, file) => (made.has(file) ? 1 : 0)) };
}

export function isRight({ last, isNew }: ArtifactTrail, file: number, told: FileOperation): boolean {
  return told === last[file] || (isNew[file] === 1 && (told === 'created' || told === 'modified'));
}
