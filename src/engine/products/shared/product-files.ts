import { argumentsOf, type ChatMessage } from './chat.ts';
import { remembered } from './remembered.ts';
import type { Fate, ProductInsertion, Outcome, ProductSummary } from './contract.ts';
import { quarter } from './estimates.ts';

const PATHS = ['file_path', 'filePath', 'absolute_path', 'path', 'filename'];
const CONTENTS = ['content', 'file_text', 'contents'];
const WRITES = /write|edit|create|replace|patch|insert/i;
const READS = /read|view|open|cat/i;

/** A file that the conversation touched, as it was last seen whole; null where its content never was. */
export interface TouchedFile {
  readonly path: string;
  readonly content: string | null;
}

const field = (args: unknown, names: readonly string[]): string | null => {
  if (typeof args !== 'object' || args === null) return null;
  const found = names.map((name) => (args as Readonly<Record<string, unknown>>)[name]).find((value) => typeof value === 'string');
  return typeof found === 'string' && found !== '' ? found : null;
};

function find(messages: readonly ChatMessage[]): readonly TouchedFile[] {
  const results = new Map(messages.flatMap(({ callId, text }) => (callId === undefined ? [] : [[callId, text] as const])));
  const contents = new Map<string, string>();
  const order = new Map<string, number>();
  messages.forEach(({ calls }, i) => {
    for (const call of calls) {
      const args = argumentsOf(call);
      const path = field(args, PATHS);
      if (path === null) continue;
      const writes = WRITES.test(call.name);
      const reads = !writes && READS.test(call.name);
      const content = writes ? field(args, CONTENTS) : reads ? (results.get(call.id) ?? null) : null;
      if (content !== null) contents.set(path, content);
      if (writes || reads) order.set(path, i);
    }
  });
  return [...order].sort((a, b) => b[1] - a[1]).map(([path]) => ({ path, content: contents.get(path) ?? null }));
}

/**
 * Files by the calls that name them, the last touched first. A product would read them from the disk again; a recording has only what calls
 * wrote and what reads returned, so a file that was edited since stands as it was before.
 */
const touchedFiles = remembered(find);

/** Results of calls that read a file, in the order of the calls. */
export const fileReads = remembered((messages: readonly ChatMessage[]): readonly { readonly path: string; readonly result: number }[] => {
  const results = new Map(messages.flatMap(({ callId }, i) => (callId === undefined ? [] : [[callId, i] as const])));
  return messages.flatMap(({ calls }) =>
    calls.flatMap((call) => {
      const path = field(argumentsOf(call), PATHS);
      const result = results.get(call.id);
      return path !== null && result !== undefined && READS.test(call.name) && !WRITES.test(call.name) ? [{ path, result }] : [];
    }),
  );
});

interface Rule extends Omit<ProductSummary, 'of'> {
  readonly files: number;
  /** Files with more tokens (characters ÷ 4) come back as their path. */
  readonly fileTokens: number;
}

export function summaryAndFiles(messages: readonly ChatMessage[], { files, fileTokens, ...wanted }: Rule): Outcome {
  const fates = messages.map(({ role }): Fate => (role === 'system' ? 'keep' : 'summarise'));
  const of = fates.flatMap((fate, i) => (fate === 'summarise' ? [i] : []));
  const before = messages.length;
  const again = touchedFiles(messages)
    .slice(0, files)
    .map(({ path, content }): ProductInsertion => {
      const whole = content !== null && quarter(content.length) <= fileTokens;
      return { before, role: 'user', content: { text: whole ? `${path}\n${content}` : path } };
    });
  const summary: ProductInsertion = { before, role: 'user', content: { summary: { of, ...wanted } } };
  return { fates, edits: new Map(), inserted: of.length > 0 ? [summary, ...again] : [] };
}
