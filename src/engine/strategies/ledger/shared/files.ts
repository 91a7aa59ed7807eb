/** Files of a transcript with the operations on each, including those in an earlier ledger. */
import type { FileOperation } from '../../../summarizers/calls.ts';
import type { Survey } from '../../../summarizers/survey.ts';

const OPERATIONS: readonly FileOperation[] = ['created', 'modified', 'deleted', 'read'];
const HEAD = /^(.+) \(((?:created|modified|deleted|read)[^()]*)\)$/;
const DONE = /(created|modified|deleted|read)(?: (\d+)×)?/g;

export interface FileUse {
  readonly path: string;
  /** Message of the last operation. */
  readonly at: number;
  /** `src/a.ts (created, modified 3×)`. */
  readonly head: string;
  /** It was more than read. */
  readonly changed: boolean;
}

interface Uses {
  at: number;
  readonly times: Map<FileOperation, number>;
}

/** The path in a head; undefined if the head is not a file's. */
export const pathOfHead = (head: string): string | undefined => HEAD.exec(head)?.[1];

/** By path. `earlier`: heads of files in earlier ledgers with the messages that hold these. */
export function fileUses(
  { files, touches }: Survey,
  earlier: readonly { readonly head: string; readonly at: number }[],
): ReadonlyMap<string, FileUse> {
  const uses = new Map<string, Uses>();
  const add = (path: string, operation: FileOperation, times: number, at: number): void => {
    const of = uses.get(path) ?? { at, times: new Map<FileOperation, number>() };
    of.times.set(operation, (of.times.get(operation) ?? 0) + times);
    of.at = Math.max(of.at, at);
    uses.set(path, of);
  };
  for (const { head, at } of earlier) {
    const [, path, done = ''] = HEAD.exec(head) ?? [];
    if (path === undefined) continue;
    for (const [, operation, times = '1'] of done.matchAll(DONE)) add(path, operation as FileOperation, Number(times), at);
  }
  for (const [at, list] of touches) for (const { file, operation } of list) add(files[file]!, operation, 1, at);
  return new Map(
    Array.from(uses, ([path, { at, times }]) => [
      path,
      { path, at, head: `${path} (${told(times)})`, changed: !(times.has('read') && times.size === 1) },
    ]),
  );
}

/** `created, modified 3×`; the number of reads is uninteresting. */
function told(times: ReadonlyMap<FileOperation, number>): string {
  return OPERATIONS.flatMap((operation) => {
    const count = times.get(operation) ?? 0;
    return count === 0 ? [] : [count > 1 && operation !== 'read' ? `${operation} ${count}×` : operation];
  }).join(', ');
}
