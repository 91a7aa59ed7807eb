/** `compare`: every strategy on one conversation, for one file or several. */
import type { CompareOptions } from '../../engine/api.ts';
import { WISHES } from '../../engine/answer/contract.ts';
import { readablePlaces, recordedPlaces } from '../../engine/compaction/recorded.ts';
import { yoursIn } from '../../engine/answer/yours.ts';
import { agentOf } from '../../engine/presets/agents.ts';
import type { SignalSettings } from '../../engine/signals/contract.ts';
import type { Transcript } from '../../engine/transcript/types.ts';
import { BUILT_IN } from '../../engine/summarizers/contract.ts';
import { choiceId } from '../../models/contract.ts';
import { answerIn } from '../../report/answer.ts';
import type { Args } from '../args.ts';
import { byVectors } from '../embedder.ts';
import { err, out } from '../output.ts';
import { choose, type Input, readInput } from '../reading.ts';
import { isRefusal, UsageError } from '../refusal.ts';
import { writeReports } from '../report.ts';
import { selectedIds } from '../select.ts';
import { idsOf, type RowSettings, settingsOf, signalsOf } from '../settings.ts';
import { isStopped } from '../stop.ts';
import { t } from '../words.ts';
import { jsonLines } from './lines.ts';
import { comparedRows } from './rows.ts';
import { printComparison } from './text.ts';

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

/** What is compared, known before anything is read. */
interface Chosen {
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

async function compareFile(args: Args, chosen: Chosen): Promise<void> {
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
  // At a budget of one's own, where nothing works.
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
