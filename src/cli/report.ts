/** Reports of a comparison as files. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ReportData } from '../report/contract.ts';
import { htmlReport } from '../report/html.ts';
import { markdownReport } from '../report/markdown.ts';
import type { Args } from './args.ts';
import { err } from './output.ts';
import { t } from './words.ts';

/** Writes those that were asked for, and says so on standard error. */
export async function writeReports(args: Args, made: Pick<ReportData, 'report' | 'told' | 'prefix'>): Promise<void> {
  const { budget, transcript } = made.report;
  const settings: (readonly [string, string])[] = [
    ['target', String(args.target)],
    ['window', `${budget.window} (${budget.windowFrom})`],
    ['tokenizer', transcript.tokenizer],
    ['summaries', args.real ? `${args.real.choice.provider} ${args.real.choice.model}` : 'built-in'],
    ...Object.entries(args.set).map(([strategy, params]) => [strategy, JSON.stringify(params)] as const),
  ];
  const data: ReportData = { ...made, name: args.file === null ? transcript.title : path.basename(args.file), settings };
  for (const file of args.report) {
    await writeFile(file, file.endsWith('.md') ? markdownReport(data) : htmlReport(data));
    err(t('cli.report.written', { file }));
  }
}
