/** S0 8 and 7: the last messages stay whole, everything older becomes one summary, a user message with the key information beside it. */
import type { PreparedTranscript } from '../../signals/contract.ts';
import { KEEP, SUMMARIZE } from '../contract.ts';
import { keyInformationBeside, quotedReason } from '../shared/strategy-key-information.ts';
import { keepsAll, protectionReason, shareOfWindow, summaryPlan, unchangedPlan, withinEqualTarget } from '../shared/plans.ts';
import { defineStrategy, keyInformation, MOST_MESSAGES, summaryMaxTokens, s0Triggers } from '../shared/shared-params.ts';
import { s0Trigger } from '../../triggers/watch.ts';

const params = {
  window: { kind: 'number', unit: 'messages', default: 9, min: 1, max: MOST_MESSAGES + 1, step: 2, knob: 'up' },
  summaryMaxTokens,
  keyInformation,
  ...s0Triggers,
} as const;

export function windowShares(window: number): { readonly userTool: number; readonly assistant: number } {
  return { userTool: Math.floor(window / 2), assistant: Math.ceil(window / 2) };
}

/**
 * By unit: 1 where it contains a message of the window. The window is the end of the conversation as far back as both shares reach: the first message
 * without a share ends it, so that no answer stays without what preceded it.
 */
function unitsInWindow(input: PreparedTranscript, window: number): Uint8Array {
  let { userTool, assistant } = windowShares(window);
  let start = input.n;
  let answered = false;
  for (let i = input.n - 1; i >= input.header && userTool + assistant > 0; i--) {
    const { role, synthetic } = input.messages[i]!;
    if (role === 'assistant') {
      answered = true;
      if (assistant === 0) break;
      assistant -= 1;
    } else if (i === input.lastUser && !answered) continue;
    else if (userTool > 0) userTool -= 1;
    else if (role === 'user' && answered && !synthetic) break;
    else continue;
    start = i;
  }
  const inWindow = new Uint8Array(input.units.length);
  for (let i = start; i < input.n; i++) inWindow[input.unitOf[i]!] = 1;
  return inWindow;
}

/**
 * Keeps what has to be between the summary, a message of the user, and kept messages of the user: before one of them everything back to
 * an assistant's message, and after those in front of the summary the next one. S0 chose an odd window for this.
 */
function keepApart({ messages, units, unitOf, header, n }: PreparedTranscript, fates: Uint8Array): void {
  const isUser = (i: number): boolean => messages[i]!.role === 'user';
  const keep = (i: number): void => {
    for (const member of units[unitOf[i]!]!.members) fates[member] = KEEP;
  };
  for (let i = n - 1; i > header; i--) if (isUser(i) && fates[i] === KEEP && fates[i - 1] === SUMMARIZE) keep(i - 1);
  const first = fates.indexOf(SUMMARIZE);
  if (first > header && isUser(first - 1) && !isUser(first)) keep(first);
}

export const slidingWindow = defineStrategy({
  id: 'sliding-window',
  family: 'summaries',
  source: { seed: 'S0', section: '8' },
  kind: 'strategy',
  params,
  trigger: s0Trigger,
  ownTarget: (values, window) => shareOfWindow(values.threshold, window),
  plan(input, values, ctx) {
    const within = withinEqualTarget(input, ctx);
    if (within) return within;
    const { window } = values;
    const messages = input.n - input.header;
    if (messages <= 2 * window) {
      return unchangedPlan(input, { key: 'unchanged-too-few', values: { messages, minimum: 2 * window } });
    }
    const inWindow = unitsInWindow(input, window);
    const fates = new Uint8Array(input.n);
    for (let i = input.header; i < input.n; i++) {
      if (input.protection[i] === 0 && inWindow[input.unitOf[i]!] === 0) fates[i] = SUMMARIZE;
    }
    keepApart(input, fates);
    if (keepsAll(fates)) return unchangedPlan(input, { key: 'unchanged-nothing-older', values: { keep: window } });

    const shares = { window, ...windowShares(window) };
    return summaryPlan(
      fates,
      {
        maxTokens: values.summaryMaxTokens,
        style: 'sections',
        ...keyInformationBeside(input, fates, 'Summary of the conversation before this window:', values.keyInformation),
      },
      {
        reason(i) {
          if (fates[i] === SUMMARIZE) return quotedReason(input, fates, i, values.keyInformation) ?? { key: 'window', values: shares };
          if (inWindow[input.unitOf[i]!]) return { key: 'window', values: shares };
          return input.protection[i] !== 0 ? protectionReason(input, i) : { key: 'keep-apart' };
        },
      },
    );
  },
});
