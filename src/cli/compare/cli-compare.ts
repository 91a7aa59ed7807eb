/** `compare`: every strategy on one conversation, for one file or several. */
import type { CompareOptions } from '../../engine/api.ts';
import { type Answer, WISHES } from '../../engine/answer/contract.ts';
import { readablePlaces, recordedPlaces } from '../../engine/compaction/compaction-recorded.ts';
import { yoursIn } from '../../engine/answer/yours.ts';
import { agentOf } from '../../engine/products/agents.ts';
import type { SignalSettings } from '../../engine/signals/contract.ts';
import type { Transcript } from '../../engine/transcript/types.ts';
import { BUILT_IN } from '../../engine/summarizers/contract.ts';
import { choiceId } from '../../models/contract.ts';
import { answerIn } from '../../report/report-answer.ts';
import type { Args } from '../args.ts';
import { byVectors } from '../embedder.ts';
import { err, out } from '../output.ts';
import { choose, type Input, readInput } from '../reading.ts';
import { isRefusal, UsageError } from '../refusal.ts';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ReportData } from '../../report/contract.ts';
import { htmlReport } from '../../report/html.ts';
import { markdownReport } from '../../report/markdown.ts';
import { t } from '../cli-words.ts';
import { selectedIds } from '../select.ts';
import { idsOf, type RowSettings, settingsOf, signalsOf } from '../cli-settings.ts';
import { isStopped } from '../stop.ts';
import { REPORTED, areAt } from '../../engine/measures/run/measured-values.ts';
import type { ReportRow } from '../../engine/report.ts';
import { type CompareRun, comparedRows, type RowListener } from './cli-rows.ts';
import { printComparison } from './text.ts';

async function writeReports(args: Args, made: Pick<ReportData, 'report' | 'told' | 'prefix'>): Promise<void> {
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

/*
 * `compare --jsonl`: a line of JSON as soon as there is something to say, so that nobody has to hold the whole. First `head`, then a `row` for
 * each strategy in the order in which they run, then what needs all of them (`recall`, `decay`), last `end`.
 */

const RECALL: readonly string[] = REPORTED.filter((name) => areAt('recall', new Set([name])));
const some = <T>(values: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => RECALL.includes(name)));

interface Lines extends RowListener {
  end(compared: CompareRun, answer: Answer | null): void;
  failed(error: string): void;
}

function jsonLines(file: string | null): Lines {
  const say = (type: string, values: object): void => out(JSON.stringify({ type, ...(file !== null && { file }), ...values }));
  return {
    head: (head) => say('head', head),
    row: (row: ReportRow) => say('row', { ...row, decay: undefined }),
    end: ({ rows, of, recall }, answer) => {
      for (const { row } of rows) {
        const { key, measures, notes, decay } = row;
        if (recall) say('recall', { key, measures: some({ ...measures }), notes: some({ ...notes }) });
        if (decay) say('decay', { key, decay });
      }
      say('end', { rows: rows.length, of, stopped: isStopped(), answer });
    },
    failed: (error) => say('error', { error }),
  };
}

/** Number of the recorded compaction that the comparison stands before, by itself the last that can be read; null = the end. */
function placeOf({ atCompaction: asked }: Args, { transcript, levels }: ReturnType<typeof choose>): number | null {
  if (asked === null) return levels.length > 0 ? null : (readablePlaces(transcript).at(-1) ?? null);
  if (asked === 'end') return null;
  const known = recordedPlaces(transcript);
  const place = asked === 'last' ? known.at(-1) : known.find((number) => number === asked);
  if (place !== undefined) return place;
  const there = known.length === 0 ? t('cli.error.atCompaction.none') : known.join(', ');
  throw new UsageError(t('cli.error.atCompaction', { known: there, value: String(asked) }));
}

interface CompareChoice {
  readonly ids: readonly string[] | null;
  readonly params: RowSettings['params'];
  readonly signals?: Pick<SignalSettings, 'keywords'>;
}

/** Several files are compared one after the other: one that cannot be read costs its own comparison only. */
export async function runCompare(asked: Args): Promise<number> {
  const ids = asked.strategies && selectedIds('strategies', asked.strategies);
  const { params, real } = await settingsOf(asked);
  const signals = await signalsOf(asked);
  const args = { ...asked, real };
  const chosen = { ids, params, ...(signals && { signals }) };
  const several = args.files.length > 1;
  let code = 0;
  for (const [index, file] of args.files.entries()) {
    if (isStopped()) break;
    if (several && !args.json && !args.jsonl) out(`${index > 0 ? '\n' : ''}── ${file}`);
    try {
      await compareFile({ ...args, file }, chosen);
    } catch (error) {
      if (!several || !isRefusal(error)) throw error;
      if (args.jsonl) jsonLines(file).failed(error.message);
      else if (args.json) out(JSON.stringify({ file, error: error.message }));
      else err(error.message);
      code = 2;
    }
  }
  return code;
}

async function compareFile(args: Args, chosen: CompareChoice): Promise<void> {
  const input = await readInput(args);
  const chose = choose(input, args);
  const { transcript, levels } = chose;
  const strategies = idsOf(chosen.ids, transcript);
  const atCompaction = placeOf(args, chose);
  const target = args.same ? ('same' as const) : args.target;
  const common = { ...args, ...chosen, target, levels, atCompaction, strategies };
  return byVectors(args, transcript, common, (embedder) => compareAndPrint(args, input, transcript, { ...common, ...(embedder && { embedder }) }));
}

async function compareAndPrint(args: Args, input: Input, transcript: Transcript, chosen: CompareOptions): Promise<void> {
  const several = args.files.length > 1;
  const lines = args.jsonl ? jsonLines(several ? args.file : null) : null;
  const compared = await comparedRows(args, input, transcript, chosen, lines ?? undefined);
  const { head, rows, of, recall, summarized, opened } = compared;
  const report = { ...head, random: recall?.curve ?? null, results: rows.map(({ row }) => row) };
  const match = args.same ? yoursIn(compared.opened.prepared.transcript) : null;
  const own = match?.key ?? agentOf({ ...transcript, format: input.parsed.format });
  const held = {
    target: args.target === 'own' ? 1 : args.target,
    match,
    writerOf: () => (args.real ? choiceId(args.real.choice) : BUILT_IN),
  };
  let told = recall && compared.answers ? answerIn(report.results, summarized, recall, WISHES, held) : null;
  if (recall && told?.answer.verdict === 'nothing' && match === null && args.target !== 'own' && !args.real) {
    const smallest = await compared.smallest(WISHES);
    told = answerIn(report.results, summarized, recall, WISHES, { ...held, smallest });
  }
  const answer = told?.answer ?? null;
  const { counts } = opened.prepared;
  const stopped = isStopped();
  if (lines) lines.end(compared, answer);
  else if (args.json) {
    const whole = { ...report, answer, ...(stopped && { stopped: { rows: rows.length, of } }) };
    out(several ? JSON.stringify({ file: args.file, ...whole }) : JSON.stringify(whole, null, 2));
  } else if (rows.length > 0) printComparison(args, compared, input.parsed.format, told, own);
  if (stopped) {
    err(t('cli.stopped.rows', { done: rows.length, of }));
    return;
  }
  await writeReports(args, { report, told, prefix: counts.prefix });
}
