import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { WISHES } from '../../engine/answer/contract.ts';
import { answerOfSet } from '../../engine/answer/sets.ts';
import { byId } from '../../engine/pipelines/index.ts';
import type { ResultLine } from '../../engine/sets/contract.ts';
import { Reducer } from '../../engine/sets/sets-reduce.ts';
import '../../i18n/en/engine.ts';
import { lookup, numbers } from '../../i18n/index.ts';
import { plain } from '../../i18n/answer-words.ts';
import { html, markdown } from '../frame.ts';
import { sayOfSet, setColumns } from './set-report-columns.ts';
import type { SetReportData, SetReportSession } from '../contract.ts';
import { setHtml } from './set-report-html.ts';
import { setMarkdown } from './set-report-markdown.ts';

/** Share kept in each session; the last session needs too little for one. */
const KEPT = {
  'fact-ledger': [0.9, 0.7, 0.8, 0.95, 0.85, null],
  'claude-code': [0.5, 0.45, 0.62, 0.4, 0.55, null],
  'middle-removal': [0.1, 0.2, 0.05, 0.3, 0.15, null],
  'random-removal': [0.3, 0.25, 0.35, 0.2, 0.4, null],
} as const;
type Key = keyof typeof KEPT;
const KEYS = Object.keys(KEPT) as Key[];
const FORMATS = ['claude-code', 'claude-code', 'pi', 'pi', 'pi', 'pi'] as const;
const COSTS = [0.01, 0.02, 0.03, 0.04, 0.05, 0.06] as const;

const lineOf = (row: Key, i: number): ResultLine =>
  ({
    kind: 'result',
    engine: '5',
    settings: 's',
    session: `${i}#0`,
    file: `week/${i}.jsonl`,
    format: FORMATS[i],
    agent: 'claude-code',
    model: null,
    task: 'code',
    messages: 10 + i,
    tokens: 1000 * (i + 1),
    exact: i > 0,
    row,
    strategy: row,
    outcome: row === 'middle-removal' && i === 2 ? 'failed' : 'compacted',
    window: 128_000,
    target: 300 * (i + 1),
    matched: false,
    counts: KEPT[row][i] === null ? null : JSON.stringify([0, 1].flatMap(() => [100 * KEPT[row][i]!, 100, 30, 0, 0, 0, 0, 0, 0])),
    tokensAfter: 300,
    independentRecall: KEPT[row][i],
    hindsightRecall: KEPT[row][i],
    recallLeft: 0.25 + i / 100,
    neededFacts: 40,
    overBudget: row === 'middle-removal' && i < 4,
    violations: row === 'claude-code' && i === 1 ? 2 : 0,
    efficiency: 0.5,
    cost: COSTS[i],
    note: '',
  }) as unknown as ResultLine;
const lines = KEYS.flatMap((row) => FORMATS.map((_, i) => lineOf(row, i)));

function dataOf(given: readonly ResultLine[] = lines, change: Partial<SetReportData> = {}): SetReportData {
  const reducer = new Reducer();
  for (const line of given) reducer.add(line);
  const { list, targets: _, windows: __, ...overview } = reducer.overview('claude-code', 'format');
  const { rows, asked } = reducer.answerInput();
  const answer = answerOfSet(rows, (id) => byId.get(id), WISHES, asked);
  const failed: SetReportSession = {
    session: null,
    name: 'week/broken.json',
    format: null,
    messages: null,
    tokens: null,
    exact: true,
    state: 'failed',
    why: { code: 'not-json', reason: 'The JSON breaks off at line 1.' },
  };
  return {
    name: 'week',
    names: true,
    overview: { ...overview, answer },
    by: 'format',
    base: 'claude-code',
    target: 0.3,
    wishes: WISHES,
    titleOf: (key) => lookup(`strategy.${key}.title`) ?? key,
    controls: new Set(['random-removal']),
    sessions: [...list.map((one): SetReportSession => ({ ...one, state: 'compared', why: null })), failed],
    settings: [['target', '0.3']],
    ...change,
  };
}
const data = dataOf();
const text = setHtml(data);

/** Cells of a row of the table of all policies, by the id of their column. */
function cellsOf(key: string, from = text, of = data): ReadonlyMap<string, { readonly v: string | undefined; readonly text: string }> {
  const title = html(of.titleOf(key));
  const row = from.split('\n').find((one) => one.startsWith('<tr') && one.includes(`<td class="words" data-v="${title}">`))!;
  const cells = Array.from(row.matchAll(/<td(?: class="[a-z ]+")?(?: data-v="([^"]*)")?>(.*?)<\/td>/g), ([, v, inner]) => ({ v, text: inner! }));
  return new Map(setColumns(of).map(({ id }, i) => [id, cells[i + 2]!]));
}

/** By counting: what the report's numbers must be. */
const sharesOf = (key: Key): number[] => KEPT[key].flatMap((share) => share ?? []).sort((a, b) => a - b);
const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;

describe('the HTML report of a set', () => {
  it.each(KEYS)('has the numbers of its lines, counted by hand: %s', (key) => {
    const shares = sharesOf(key);
    const cells = cellsOf(key);
    const value = (id: string): number => Number(cells.get(id)!.v);
    const n = numbers();
    expect(value('sessions')).toBe(5);
    // As many strings are needed in every session, so their sum is the mean of the shares.
    expect(value('together')).toBeCloseTo(mean(shares), 12);
    // Of five values in order the third is the median.
    expect(value('median')).toBe(shares[2]);
    const worst = (KEPT[key] as readonly (number | null)[]).indexOf(shares[0]!);
    expect(cells.get('worst')!.text).toBe(`${n.share(shares[0]!)} #${worst + 1}`);
    const [low, high] = cells.get('interval')!.text.split(' to ').map(Number);
    expect([low! >= shares[0]! * 100 - 0.05, low! <= shares[2]! * 100, high! >= shares[2]! * 100]).toEqual([true, true, true]);
    expect(value('cost')).toBeCloseTo(0.035, 12);
    if (key === 'claude-code') return expect(cells.get('difference')!.text).toBe('—');
    const pairs = KEPT[key].flatMap((share, i) => (share === null ? [] : [share - KEPT['claude-code'][i]!]));
    expect(value('difference')).toBeCloseTo(mean(pairs), 12);
    const count = (is: (one: number) => boolean): number => pairs.filter(is).length;
    expect(cells.get('counts')!.text).toBe(`${count((d) => d > 0.01)} / ${count((d) => Math.abs(d) <= 0.01)} / ${count((d) => d < -0.01)}`);
  });

  it('marks what is below chance, over the budget, refused and without a result', () => {
    const removal = cellsOf('middle-removal');
    expect(removal.get('together')!.text).toMatch(/^▼ /);
    expect(removal.get('over')!.text).toBe('▲ 4');
    expect(removal.get('valid')!.text).toBe('1 ⚠');
    expect(cellsOf('claude-code').get('valid')!.text).toBe('1 ✕');
    expect(cellsOf('fact-ledger').get('together')!.text).not.toContain('▼');
    expect(cellsOf('fact-ledger').get('valid')!.text).toBe('✓');
    expect(text.match(/class="warn"/g)).toHaveLength(4);
  });

  it('has the answer in words, with how many sessions, and its row marked', () => {
    const { say, doubts } = sayOfSet(data);
    expect(plain(say).replaceAll('\u00a0', ' ')).toBe('At 30 % Fact ledger (ours) keeps 84 % of what was needed later.');
    expect(plain(doubts)).toContain('5 of 6 sessions count: 1,000 facts needed later');
    expect(text).toContain(`${html(plain(doubts))}</p>`);
    const heading = /<h1 class="say">(.*)<\/h1>/.exec(text)![1]!;
    expect(heading.replace(/<\/?b>/g, '')).toBe(html(plain(say)));
    expect(text.match(/<tr class="best"><td class="words" data-v="([^"]*)"/)?.[1]).toBe('Fact ledger');
  });

  it('shows A and B first, and folds all else', () => {
    const compared = /<table class="compared wide">([\s\S]*?)<\/table>/.exec(text)![1]!;
    const named = Array.from(compared.matchAll(/<span class="letter">(\w)<\/span><b>([^<]*)<\/b>/g), ([, letter, title]) => `${letter} ${title}`);
    expect(named).toEqual(['A Claude Code', 'B Fact ledger']);
    const folds = Array.from(text.matchAll(/<details class="fold"><summary><h2>([^<]*)/g), ([, title]) => title);
    expect(folds).toEqual([`All policies (${KEYS.length})`, 'Plot', 'The same by format', 'Sessions', 'Settings', 'What the numbers mean']);
  });

  it('draws every row as a point and in its row, and one plot for each format', () => {
    const plots = text.match(/<svg class="plot"[\s\S]*?<\/svg>/g)!;
    // The plot twice, for wide and for narrow screens, and one for each format.
    expect(plots).toHaveLength(2 + 2);
    for (const plot of plots) for (const key of KEYS) expect(plot).toContain(`<title>${html(data.titleOf(key))}</title>`);
    expect(plots[0]).toMatch(/<circle class="best"[^>]*><title>Fact ledger<\/title>/);
    expect(plots[0]).toMatch(/<path class="over"[^>]*><title>Middle removal<\/title>/);
    expect(plots[0]).toMatch(/<path class="refused"[^>]*><title>Claude Code<\/title>/);
    expect(plots[0]!.match(/class="chance"/g)).toHaveLength(KEYS.length);
    // A and B are above the table of all; of the others one is over the budget, one a scale.
    expect(text.match(/<svg class="glyph"/g)).toHaveLength(KEYS.length + 2);
  });

  it('lists the sessions with format, messages, tokens and what the answer keeps, and why a file failed', () => {
    const table = /<table class="sessions wide">([\s\S]*?)<\/table>/.exec(text)![1]!;
    expect(table).toContain('<td class="words" data-v="week/0.jsonl">week/0.jsonl</td>');
    expect(table).toContain('<td data-v="1000">≈ 1,000</td><td data-v="0.9">90.0</td><td data-v="0.5">50.0</td>');
    expect(table.match(/<tr>/g)).toHaveLength(1 + 7);
    expect(table).toMatch(/week\/broken\.json<\/td>.*The JSON breaks off at line 1\./);
  });

  it('names its one script by its hash, forbids everything else, and has no address in it but an empty icon', () => {
    const scripts = [...text.matchAll(/<script>([\s\S]*?)<\/script>/g)];
    expect(scripts).toHaveLength(1);
    const hash = createHash('sha256').update(scripts[0]![1]!).digest('base64');
    expect(text).toContain(`default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'sha256-${hash}'`);
    expect(text.replace('href="data:,"', '')).not.toMatch(/\b(src|href|action)=|url\(|@import|https?:\/\//);
  });

  it('defines each of its columns', () => {
    for (const { title, definition } of setColumns(data)) {
      expect(definition.length, title).toBeGreaterThan(20);
      expect(text).toContain(`<dt>${html(title)}</dt><dd>${html(definition)}</dd>`);
    }
  });

  it('is the same in whatever order the lines come, bit for bit', () => {
    expect(setHtml(dataOf(lines.toReversed()))).toBe(text);
    expect(setMarkdown(dataOf(lines.toReversed()))).toBe(setMarkdown(data));
  });

  it('has no table of what no session was measured for, and says so', () => {
    const bare = dataOf(lines.map((line) => ({ ...line, independentRecall: null, counts: null })));
    const said = setHtml(bare);
    expect(said).toContain('No session needs 10 strings or 10 paths later.');
    expect(said).not.toContain('<svg class="plot"');
    expect(said).not.toContain('class="best"');
  });
});

describe('names', () => {
  it('are left out of both kinds where nobody wants them: sessions are numbers, a failure is its code', () => {
    const without = { ...data, names: false };
    for (const one of [setHtml(without), setMarkdown(without)]) {
      expect(one).not.toMatch(/week|\.jsonl|broken\.json|JSON breaks off/);
      expect(one).toContain('not-json');
      expect(one).toContain('Compaction of 6 sessions');
      expect(one).toContain('Names were left out.');
    }
  });

  it('have no control characters and no secrets', () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    const name = `\u001b[2J/${secret}/\u202etxt.json`;
    const named = { ...data, name, sessions: data.sessions.map((one) => ({ ...one, name })) };
    for (const made of [setHtml(named), setMarkdown(named)]) {
      expect(made).not.toMatch(/(?!\n)\p{Cc}|\u202e/u);
      expect(made).not.toContain(secret);
    }
  });

  it('are text, whatever they hold', () => {
    const hostile = '</style><script>alert(1)</script> | `x` [a](http://evil.example) @someone #1 <!--';
    const named = {
      ...data,
      name: hostile,
      titleOf: () => hostile,
      sessions: data.sessions.map((one) => ({ ...one, name: hostile, why: one.why && { code: 'x', reason: hostile } })),
    };
    const shown = setHtml(named);
    expect(shown.match(/<script>/g)).toHaveLength(1);
    expect(shown.match(/<\/style>/g)).toHaveLength(shown.match(/<style>/g)!.length);
    expect(shown).not.toContain('<!--');
    const md = setMarkdown(named);
    expect(md).not.toMatch(/(?<!\\)<script|[^\\]\[a\]\(|http:\/\/|@someone/);
    const cells = (line: string): number => line.replaceAll('\\|', '').split('|').length;
    const tables = md.split('\n\n').filter((part) => part.startsWith('| '));
    expect(tables).toHaveLength(2);
    for (const table of tables) expect(new Set(table.split('\n').map(cells)).size).toBe(1);
  });
});

describe('the Markdown report of a set', () => {
  const md = setMarkdown(data);

  it('has the answer, its row in bold, what it is held against, and the cells of the HTML file', () => {
    const { say } = sayOfSet(data);
    expect(md).toContain(`**${markdown(plain(say))}**`);
    const row = md.split('\n').find((line) => line.startsWith('| **Fact ledger** |'))!;
    const cells = [...cellsOf('fact-ledger').values()].map(({ text: cell }) => markdown(cell));
    expect(row).toBe(`| **Fact ledger** | ${cells.join(' | ')} |`);
    expect(md).toContain('| Difference to Claude Code, points |');
  });

  it('lists 200 sessions, and says how many more there are', () => {
    const [one] = data.sessions as [SetReportSession];
    const many = setMarkdown({ ...data, sessions: Array.from({ length: 230 }, (_, i) => ({ ...one, name: `${i}.jsonl` })) });
    expect(many).toContain('And 30 more in the HTML file.');
    expect(many).toContain('| 200 | 199.jsonl |');
    expect(many).not.toContain('200.jsonl');
  });
});
