import type { ChatMessage } from './chat.ts';
import type { Fate, Inserted, Outcome, SummaryWanted } from './contract.ts';
import { quarter } from './estimates.ts';
import { touchedFiles } from './files.ts';

interface Rule extends Omit<SummaryWanted, 'of'> {
  /** Files that come back. */
  readonly files: number;
  /** Files with more tokens (characters ÷ 4) come back as their path. */
  readonly fileTokens: number;
}

/** Everything becomes one summary, and the files that were touched last come back behind it, each as a message of the user. */
export function summaryAndFiles(messages: readonly ChatMessage[], { files, fileTokens, ...wanted }: Rule): Outcome {
  const fates = messages.map(({ role }): Fate => (role === 'system' ? 'keep' : 'summarise'));
  const of = fates.flatMap((fate, i) => (fate === 'summarise' ? [i] : []));
  const before = messages.length;
  const again = touchedFiles(messages)
    .slice(0, files)
    .map(({ path, content }): Inserted => {
      const whole = content !== null && quarter(content.length) <= fileTokens;
      return { before, role: 'user', content: { text: whole ? `${path}\n${content}` : path } };
    });
  const summary: Inserted = { before, role: 'user', content: { summary: { of, ...wanted } } };
  return { fates, edits: new Map(), inserted: of.length > 0 ? [summary, ...again] : [] };
}
