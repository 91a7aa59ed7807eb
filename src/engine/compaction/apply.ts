import type { Message } from '../transcript/types.ts';
import type { Prepared } from '../signals/contract.ts';
import { perTranscript } from '../signals/remember.ts';
import { EDIT, KEEP, OFFLOAD, type Plan } from '../strategies/contract.ts';
import type { Layout } from './types.ts';

export interface Applied {
  readonly context: readonly Message[];
  /** Original index of each message of the context, −1 for insertions. */
  readonly origins: Int32Array;
}

const idsOf = perTranscript(({ messages }): ReadonlySet<string> => new Set(messages.map(({ id }) => id)));

/**
 * The compacted context. Kept messages are the original objects; edited and offloaded ones keep id and role with new parts. `texts[k]` =
 * whole text of insertion k of the plan, `generations[k]` = its generation if it is a summary.
 */
export function applyPlan(
  prepared: Prepared,
  plan: Plan,
  layout: Layout,
  texts: readonly string[],
  generations: readonly (number | undefined)[],
): Applied {
  const { messages } = prepared;
  const context: Message[] = [];
  const origins = new Int32Array(layout.length).fill(-1);
  const ids = new Set<string>();
  let next = 0;
  for (let i = 0; i <= messages.length; i++) {
    while (next < layout.order.length && layout.before[next]! <= i) {
      const index = layout.order[next++]!;
      const { role, content } = plan.insertions[index]!;
      const generation = generations[index];
      const id = freeId(prepared, `${'summary' in content ? content.summary : `insertion-${index + 1}`}@${messages[i]?.id ?? 'end'}`, ids);
      const summary = {
        kind: 'summary',
        tokensBefore: prepared.counts.total,
        ...(generation !== undefined && generation > 1 && { generation }),
      } as const;
      context.push({
        id,
        role,
        parts: [{ type: 'text', text: texts[index] ?? '' }],
        synthetic: true,
        ...(generation !== undefined && { compaction: summary }),
      });
    }
    const original = messages[i];
    if (!original) break;
    const fate = plan.fates[i];
    if (fate !== KEEP && fate !== EDIT && fate !== OFFLOAD) continue;
    origins[context.length] = i;
    context.push(fate === KEEP ? original : { ...original, parts: plan.edits.get(i) ?? [] });
  }
  return { context, origins };
}

/** Ids are stable across runs and unique in the context, also when a compacted context is compacted again. */
function freeId(prepared: Prepared, wanted: string, taken: Set<string>): string {
  let id = wanted;
  while (taken.has(id) || idsOf(prepared).has(id)) id += "'";
  taken.add(id);
  return id;
}
