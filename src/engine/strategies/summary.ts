/** S0 1: one summary in place of the whole conversation, with the key information (S0 7) beside it. */
import { PROTECTIONS, type Prepared } from '../signals/contract.ts';
import { SUMMARIZE } from './contract.ts';
import { changeLines, keyInformationOf, originalTask, taskLines, wordsOf } from './shared/key-information.ts';
import { protectionReason } from './shared/layout.ts';
import { keepsAll, shareOfWindow, summaryPlan, unchangedPlan, withinEqualTarget } from './shared/plans.ts';
import { defineStrategy, keyInformation, summaryMaxTokens, threshold } from './shared/params.ts';

const LAST_USER = PROTECTIONS.indexOf('last-user');
const LAST_BLOCK = PROTECTIONS.indexOf('last-tool-block');

const INTRODUCTION = 'Everything said so far was replaced by this summary. What stands between tags is quoted word for word.';
const SAME = 'The original task above is also the last message of the user.';

const tagged = (tag: string, text: string): string => `<${tag}>\n${text}\n</${tag}>`;

/** What stands before and after the summariser's text, for messages that it replaces. */
function quotes(input: Prepared, fates: Uint8Array, withKeyInformation: boolean): { before: string; after: string } {
  const replaced = (i: number): boolean => i >= 0 && fates[i] === SUMMARIZE;
  const quote = (tag: string, i: number): string => tagged(tag, wordsOf(input.messages[i]!));
  const before = [INTRODUCTION];
  const after: string[] = [];
  const task = withKeyInformation ? originalTask(input) : -1;
  if (replaced(task)) before.push(quote('original_task', task));
  if (withKeyInformation) {
    const { tasks, changes } = keyInformationOf(input.transcript);
    if (tasks.length > 0) after.push(tagged('task_list', taskLines(tasks)));
    if (changes.length > 0) after.push(tagged('diff_statistics', changeLines(changes)));
  }
  if (replaced(input.lastUser)) after.push(input.lastUser === task ? SAME : quote('last_user_message', input.lastUser));
  return { before: `${before.join('\n\n')}\n\n`, after: after.map((text) => `\n\n${text}`).join('') };
}

export const summary = defineStrategy({
  id: 'summary',
  source: { seed: 'S0', section: '1, 7' },
  kind: 'strategy',
  params: { summaryMaxTokens: { ...summaryMaxTokens, default: 2000 }, keyInformation, threshold: { ...threshold, default: 0.75 } },
  // The seed's trigger: less than 25 % of the window left.
  ownTarget: (params, window) => shareOfWindow(params.threshold, window),
  plan(input, params, ctx) {
    const within = withinEqualTarget(input, ctx);
    if (within) return within;
    const fates = new Uint8Array(input.n);
    for (let i = input.header; i < input.n; i++) {
      const protection = input.protection[i];
      // The last user message is quoted and the last tool block retold; pins, CRITICAL and header stay as they are.
      if (protection === 0 || protection === LAST_USER || protection === LAST_BLOCK) fates[i] = SUMMARIZE;
    }
    if (keepsAll(fates)) return unchangedPlan(input, { key: 'unchanged-nothing-removable', values: { tokens: input.counts.total } });

    const task = params.keyInformation ? originalTask(input) : -1;
    return summaryPlan(
      fates,
      {
        maxTokens: params.summaryMaxTokens,
        style: 'sections',
        ...quotes(input, fates, params.keyInformation),
      },
      {
        reason(i) {
          if (fates[i] !== SUMMARIZE) return protectionReason(input, i);
          if (i === input.lastUser || i === task) return { key: i === input.lastUser ? 'sum-quoted-last-user' : 'sum-quoted-task' };
          return { key: 'sum-whole', values: { tokens: input.counts.messages[i]! } };
        },
        before: input.header,
      },
    );
  },
});
