/** Notes on five kinds of work, as docs/handover-outputs.md prints them: `npx vitest run handover-outputs -u` writes that page. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { conversationsOf, parseTranscript } from '../../formats/index.ts';
import { DEFAULT_SIGNALS, prepare } from '../../signals/prepare.ts';
import { createBuiltIn } from '../../summarizers/built-in.ts';
import { optionsOf, runNow } from '../../testing/contract.ts';
import { countTranscript } from '../../tokens/count.ts';
import { loadTokenizer } from '../../tokens/tokenizers.ts';
import { EDIT, KEEP } from '../contract.ts';
import { handoverNote } from './handover-note.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
const SHARE = 0.2;
const KINDS = [
  ['Coding', 'coding-session.jsonl'],
  ['Customer service', 'support-policies.json'],
  ['Research', 'research-session.json'],
  ['Data analysis, in Chinese', 'chinese-data-analysis.jsonl'],
  ['Operations', 'pasted-log.json'],
] as const;

async function sectionOf(kind: string, name: string): Promise<string> {
  const parsed = parseTranscript(new Uint8Array(readFileSync(path.join(root, 'fixtures/samples', name))), { name });
  if (!parsed.ok) throw new Error(name);
  const { transcript } = conversationsOf(parsed.value)[0]!;
  const prepared = prepare(transcript, countTranscript(transcript, await loadTokenizer('o200k_base')), DEFAULT_SIGNALS);
  const { total } = prepared.counts;
  const target = Math.floor(SHARE * total);
  const result = runNow(prepared, handoverNote, optionsOf(handoverNote, { window: total, target, own: false }, createBuiltIn()));
  const { fates } = result.plan;
  const count = (fate: number): number => fates.filter((one) => one === fate).length;
  const [summary] = result.summaries;
  expect(summary, name).toBeDefined();
  const text = summary!.text.replaceAll('```', "'''");
  const protectedTokens = prepared.counts.messages.reduce(
    (sum, tokens, i) => sum + (prepared.protection[i] === 0 ? 0 : tokens),
    prepared.counts.toolDefinitions,
  );
  return [
    `## ${kind}`,
    '',
    `\`fixtures/samples/${name}\`: ${prepared.n} messages, ${total} tokens → ${result.layout.length} messages, ${result.tokensAfter} tokens; ${count(KEEP)} messages whole, ${count(EDIT)} cut. ${protectedTokens} tokens must stay in any case.`,
    '',
    '```text',
    text,
    '```',
  ].join('\n');
}

it('the notes of docs/handover-outputs.md are what the strategy writes', async () => {
  const sections: string[] = [];
  for (const [kind, name] of KINDS) sections.push(await sectionOf(kind, name));
  const page = [
    '# Five hand-over notes',
    '',
    `Written by \`npx vitest run handover-outputs -u\`, and compared with what the strategy writes by that test: the notes of the [hand-over note](strategies.md#handover-note) at ${SHARE * 100} % of five samples of this project, as they are (three backquotes in a row are printed as three apostrophes). The messages that stay, whole or cut, stand around a note and are not printed. How it works, and what it loses: [handover.md](handover.md).`,
    '',
    sections.join('\n\n'),
    '',
  ].join('\n');
  await expect(page).toMatchFileSnapshot(path.join(root, 'docs/handover-outputs.md'));
});
