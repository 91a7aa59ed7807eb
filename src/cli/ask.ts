/** `ask`: a model over the contexts that strategies leave: its next steps, its answers to questions, and what goes with them. */
import { appendFile, readFile } from 'node:fs/promises';
import { askContexts, type CompareOptions, type OpenTranscript } from '../engine/api.ts';
import { type AskReport, type AskRow, type AskTask, type Correlation, FULL, type OfflineId, OUTCOMES } from '../engine/ask/contract.ts';
import { askReport, judgeTasks } from '../engine/ask/score.ts';
import { BUILT_IN } from '../engine/summarizers/contract.ts';
import '../i18n/en/loss.ts';
import { lookup } from '../i18n/index.ts';
import { askTasks, asking, type AskResult } from '../models/asker.ts';
import {
  type CallError,
  choiceId,
  DEFAULT_CALL,
  DEFAULT_PARALLEL,
  type EndpointChoice,
  endpointOf,
  type StoredSummary,
  type SummaryStore,
} from '../models/contract.ts';
import { priceOf } from '../models/prices.ts';
import { memoryStore, Queue, type WriteOutcome } from '../models/model-summarizer.ts';
import { callReason } from '../models/reason.ts';
import type { Args } from './args.ts';
import { type Cell, err, grid, numbers, out, paint, type PaintedText, say, screenColumns, t, words } from './cli-words.ts';
import { agree, costOf, keyFor, MASKING, saySpent, spending, withModel } from './summarizer.ts';
import { InterruptError, isStopped, pause, progressOn, stopSignal } from './progress.ts';

async function storeOf(file: string | null): Promise<SummaryStore> {
  if (file === null) return memoryStore();
  const text = await readFile(file, 'utf8').catch(() => '');
  const store = memoryStore(storedIn(text));
  // An answer that follows half a line would be lost with it. Answers are appended side by side, so this comes before all of them.
  if (text !== '' && !text.endsWith('\n')) await appendFile(file, '\n');
  return {
    get: store.get,
    async put(answer) {
      await store.put(answer);
      await appendFile(file, `${JSON.stringify(answer)}\n`);
    },
  };
}

function storedIn(text: string): readonly StoredSummary[] {
  return text.split('\n').flatMap((line): StoredSummary[] => {
    try {
      const found = JSON.parse(line) as Partial<StoredSummary>;
      return typeof found.key === 'string' && typeof found.text === 'string' ? [found as StoredSummary] : [];
    } catch {
      return [];
    }
  });
}

/** Says what will be sent and its price, asks, sends, and prints the scores. Throws a RangeError where nothing may be sent. */
export async function runAsk(
  opened: OpenTranscript,
  options: CompareOptions & { readonly strategies: readonly string[] },
  args: Args,
): Promise<void> {
  const choice: EndpointChoice = { provider: args.provider ?? 'compatible', model: args.model ?? '', baseUrl: args.baseUrl };
  const key = keyFor(choice, { model: '--model', address: '--base-url', key: '--key-env' }, args.keyEnv);
  const { cuts, samples, probes, summaryModel } = args;
  const wanted = {
    ...options,
    masking: MASKING,
    ...(cuts !== null && { cuts }),
    ...(samples !== null && { samples }),
    ...(probes !== null && { probes }),
  };
  const store = await storeOf(args.answers);
  const progress = progressOn();
  const { spent, onEvent } = spending(null);
  const run = async (model: EndpointChoice, tasks: readonly AskTask[]): Promise<AskResult> => {
    const told = await asking(model, tasks, store, (text) => opened.prepared.counts.text(text));
    if (told.calls > 0) {
      err(sendingLine(model, told));
      await agree(args.yes);
    }
    const queue = new Queue<WriteOutcome>(DEFAULT_PARALLEL);
    const asker = { choice: model, key: () => key, store, queue, signal: stopSignal, call: DEFAULT_CALL, onEvent };
    const progressOfRun = progressOn();
    const asked = await askTasks(tasks, asker, (done, of) => progressOfRun('asking', done, of));
    spent.failed += asked.failures.size;
    for (const line of failureLines([...asked.failures.values()])) err(line);
    return asked;
  };
  // Ctrl-C is noticed between two contexts: who stops while summaries are written gets no calls after them.
  const unlessStopped = async (done: number, of: number): Promise<void> => {
    progress('contexts', done, of);
    if (!(await pause())) throw new InterruptError();
  };
  const writer = summaryModel === null ? null : { ...choice, model: summaryModel };
  const plan = writer
    ? await withModel({ choice: writer, yes: args.yes, keyEnv: args.keyEnv, store }, (summarizer) =>
        askContexts(opened, { ...wanted, summarizer }, unlessStopped),
      )
    : await askContexts(opened, wanted, unlessStopped);
  const { answers } = await run(choice, plan.tasks);
  if (isStopped() && answers.size === 0) throw new InterruptError();
  const judged = args.judge === null || isStopped() ? undefined : (await run({ ...choice, model: args.judge }, judgeTasks(plan, answers))).answers;
  const report = askReport(plan, answers, judged);
  const price = await priceOf(choice, spent);
  saySpent(t('cli.answers'), spent, price);
  const { texts: _texts, ...used } = spent;
  const stopped = isStopped() ? { answers: answers.size, of: plan.tasks.length } : null;
  if (args.json)
    out(
      JSON.stringify(
        { ...(stopped && { stopped }), ...jsonOf(report, choiceId(choice), writer ? choiceId(writer) : BUILT_IN, used, price?.total ?? null) },
        null,
        2,
      ),
    );
  else for (const line of linesOf(report)) say(line);
  if (stopped) err(t('cli.stopped.part', { done: stopped.answers, of: stopped.of }));
}

function sendingLine(choice: EndpointChoice, { calls, remembered, input, output, price, masked }: Awaited<ReturnType<typeof asking>>): string {
  const n = numbers();
  const values = { model: `${choice.provider}/${choice.model}`, endpoint: endpointOf(choice) ?? '', count: calls, remembered };
  const secrets = masked > 0 ? `\n${t('cli.send.masked', { count: masked })}` : '';
  return `${t('cli.ask.send', { ...values, input: n.whole(input), output: n.whole(output), cost: costOf(price) })}${secrets}`;
}

function failureLines(failures: readonly CallError[]): readonly string[] {
  const byText = new Map<string, number>();
  for (const failure of failures) {
    const text = words.reason(callReason(failure));
    byText.set(text, (byText.get(text) ?? 0) + 1);
  }
  return Array.from(byText, ([text, count]) => t('cli.warning', { text: `${count} × ${text}` }));
}

const jsonOf = (report: AskReport, model: string, summarizer: string, spent: object, price: number | null) => ({
  model,
  summarizer,
  samples: report.samples,
  spent: { ...spent, currency: 'USD', price },
  rows: report.rows.map(({ failed, ...row }) => ({ ...row, failed: failed && words.reason(failed) })),
  cuts: report.cuts.map(({ answers, ...cut }) => ({
    ...cut,
    answers: answers.map(({ row, probe: { kind, question, answer, message }, there, said, verdict }) => ({
      row,
      kind,
      question,
      answer,
      message,
      there,
      said,
      verdict,
    })),
  })),
  measures: report.measures,
  correlations: report.correlations,
  supported: report.supported,
});

const COLUMNS = ['left', 'tool', 'args', 'files', 'recorded', 'repeated', 'reRead', 'right', 'used', 'madeUp'] as const;
const LEAVING = ['files', 'reRead', 'repeated', 'left', 'tool'] as const;

const share = (value: number | null): string => (value === null ? '—' : numbers().percent(value));
const title = ({ key, strategy }: AskRow): string => (key === FULL ? t('ask.full') : words.title(strategy));
const plusMinus = (interval: AskRow['fullInterval']): string =>
  interval === null ? '' : ` (${numbers().percent(interval[0])}–${numbers().percent(interval[1])})`;
const decimal = (value: number | null): string => (value === null ? '—' : value.toFixed(2));

function linesOf(report: AskReport): readonly (string | PaintedText)[] {
  const steps = report.rows[0]?.steps ?? 0;
  const questions = report.cuts.reduce((sum, { answers }) => sum + answers.filter(({ row }) => row === FULL).length, 0);
  const rows = report.rows.map((row): Cell[] => {
    if (row.failed)
      return [
        [title(row), 'left'],
        [words.reason(row.failed), 'rest'],
      ];
    const texts = [
      share(row.tokens),
      share(row.full.tool),
      `${share(row.full.args)}${plusMinus(row.fullInterval)}`,
      share(row.full.files),
      share(row.recorded.args),
      decimal(row.repeated),
      decimal(row.reRead),
      `${share(row.right)}${plusMinus(row.rightInterval)}`,
      share(row.used),
      share(row.madeUp),
    ];
    return [[title(row), 'left'], ...texts.map((text): Cell => [text, 'right'])];
  });
  const head: Cell[] = [[t('cli.column.strategy'), 'left'], ...COLUMNS.map((name): Cell => [t(`cli.ask.column.${name}`), 'right'])];
  const leaves = LEAVING.map((name) => COLUMNS.indexOf(name) + 1);
  return [
    t('cli.ask.head', { cuts: report.cuts.length, steps, questions, samples: report.samples }),
    '',
    ...table([head, ...rows], leaves),
    '',
    ...report.rows.flatMap((row) => {
      if (!row.rolledBack) return [];
      const { cuts, reason } = row.rolledBack;
      return [t('ask.row.rolledBack', { title: title(row), count: cuts.length, cuts: row.cuts, reason: words.reason(reason) })];
    }),
    t('cli.ask.legend'),
    '',
    ...correlationLines(report),
  ];
}

const table = ([head, ...rows]: readonly (readonly Cell[])[], leaves: readonly number[]): readonly PaintedText[] =>
  grid([head!.map(([text, align]): Cell => [text, align, { painted: (shown) => paint('head', shown) }]), ...rows], {
    columns: screenColumns(),
    leaves,
  }).map((painted) => ({ painted }));

const measureName = (id: OfflineId): string => lookup(`answer.measure.${id}`) ?? id;

function correlationLines({ correlations, supported }: AskReport): readonly (string | PaintedText)[] {
  const cell = ({ value, interval }: Correlation): Cell => [
    value === null ? '—' : `${decimal(value)}${interval ? ` (${decimal(interval[0])}–${decimal(interval[1])})` : ''}`,
    'right',
  ];
  const head: Cell[] = [[t('ask.measure').toLocaleLowerCase(), 'left'], ...OUTCOMES.map((name): Cell => [t(`cli.ask.column.${name}`), 'right'])];
  const rows = correlations.map((row): Cell[] => [[measureName(row.measure), 'left'], ...OUTCOMES.map((name) => cell(row[name]))]);
  const trusted = OUTCOMES.map((name) => {
    const measures = supported[name].map(measureName).join(lookup('list.separator') ?? ', ');
    return t(measures ? 'ask.supported' : 'ask.supported.none', { outcome: t(`cli.ask.column.${name}`), measures });
  });
  return [...table([head, ...rows], [2]), '', t('ask.trust.help'), '', ...trusted];
}
