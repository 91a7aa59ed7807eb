/** One session of a set: what it is, and its line under every row. */
import { cleanName, ENGINE, readingHash, settingsHash } from './sets-lines.ts';
import { open, type OpenTranscript, rowOptions, type RunOptions } from '../api.ts';
import { compareAll, matched } from '../compare.ts';
import { broughtLevels } from '../compaction/history.ts';
import type { ListedConversation } from '../formats/index.ts';
import { type Judge, JUDGES } from '../measures/independent/contract.ts';
import { type Measurement, measured, plainMeasures } from '../measures/run/measured-values.ts';
import type { KnownPricing } from '../measures/contract.ts';
import { byId, isHidden } from '../pipelines/index.ts';
import { type EngineRun, introduced, sizesOf } from '../policy-run.ts';
import { agentOf } from '../products/agents.ts';
import type { Recall } from '../recall/contract.ts';
import { recallSteps } from '../recall/recall.ts';
import { taskTypeOf } from '../signals/task-type.ts';
import { hasRow } from '../strategies/contract.ts';
import { resolveTarget } from '../tokens/contract.ts';
import type { Transcript, Warning } from '../transcript/types.ts';
import type { Cell, FailedLine, LineOptions, ResultLine, SessionFacts, SetOptions, SetRow, SetSteps } from './contract.ts';
import { recallValues } from '../recall/recall-values.ts';
import { BUILT_IN } from '../summarizers/contract.ts';

interface LineInput {
  readonly row: EngineRun;
  readonly params: SetRow['params'];
  readonly facts: SessionFacts;
  readonly options: LineOptions;
  readonly window: number;
  readonly target: number | null;
  /** What is lost, validity and cost; null where the row failed. */
  readonly standing: Measurement | null;
  readonly recall: Recall | null;
}

function noteOf({ error, why, note }: EngineRun): string {
  return error?.message ?? [why, note].flatMap((reason) => (reason ? [reason.key] : [])).join(' ');
}

/** Counts by cut; null where the row has none. */
function cutsOf(recall: Recall | null, key: string): string | null {
  const found = recall?.rows.find((row) => row.key === key)?.byCut;
  if (!found) return null;
  return JSON.stringify(
    found.map((tally) => Object.fromEntries(Object.entries(tally).map(([name, { kept, needed, chance }]) => [name, { kept, needed, chance }]))),
  );
}

/** Counts of the measures that an answer reads (`CountsCell`); null where the row has none. */
function countsOf(recall: Recall | null, key: string): string | null {
  const found = recall?.rows.find((row) => row.key === key)?.byCut;
  if (!found) return null;
  const numbers = (name: Judge) => found.flatMap(({ [name]: { kept, needed, chance } }) => [kept, needed, Number(chance.toFixed(4))]);
  return JSON.stringify(Object.fromEntries(JUDGES.map((name) => [name, numbers(name)])));
}

function resultLine({ row, params, facts, options, window, target, standing, recall }: LineInput): ResultLine {
  const { key, strategy, outcome, result } = row;
  const { tokensAfter, ...more } = sizesOf(row);
  const future = recallValues(recall, key, result, BUILT_IN);
  return {
    kind: 'result',
    engine: ENGINE,
    settings: settingsHash({ strategy, params }, options),
    ...facts,
    row: key,
    strategy,
    outcome,
    window,
    target,
    tokensAfter,
    ...more,
    violations: introduced(row)?.length ?? null,
    ...(plainMeasures({ ...standing?.measures, ...future.measures }) as Record<string, Cell>),
    params: JSON.stringify(result?.params ?? params),
    matched: recall ? recall.match !== null : null,
    counts: countsOf(recall, key),
    ...(options.byCut && { byCut: cutsOf(recall, key) }),
    note: noteOf(row),
  };
}

export interface SessionFile {
  readonly file: string;
  /** SHA-256 of its bytes, hex. */
  readonly hash: string;
  readonly format: string;
  readonly warnings: readonly Warning[];
}

function runOptions(options: LineOptions): RunOptions {
  const { model, window, tokenizer, target, weight, overhead, signals, shared, seed, summaryOutcome } = options;
  return { model, window, tokenizer, target, weight, overhead, signals, shared, seed, summaryOutcome };
}

/** The last counted context of a transcript, so that facts and rows of one session count it once. */
const counted = new WeakMap<Transcript, { readonly by: string; readonly opened: Promise<OpenTranscript> }>();

function openedOf(
  transcript: Transcript,
  { conversation, parent, format }: Pick<SessionFacts, 'conversation' | 'parent' | 'format'>,
  options: LineOptions,
) {
  const { model, window, tokenizer, overhead, signals } = options;
  const by = JSON.stringify([model, window, tokenizer, overhead, signals]);
  const known = counted.get(transcript);
  if (known?.by === by) return known.opened;
  const { levels } = broughtLevels({ transcript, parent }, conversation, format);
  const opened = open(transcript, { ...runOptions(options), levels });
  counted.set(transcript, { by, opened });
  return opened;
}

export async function sessionFacts(
  { transcript, parent }: ListedConversation,
  conversation: number,
  { file, hash, format, warnings }: SessionFile,
  options: LineOptions,
): Promise<SessionFacts> {
  const { prepared } = await openedOf(transcript, { conversation, parent, format }, options);
  const { counts, messages, n } = prepared;
  return {
    session: `${hash}#${conversation}`,
    file,
    conversation,
    parent,
    ...(typeof transcript.extra?.ofSession === 'string' && { ofSession: transcript.extra.ofSession }),
    title: cleanName(transcript.title ?? ''),
    format,
    agent: agentOf({ ...transcript, format }),
    model: transcript.model ?? null,
    date: messages.find(({ ts }) => ts !== undefined)?.ts ?? null,
    messages: n,
    requests: messages.reduce((sum, { role }) => sum + Number(role === 'assistant'), 0),
    tokens: counts.total,
    exact: counts.exact,
    compactions: transcript.compactions.length,
    problems: warnings.reduce((sum, { count }) => sum + count, 0),
    task: taskTypeOf(prepared).type,
  };
}

const UNKNOWN: KnownPricing = { unknown: { key: 'measure-no-model' } };

/**
 * The session under every row, in their order; null where `progress` stopped it. A row that fails is a line with its reason. Rejects as
 * `open` does (ranks that cannot be loaded, an option out of range).
 */
export async function runSession(
  transcript: Transcript,
  facts: SessionFacts,
  options: SetOptions,
  { progress, pricingOf }: SetSteps = {},
): Promise<readonly ResultLine[] | null> {
  const opened = await openedOf(transcript, facts, options);
  const { prepared, inUse } = opened;
  const plain = rowOptions(opened, runOptions(options));
  const rows = options.rows.filter(({ strategy }) => rowIn(strategy, transcript));
  const of = rows.length * (options.recall ? 3 : 2);
  let done = 0;
  const goesOn = async (at = done): Promise<boolean> => {
    const answer = progress?.(at, of);
    return (answer instanceof Promise ? await answer : answer) !== false;
  };

  const engine = matched(prepared, rows, plain);
  const compared = await compareAll(prepared, rows, engine, {
    progress: (finished) => {
      done = finished;
      return goesOn();
    },
  });
  if (!compared) return null;

  let recall: Recall | null = null;
  if (options.recall) {
    const recalled = await recallOf(recallSteps(prepared, rows, plain), (share) => goesOn(rows.length + Math.floor(share * rows.length)));
    if (!recalled) return null;
    recall = recalled;
    done += rows.length;
  }

  const pricing = pricingOf?.(inUse.model, prepared.transcript) ?? UNKNOWN;
  const target = engine.own ? null : resolveTarget(engine.target, prepared.counts.total, inUse.window);
  const lines: ResultLine[] = [];
  for (const [i, row] of compared.entries()) {
    const { result } = row;
    const standing = result && measured(prepared, result, { pricing, ...(inUse.model !== null && { model: inUse.model }), hidden: isHidden(row) });
    lines.push(resultLine({ row, params: rows[i]!.params, facts, options, window: inUse.window, target, standing, recall }));
    done++;
    if (!(await goesOn())) return null;
  }
  return lines;
}

/** Runs a recall to its end; null where `goesOn` stopped it. */
async function recallOf(steps: ReturnType<typeof recallSteps>, goesOn: (share: number) => Promise<boolean>): Promise<Recall | null> {
  let step = steps.next();
  while (!step.done) {
    if (step.value.kind === 'waiting') {
      const answer = step.value.for.then(
        (value) => () => steps.next(value),
        (error: unknown) => () => steps.throw(error),
      );
      step = (await answer)();
    } else {
      if (!(await goesOn(step.value.done / step.value.of))) return null;
      step = steps.next();
    }
  }
  return step.value;
}

function rowIn(strategy: string, { compactions }: Transcript): boolean {
  const found = byId.get(strategy);
  return !found?.recorded || hasRow(found, compactions.length);
}

/** A file that cannot be read, or a conversation that cannot be compared, as a line. */
export const failedLine = (
  { file, session }: Pick<FailedLine, 'file' | 'session'>,
  { code, reason }: Pick<FailedLine, 'code' | 'reason'>,
  options: Pick<LineOptions, 'format'>,
): FailedLine => ({ kind: 'failed', engine: ENGINE, settings: readingHash(options), file, session, code, reason });
