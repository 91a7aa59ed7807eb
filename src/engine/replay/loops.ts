/** Detects loops: compactions that free too little, and triggers without effect. */
import type { Reason } from '../signals/contract.ts';
import { knobOf } from '../strategies/params.ts';
import type { Runner } from './attempt.ts';
import type { Loop } from './contract.ts';
import type { Done } from './walk.ts';

/** A trigger that fires again within this many requests fires at once. */
const AT_ONCE = 2;
/** Attempts in a row without a change that are reported. */
const IDLE = 3;

/** By a person, where the agent did, and at every request by rule: what comes again there is meant to. */
const MEANT: ReadonlySet<string> = new Set(['hand', 'recorded', 'requests']);

/** Runs of compactions that each trigger the next at once, and of attempts that change nothing. Those that are meant do not count. */
export function loopsOf(done: readonly Done[], runner: Runner | null): readonly Loop[] {
  if (!runner) return [];
  const loops: Loop[] = [];
  let run: Done[] = [];
  const end = (): void => {
    const [first] = run;
    const idle = first?.attempt.delta === null;
    const times = run.reduce((sum, { point }) => sum + 1 + point.skipped, 0);
    if (first && (idle ? times >= IDLE : run.length > 1)) loops.push(loopOf(run, times, idle, runner));
    run = [];
  };
  for (const one of done) {
    const last = run.at(-1);
    const same = last && (last.attempt.delta === null) === (one.attempt.delta === null);
    const atOnce = same && (last.attempt.delta === null || one.point.at - last.point.at <= AT_ONCE);
    const automatic = !MEANT.has(one.point.trigger.kind);
    if (!atOnce || !automatic) end();
    if (automatic) run.push(one);
  }
  end();
  return loops;
}

function loopOf(run: readonly Done[], times: number, idle: boolean, runner: Runner): Loop {
  const first = run[0]!;
  const last = run.at(-1)!;
  const freed = run.reduce((sum, { attempt }) => sum + attempt.before - attempt.after, 0) / run.length;
  const at = { from: first.point.at, to: last.point.at, times, freed };
  const { setting, reason } = causeOf(idle ? first : last, idle, runner);
  return { kind: idle ? 'idle' : 'again', ...at, setting, reason: { ...reason, values: { ...at, freed: Math.round(freed), ...reason.values } } };
}

/** The setting behind a loop, judged by its last attempt. */
function causeOf({ attempt, point }: Done, idle: boolean, { spec: { strategy }, options }: Runner): { setting: string; reason: Reason } {
  const { after, target, fixed, knob, why } = attempt;
  const { window } = options;
  const fires = point.trigger.level;
  const values = { after, fires: fires ?? 0, window };
  // Nothing removable is left: only a larger window, or a later trigger, helps. A product as shipped protects nothing.
  const protects = !strategy.preset || attempt.params.repaired === true;
  if (protects && fires !== null && fixed >= fires) return { setting: 'window', reason: { key: 'loop-window', values: { ...values, fixed } } };
  // A person's answer precedes any target: nothing was aimed at.
  if (idle && point.asked) return { setting: 'answer', reason: { key: 'loop-answer', values: { ...values, answer: options.answer ?? '' } } };
  if (fires !== null && target !== null && target >= fires) {
    return options.own
      ? { setting: 'trigger', reason: { key: 'loop-trigger', values: { ...values, target } } }
      : { setting: 'target', reason: { key: 'loop-target', values: { ...values, target } } };
  }
  if (idle) return { setting: 'strategy', reason: { key: 'loop-idle', values: { ...values, why: why?.key ?? '' } } };
  const name = knob?.param ?? knobOf(strategy.params)?.[0];
  if (name !== undefined && (options.own || !knob?.aimed)) {
    return { setting: name, reason: { key: 'loop-param', values: { ...values, param: name, value: Number(attempt.params[name]) } } };
  }
  if (fires !== null && target !== null && after < fires) {
    // The result is below the trigger, but the next messages fill the gap.
    return { setting: 'target', reason: { key: 'loop-narrow', values: { ...values, target } } };
  }
  return { setting: 'strategy', reason: { key: 'loop-strategy', values: { ...values, target: target ?? 0 } } };
}
