/** The study of anybody's own transcripts: a page of tables, and the part of it that a terminal shows. */

/** Headings of the page, in its order. docs/study.md has those that its sentences speak of, and the rest of the blocks. */
const HEADINGS: readonly (readonly [block: string, heading: string])[] = [
  ['answer', 'The answer'],
  ['counts', 'What was measured'],
  ['independent-long', 'Independent measures, long conversations'],
  ['independent-short', 'Independent measures, short conversations'],
  ['leads', 'Above the newest messages in the same tokens, 20 %'],
  ['seen-short', 'Files that were seen while our strategies were written, and others, short conversations'],
  ['seeds', 'Every strategy by the independent measures, 20 %'],
  ['own-long', 'Own recall, long conversations'],
  ['own-short', 'Own recall, short conversations'],
  ['own-leads', 'The ledger against every strategy of the seeds, own recall'],
  ['at-20', 'Every strategy by own recall, 20 %'],
  ['at-10', 'Every strategy by own recall, 10 %'],
  ['at-30', 'Every strategy by own recall, 30 %'],
  ['at-50', 'Every strategy by own recall, 50 %'],
  ['pairs', 'Which strategies can be told apart'],
  ['whole', 'Measures that need no future, 20 %'],
  ['ranks', 'Which of them rank the strategies as the gain does'],
  ['kinds', 'By kind of conversation, 20 %'],
  ['products-aimed', 'Products with a number that was aimed at 20 %'],
  ['products-fixed', 'Products as they are'],
  ['conversations', 'The conversations'],
];
/** What a terminal shows of it: the rest is wide. */
const SHOWN = new Set(['answer', 'counts', 'independent-long', 'leads']);

type Blocks = Readonly<Record<string, string>>;
/** Pages of strategies and measures are where this project's docs are. */
const withoutLinks = (text: string): string => text.replace(/\[([^\]]+)\]\((?:strategies|products|measures)\.md[^)]*\)/g, '$1');

const sections = (blocks: Blocks, shown: (block: string) => boolean): string =>
  HEADINGS.filter(([block]) => shown(block))
    .map(([block, heading]) => `## ${heading}\n\n${withoutLinks(blocks[block]!)}\n`)
    .join('\n');

export const pageOf = (blocks: Blocks): string =>
  `# What compaction strategies keep of these transcripts\n\nHow it was measured, and what the words mean: docs/study.md of the Compaction Playground.\n\n${sections(blocks, () => true)}`;

/** Tables with columns of one width, as a terminal has no Markdown. */
export const forTerminal = (blocks: Blocks): string => aligned(sections(blocks, (block) => SHOWN.has(block)));

function aligned(text: string): string {
  const lines = text.replaceAll('**', '').split('\n');
  const cellsOf = (line: string): string[] =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
  const out: string[] = [];
  for (let from = 0; from < lines.length; ) {
    let to = from;
    while (lines[to]?.startsWith('|')) to++;
    if (to === from) {
      out.push(lines[from++]!);
      continue;
    }
    const rows = lines
      .slice(from, to)
      .filter((line) => !/^\|[\s|:-]+\|$/.test(line))
      .map(cellsOf);
    const widths = rows[0]!.map((_, k) => Math.max(...rows.map((row) => (row[k] ?? '').length)));
    for (const row of rows) out.push(row.map((cell, k) => (k === 0 ? cell.padEnd(widths[k]!) : cell.padStart(widths[k]!))).join('  '));
    from = to;
  }
  return out.join('\n');
}
