/** The rows that table and plot share: made once for both. */
import { numberFormats } from '../../i18n/format.ts';
import { isMeasuredByItself, MOST_BY_ITSELF } from '../../engine/recall/contract.ts';
import type { Reason } from '../../engine/signals/contract.ts';
import type { CompareReply, Description } from '../../worker/protocol.ts';
import { useApp, useText } from '../store/index.ts';
import { shownRows } from '../../scenario/rows.ts';
import { agentIn, type AppState, isSent, isTheirs, matchIn, recordedIn, smallestIn } from '../store/state.ts';
import { WISHES } from '../../engine/answer/contract.ts';
import { type Answered, answered, answeredAs } from './answer.ts';
import { type RowExtras, tableRows, type TableRow } from './rows.ts';

const NONE: readonly TableRow[] = [];

interface Made {
  readonly inputs: readonly unknown[];
  readonly made: Answered;
}
/** Newest first. Three: the plot may still show the comparison before the table's, and the filter counts every row. */
let made: readonly Made[] = [];

/** Reuses rows of an earlier call whose inputs did not change. */
function remembered(inputs: readonly unknown[], make: () => Answered): Answered {
  const found = made.find((m) => m.inputs.every((value, i) => value === inputs[i])) ?? { inputs, made: make() };
  made = [found, ...made.filter((m) => m !== found)].slice(0, 3);
  return found.made;
}

/** Keys of the rows that are seen, in one text: equal as long as the rows are. */
const shownIn = (state: AppState): string =>
  (isSent(state) ? state.sent!.snapshot.rows : shownRows(state.scenario, state.description?.strategies ?? NO_STRATEGIES, recordedIn(state)))
    .map(({ key }) => key)
    .join(' ');
const NO_STRATEGIES: Description['strategies'] = [];

const useShown = (): string => useApp(shownIn);

/** A recording so long that recall runs only on request. */
export const notByItself = (comparison: CompareReply | null): Reason | null =>
  comparison && !isMeasuredByItself(comparison.transcript.n)
    ? { key: 'recall-long', values: { messages: comparison.transcript.n, most: MOST_BY_ITSELF } }
    : null;

export const useTableRows = (comparison: CompareReply | null, every = false): readonly TableRow[] => useAnswered(comparison, every)?.rows ?? NONE;

/**
 * The rows with the answer that orders them; null before the engine has described itself.
 * @param comparison the one of the store, or an earlier one that is still shown
 * @param every the short list's other rows too, whose results may be missing
 */
export function useAnswered(comparison: CompareReply | null, every = false): Answered | null {
  const { language } = useText();
  const description = useApp((s) => s.description);
  const scenarioRows = useApp((s) => s.scenario.rows);
  const pinned = useApp((s) => s.scenario.view.pinned);
  const measured = useApp((s) => s.measured);
  const recalled = useApp((s) => s.recalled);
  const error = useApp((s) => s.lossError);
  const recalling = useApp((s) => s.recalling !== null);
  const compactions = useApp(recordedIn);
  const agent = useApp(agentIn);
  const sent = useApp(isSent);
  const theirs = useApp(isTheirs);
  const shown = useShown();
  const wishes = useApp((s) => s.scenario.view.wishes ?? WISHES);
  const former = useApp((s) => s.former);
  const smallest = useApp((s) => smallestIn(s, wishes));
  const writing = useApp((s) => s.running?.progress?.models !== undefined);
  const told = useApp((s) => (isSent(s) ? (s.sent?.snapshot.answer ?? null) : null));
  const asked = useApp(matchIn);
  if (!description) return null;
  return remembered(
    [
      language,
      description,
      scenarioRows,
      pinned,
      comparison,
      measured,
      recalled,
      error,
      recalling,
      compactions,
      agent,
      shown,
      every,
      sent,
      theirs,
      wishes,
      told,
      asked,
      former,
      writing,
      smallest,
    ],
    () => {
      const known: RowExtras = {
        compactions,
        agent,
        theirs,
        measured: measured?.rows ?? new Map(),
        recalled: recalled?.rows ?? new Map(),
        noMeasures: error && error.code !== 'cancelled' && measured?.of !== comparison ? { key: 'error', values: { message: error.message } } : null,
        noRecall:
          sent && !recalled
            ? { key: 'recall-not-sent' }
            : error === null
              ? ((recalled?.of !== comparison && !recalling ? notByItself(comparison) : null) ?? recalled?.reply.tooFew ?? null)
              : error.code === 'cancelled'
                ? { key: 'recall-cancelled' }
                : { key: 'error', values: { message: error.message } },
        held: recalled && { cuts: recalled.reply.cuts.length, budget: recalled.reply.budget, random: recalled.reply.random },
        former: former?.rows,
        writing,
        stale: { measured: measured?.of !== comparison, recall: recalled?.of !== comparison },
      };
      const rows = tableRows(scenarioRows, pinned, description, comparison, numberFormats(language), known);
      const found = told ? answeredAs(rows, told, recalled?.reply ?? null, asked) : answered(rows, wishes, recalled?.reply ?? null, asked, smallest);
      if (every) return found;
      const seen = new Set(shown.split(' '));
      return { ...found, rows: found.rows.filter(({ key, isAnswer }) => seen.has(key) || isAnswer) };
    },
  );
}
