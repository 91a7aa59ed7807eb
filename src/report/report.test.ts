import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { compare, type CompareOptions, recall } from '../engine/api.ts';
import { BUILT_IN } from '../engine/summarizers/contract.ts';
import { yoursOf } from '../engine/answer/yours.ts';
import { WISHES } from '../engine/answer/contract.ts';
import { parseTranscript } from '../engine/formats/index.ts';
import { reportOf } from '../engine/report.ts';
import { formatReason, lookup } from '../i18n/index.ts';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { answerIn } from './report-answer.ts';
import { lostFacts, mostNeeded, type ReportData } from './contract.ts';
import { plain } from '../i18n/answer-words.ts';
import { htmlReport, plot, stripBase, stripSvg } from './html.ts';
import { html, markdown } from './frame.ts';
import { markdownReport } from './markdown.ts';
import { columnsOf } from './report-table.ts';

const file = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../fixtures/samples/coding-session.jsonl');
const parsed = parseTranscript(new Uint8Array(readFileSync(file)));
if (!parsed.ok) throw new Error(parsed.error.message);
const transcript = parsed.value.conversations[0]!;
const options = { target: 'same', strategies: ['claude-code', 'fact-ledger', 'handover-note', 'middle-removal'] } as const;
const words = { title: (id: string) => lookup(`strategy.${id}.title`) ?? id, reason: formatReason };

async function data(name = 'session.jsonl', agent: string | null = 'claude-code', asked: CompareOptions = options): Promise<ReportData> {
  const compared = await compare(transcript, asked);
  const { prepared, inUse, target, rows } = compared;
  const recalled = await recall(compared, asked);
  const report = reportOf({
    prepared,
    parsed: { format: 'claude-code', warnings: [] },
    window: inUse.window,
    windowFrom: inUse.windowFrom,
    target,
    rows,
    words,
    pricing: { unknown: { key: 'measure-no-price' } },
    model: inUse.model,
    recall: recalled,
  });
  const told = answerIn(report.results, rows, recalled, WISHES, { target: 1, match: yoursOf(agent), writerOf: () => BUILT_IN });
  const runs = new Map(rows.map((run) => [run.key, run]));
  return { name, report, told, recall: recalled, yours: yoursOf(agent).key, prefix: prepared.counts.prefix, runs, settings: [['target', '0.3']] };
}
const made = await data();
/** Settings as the page tells them: some that were changed, and a row's parameters. */
const SETTINGS = [
  ['target', '0.3'],
  ['keepRecent', '12'],
  ['maskSecrets', 'false'],
  ['fact-ledger', '{"ledgerShare":0.25}'],
] as const;
const changed: ReportData = { ...made, settings: SETTINGS };
const columns = columnsOf(made.report);
const hostile = '</style><script>alert(1)</script> | `x` [a](http://evil.example) @someone #1 <!--';

describe('the HTML report', () => {
  const text = htmlReport(made);

  it('names its one script by its hash and forbids everything else', () => {
    const scripts = [...text.matchAll(/<script>([\s\S]*?)<\/script>/g)];
    expect(scripts).toHaveLength(1);
    const hash = createHash('sha256').update(scripts[0]![1]!).digest('base64');
    expect(text).toContain(`default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'sha256-${hash}'`);
  });

  it('asks for nothing: no address of anything stands in it but an empty icon, without which a browser asks the server for one', () => {
    expect(text.replace('href="data:,"', '')).not.toMatch(/\b(src|href|action)=|url\(|@import|https?:\/\//);
  });

  it('has the answer and the figures of every row', () => {
    expect(/<h1 class="say">(.*)<\/h1>/.exec(text)![1]!.replace(/<\/?b>/g, '')).toBe(html(plain(made.told!.say)));
    expect(text).toContain(html(plain(made.told!.doubts)));
    for (const row of made.report.results) {
      expect(text).toContain(html(row.title));
      if (row.outcome === 'compacted') expect(text).toContain(`data-v="${row.tokensAfter}"`);
    }
  });

  it('shows A, B and the next best as the page does: strip, share with a tick for random dropping, tokens, efficiency and price', () => {
    const table = /<table class="compared wide">([\s\S]*?)<\/table>/.exec(text)![1]!;
    const { answer } = made.told!;
    const rows = table.split('\n').filter((line) => line.startsWith('<tr><td'));
    const named = rows.map((row) => /<span class="letter">(\w)<\/span><b>([^<]*)<\/b>/.exec(row)!.slice(1).join(' '));
    expect(named).toEqual(['A Claude Code', 'B Hand-over note', 'C Fact ledger']);
    for (const [i, key] of [answer.base!.key, answer.row!.key].entries()) {
      const { share, chance } = answer.kept[key]!;
      expect(rows[i]).toContain(`style="width:${share * 100}%"></i><u style="left:${chance * 100}%"`);
      expect(rows[i]).toMatch(/<span class="strip"[\s\S]*<rect /);
    }
    expect(rows[0]).toContain('the agent of this session · stand-in summary');
    expect(text).toMatch(/word for word<\/span>.*shortened<\/span>.*summarised<\/span>.*gone<\/span>.*random dropping, same size<\/span>/);
  });

  it('does not say that what stands for an unknown agent is the agent of the session', async () => {
    const unknown = htmlReport(await data('session.jsonl', null, { target: 0.3, strategies: ['oldest-removal', 'fact-ledger'] }));
    const [a] = /<tr><td class="words whole"><span class="letter">A[^\n]*/.exec(unknown)!;
    expect(a).toContain('<b>Oldest removal</b><small>agent not known');
    expect(a).not.toContain('agent of this session');
  });

  it('lists the ten facts that A lost and that were needed most, by their places', () => {
    const facts = mostNeeded(lostFacts(made.recall, ['claude-code', 'handover-note', 'fact-ledger']));
    expect(facts.length).toBeGreaterThan(10);
    const table = /<table class="facts">([\s\S]*?)<\/table>/.exec(text)![1]!;
    const rows = table.split('\n').filter((line) => line.startsWith('<tr><td'));
    const cells = rows.map((row) => Array.from(row.matchAll(/<td[^>]*>(.*?)<\/td>/g), ([, cell]) => cell!));
    const expected = facts.slice(0, 10).map(({ said, needed, lost }) => [
      `#${said.recorded + 1}`,
      needed
        .slice(0, 6)
        .map(({ recorded }) => `#${recorded + 1}`)
        .join(', ') + (needed.length > 6 ? ' …' : ''),
      ...lost.map((count) => (count === null ? '—' : count > 0 ? `✗ ${count}` : '✓')),
    ]);
    expect(cells.map(([, ...rest]) => rest)).toEqual(expected);
    const times = facts.map(({ needed }) => needed.length);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    expect(text).toContain(`10 of ${facts.length} facts`);
    for (const { text: fact } of facts.slice(0, 10)) expect(table).not.toContain(html(fact));
  });

  it('has the words of those facts where texts were asked for, masked unless they are wanted whole', () => {
    const [fact] = mostNeeded(lostFacts(made.recall, ['claude-code']));
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    const lost = (masked: number | null): string => {
      const row = made.recall!.rows.find(({ key }) => key === 'claude-code')!;
      const items = row.lostItems().map((one) => (one.fact === fact!.text ? { ...one, fact: secret } : one));
      const recalled = { ...made.recall!, rows: [{ ...row, lostItems: () => items }] };
      return htmlReport({ ...made, recall: recalled, texts: { masked, messages: [] } });
    };
    expect(lost(1)).toContain('<code>[github-token]</code>');
    expect(lost(1)).not.toContain(secret);
    expect(lost(null)).toContain(`<code>${secret}</code>`);
  });

  it('folds all else', () => {
    const folds = Array.from(text.matchAll(/<details class="fold"><summary><h2>([^<]*)/g), ([, title]) => title);
    expect(folds).toEqual([`All policies (${made.report.results.length})`, 'Plot', 'Settings', 'What the numbers mean']);
  });

  it('has the plot as a drawing, with the answer’s point in it', () => {
    const drawn = /<svg class="plot"[\s\S]*?<\/svg>/.exec(text)?.[0] ?? '';
    const measured = made.report.results.filter(({ outcome, measures }) => outcome === 'compacted' && measures.independentRecall !== null);
    expect(measured.length).toBeGreaterThan(1);
    for (const { title } of measured) expect(drawn).toContain(`<title>${html(title)}</title>`);
    const best = measured.find(({ key }) => key === made.told!.answer.row!.key)!;
    const points = Array.from(drawn.matchAll(/<circle class="best"[^>]*><title>([^<]*)<\/title>/g), ([, title]) => title);
    expect(points).toEqual([html(best.title)]);
    expect(drawn).toContain('tokens left at the checkpoints, %');
  });

  it('has every setting that it was given, by name and value', () => {
    const list = /<h2>Settings<\/h2><\/summary>\n<dl>(.*)<\/dl>/.exec(htmlReport(changed))?.[1];
    expect(list).toBe(SETTINGS.map(([name, value]) => `<dt>${name}</dt><dd>${html(value)}</dd>`).join(''));
  });

  it('defines each of its columns', () => {
    const heads = Array.from(text.matchAll(/<th[^>]*><button type="button">([^<]*)<\/button>/g), ([, head]) => head!);
    const list = /<h2>What the numbers mean<\/h2><\/summary>\n<dl>(.*)<\/dl>/.exec(text)![1]!;
    const defined = Array.from(list.matchAll(/<dt>([^<]*)<\/dt><dd>([^<]*)<\/dd>/g), ([, term, words]) => [term!, words!] as const);
    expect(heads.length).toBeGreaterThan(8);
    // The first head is of the policies' names.
    expect(defined.map(([term]) => term)).toEqual(heads.slice(1));
    for (const [term, words] of defined) expect(words.length, term).toBeGreaterThan(20);
  });

  it('is the same for equal runs, bit for bit', async () => {
    expect(htmlReport(await data())).toBe(text);
    expect(markdownReport(await data())).toBe(markdownReport(made));
  });

  it('holds no text of a message', () => {
    const texts = transcript.messages
      .flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])))
      .filter((one) => one.length > 60);
    expect(texts.length).toBeGreaterThan(10);
    const both = text + markdownReport(made);
    for (const one of texts) expect(both).not.toContain(html(one.slice(0, 60)));
  });

  it('shows no control characters and no secrets of a name', () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    const named = { ...made, name: `\u001b]0;x\u0007${secret}\u202e.json` };
    for (const shown of [htmlReport(named), markdownReport(named)]) {
      expect(shown).not.toMatch(/(?!\n)\p{Cc}|\u202e/u);
      expect(shown).not.toContain(secret);
    }
  });

  it('shows hostile names as text', () => {
    const named = {
      ...made,
      name: hostile,
      report: { ...made.report, results: made.report.results.map((row) => ({ ...row, title: hostile, note: hostile })) },
    };
    const shown = htmlReport(named);
    expect(shown.match(/<script>/g)).toHaveLength(1);
    expect(shown).not.toContain('<!--');
    const md = markdownReport(named);
    expect(md).not.toMatch(/(?<!\\)<script|[^\\]\[a\]\(|http:\/\/|@someone/);
    // The note's bar is no border of a cell.
    const cells = (line: string): number => line.replaceAll('\\|', '').split('|').length;
    const tables = md.split('\n\n').filter((part) => part.startsWith('| '));
    expect(tables).toHaveLength(2);
    for (const table of tables) expect(new Set(table.split('\n').map(cells)).size).toBe(1);
  });
});

describe('the Markdown report', () => {
  const lines = markdownReport(changed).split('\n');

  it('has the answer in one line', () => {
    const [say, doubts] = [plain(made.told!.say), plain(made.told!.doubts)];
    expect(say).toBe('Claude Code keeps 55\u00a0% of what was needed later. In the same tokens Hand-over note (ours) keeps 64\u00a0%.');
    expect(lines.filter((line) => line === `**${markdown(say)}** ${markdown(doubts)}`)).toHaveLength(1);
    const best = made.report.results.find(({ key }) => key === made.told!.answer.row!.key)!;
    expect(lines.filter((line) => line.startsWith(`| **${markdown(best.title)}** |`))).toHaveLength(1);
    expect(lines.filter((line) => line.startsWith(`| B **${markdown(best.title)}** | 64\u00a0%`))).toHaveLength(1);
  });

  it('has every setting that it was given, and defines each of its columns', () => {
    const from = lines.indexOf('<details><summary>Settings · What the numbers mean</summary>');
    const listed = lines.slice(from).filter((line) => line.startsWith('- '));
    expect(listed.slice(0, SETTINGS.length)).toEqual(SETTINGS.map(([name, value]) => `- ${markdown(name)}: ${markdown(value)}`));
    const definitions = listed.slice(SETTINGS.length).map((line) => /^- \*\*(.+?)\*\*: (.{20,})$/.exec(line)?.[1]);
    expect(definitions).toEqual(columns.map(({ title }) => markdown(title)));
  });
});

describe('what is drawn', () => {
  it('a strip is as wide as the tokens: ink from the bottom, a lid over what was summarised, a mark for each summary', () => {
    const strip = {
      key: 'x',
      fates: Uint8Array.from([0, 4, 4, 2]),
      left: Float64Array.from([50, 0, 0, 0]),
      into: null,
      summaries: [{ id: 's', members: 1, tokens: 5, summarizer: 'x', generation: 1, before: 3 }],
    };
    const drawn = stripSvg(strip, stripBase([0, 50, 60, 75, 100]), 'x', 240, 14);
    expect(drawn).toContain('<rect x="0" y="0" width="120" height="14" fill="var(--keep)"/>');
    expect(drawn).toContain('<rect x="180" y="0" width="60" height="4" fill="var(--sum)"/>');
    expect(drawn.match(/<rect/g)).toHaveLength(2);
    expect(drawn).toContain('<i style="left:clamp(6px,75%,100% - 6px)"></i>');
    expect(stripSvg({ ...strip, fates: new Uint8Array(0) }, stripBase([0]), 'x', 240, 14)).toBe('');
  });

  it('the plot has a point for each row that was measured, and none without two', () => {
    const drawn = /<svg[\s\S]*?<\/svg>/.exec(plot(made.report, 'fact-ledger'))![0];
    const measured = made.report.results.filter(({ outcome, measures }) => outcome === 'compacted' && measures.independentRecall !== null);
    expect(drawn.match(/<circle/g)).toHaveLength(measured.length);
    expect(plot({ ...made.report, results: made.report.results.slice(0, 1) }, null)).toBe('');
  });
});

it('escapes every character that means something', () => {
  expect(html(`<a b="c" d='e'>&`)).toBe('&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;');
  expect(markdown('a\nb | *c* @d https://x')).toBe('a b \\| \\*c\\* @\u2060d https:\u2060//x');
});
