/** Finds the largest window in which a session is compacted at all, to show where no trigger fires in the window in use. */
import { firstWhere } from '../lib/bisect.ts';
import type { PreparedTranscript } from '../signals/contract.ts';
import type { Situation, TriggerRule } from '../triggers/contract.ts';
import { watch, wordsOf } from '../triggers/watch.ts';
import { fixedTokens } from './attempt.ts';
import type { ReplayOptions } from './contract.ts';
import { largestResult, promptOf, recordingOf } from './recording.ts';

const MOST = 100_000_000;

interface CheckMoment {
  readonly situation: Situation;
  readonly waits: boolean;
}

function askings(base: PreparedTranscript, options: Pick<ReplayOptions, 'unseen'>, withText: boolean): readonly CheckMoment[] {
  const recording = recordingOf(base);
  const { messages, tokensBefore, turnsBefore, requestsBefore, openBefore, isResult, time, ownUntil } = recording;
  const fixed = fixedTokens(base, options);
  const all: CheckMoment[] = [];
  const add = (moment: Situation['moment'], end: number, steps: number): void => {
    const tokens = fixed + tokensBefore[end]!;
    const answer = moment === 'answer' ? messages[end - 1]! : undefined;
    const prompt = answer && end - 1 < ownUntil ? promptOf(answer.usage) : Number.NaN;
    all.push({
      situation: {
        moment,
        tokens,
        messages: end,
        window: 0,
        recorded: Number.isNaN(prompt) ? tokens : prompt + answer!.usage!.output + tokens - fixed - tokensBefore[end]!,
        turns: turnsBefore[end]!,
        steps,
        turnsInAll: turnsBefore[messages.length]!,
        text: answer && withText ? wordsOf(answer) : '',
        time: end > 0 ? time[end - 1]! : Number.NaN,
        result: (spare) => largestResult(recording, end, spare),
      },
      waits: openBefore[end]! > 0,
    });
  };
  for (let k = 0; k < messages.length; k++) {
    const requests = requestsBefore[k]!;
    if (messages[k]!.role === 'assistant') {
      add('request', k, requests);
      add('answer', k + 1, requests + 1);
    } else if (isResult[k] === 1) add('tool-result', k + 1, requests);
  }
  return all;
}

function firesIn(rule: TriggerRule, moments: readonly CheckMoment[], window: number): boolean {
  const watching = watch(rule);
  let pending = false;
  for (const { situation, waits } of moments) {
    situation.window = window;
    pending ||= watching.ask(situation) !== null;
    if (pending && !waits) return true;
  }
  return false;
}

/** The largest window, in whole tokens, in which one of the rules fires over this recording before anything is compacted; null if there is none. */
export function largestWindow(
  base: PreparedTranscript,
  rulesIn: (window: number) => readonly TriggerRule[],
  options: Pick<ReplayOptions, 'unseen'>,
): number | null {
  const withText = rulesIn(MOST).some(({ triggers }) => triggers.some(({ kind }) => kind === 'marker'));
  const moments = askings(base, options, withText);
  const fires = (window: number): boolean => rulesIn(window).some((rule) => firesIn(rule, moments, window));
  if (!fires(1)) return null;
  return firstWhere(2, MOST + 1, (window) => !fires(window)) - 1;
}
