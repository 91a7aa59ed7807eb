/** Where nothing works at a budget of one's own, the page looks for the smallest at which something does. */
import { useEffect } from 'react';
import { WISHES } from '../../engine/answer/contract.ts';
import type { Answered } from '../compare/answer.ts';
import { findSmallest } from '../store/loss.ts';
import { useApp } from '../store/index.ts';
import { isSent, matchIn } from '../store/state.ts';

export function useSmallest(found: Answered | null): void {
  const recalled = useApp((s) => s.recalled);
  const wishes = useApp((s) => s.scenario.view.wishes ?? WISHES);
  const isAsked = useApp((s) => !isSent(s) && matchIn(s) === null && s.recalled !== null && s.recalled.of === s.comparison);
  const isNothing = found?.answer.verdict === 'nothing' && found.answer.smallest === undefined;
  useEffect(() => {
    if (isAsked && isNothing && recalled) void findSmallest(recalled, wishes);
  }, [isAsked, isNothing, recalled, wishes]);
}
