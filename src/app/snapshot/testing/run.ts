/** A finished run as the store holds it, made by a session in Node. */
import { createSession } from '../../../worker/worker-session.ts';
import { answerOf } from '../../../worker/testing/session.ts';
import { defaultScenario } from '../../../scenario/defaults.ts';
import { shownRows } from '../../../scenario/scenario-rows.ts';
import type { Scenario } from '../../../scenario/schema.ts';
import type { AppState } from '../../store/store-state.ts';

type Run = Pick<AppState, 'scenario' | 'compared' | 'loaded' | 'comparison' | 'current' | 'measured' | 'recalled' | 'description'>;

/** Compares and measures the first conversation of a file, all rows of the short list. */
export async function runOf(bytes: ArrayBuffer, name: string, changes: Partial<Scenario> = {}, withRecall = true): Promise<Run> {
  const session = createSession();
  const description = await answerOf(session.describe());
  const reply = await answerOf(session.load(bytes, name, null, 1));
  const transcript = { kind: 'file', name, hash: reply.hash, bytes: reply.bytes } as const;
  const scenario: Scenario = { ...defaultScenario(), transcript, ...changes };
  const { settings, marks } = scenario;
  const rows = shownRows(scenario, description.strategies, reply.conversations[0]?.compactions ?? 0);
  const comparison = await answerOf(session.compare({ conversation: 0, settings, marks, rows }, 2));
  const measured = await answerOf(session.measure(3));
  const recalled = withRecall ? await answerOf(session.recall(null, null, 4)) : null;
  return {
    scenario,
    compared: ['oldest-removal', 'fact-ledger', 'auto-compression'],
    description,
    loaded: { ref: transcript, name, reply },
    comparison,
    current: true,
    measured: { of: comparison, rows: new Map(measured.rows.map((row) => [row.key, row])), prices: measured.prices },
    recalled: recalled && { of: comparison, reply: recalled, rows: new Map(recalled.rows.map((row) => [row.key, row])) },
  };
}
