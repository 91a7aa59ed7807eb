import { expect, it } from 'vitest';
import { reportedProduct, type ReportRow } from '../engine/report.ts';
import { csvRow, toCsv } from './report-texts.ts';

/** The cells that this is about; the rest of a row is in session.test.ts. */
const rowOf = (strategy: string, params = {}): ReportRow => {
  const row: Pick<ReportRow, 'strategy' | 'preset' | 'repaired' | 'note'> = { strategy, ...reportedProduct(strategy, params), note: '=1' };
  return { ...row, measures: {} } as ReportRow;
};

it('a product stands in five columns, empty for every other row; no text is a formula', () => {
  const lines = toCsv([rowOf('summary'), rowOf('pi', { repaired: true }), rowOf('claude-code')].map(csvRow))
    .trimEnd()
    .split('\r\n');
  const cells = lines.map((line) => line.split(','));
  const columns = (...names: string[]): number[] => names.map((name) => cells[0]!.indexOf(name));
  expect(lines[0]).toMatch(/^strategy,note,product,version,source,checked,repaired(,|$)/);
  expect(columns('strategy', 'note', 'product').map((c) => cells[1]![c])).toEqual(['summary', "'=1", '']);
  expect(cells[1]!.slice(2, 7)).toEqual(['', '', '', '', '']);
  expect(lines[2]).toMatch(/^pi,'=1,pi,0\.73\.1,"'@mariozechner\/pi-coding-agent, findCutPoint",true,true(,|$)/);
  expect(lines[3]).toMatch(/^claude-code,'=1,Claude Code,2.1.296,its documentation of compaction,false,false(,|$)/);
});
