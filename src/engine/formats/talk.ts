/** Puts one conversation together from what a file tells in order. */
import type { Branch, Part, RecordedCompaction, Transcript } from '../transcript/types.ts';
import { splitResults } from './anthropic-messages/blocks.ts';
import type { Report } from './contract.ts';
import { type Draft, finishTranscript } from './finish.ts';
import { compact } from './json.ts';
import { texts } from './format-parts.ts';

type MessageExtras = Partial<Omit<Draft, 'role' | 'parts'>>;

interface Summary extends MessageExtras, Pick<RecordedCompaction, 'tokensBefore' | 'tokensAfter' | 'trigger' | 'keptFrom' | 'kept'> {}

export class Talk {
  readonly messages: Draft[] = [];
  readonly branches: Branch[] = [];
  readonly report: Report;
  #compactions: RecordedCompaction[] = [];

  constructor(report: Report) {
    this.report = report;
  }

  get compactions(): readonly RecordedCompaction[] {
    return this.#compactions;
  }

  say(role: Draft['role'], parts: readonly Part[], more: MessageExtras = {}): Draft {
    const id = more.id || `m${this.messages.length + 1}`;
    const runs = role === 'system' ? [{ results: false, parts }] : parts.length === 0 ? [{ results: role === 'tool', parts }] : splitResults(parts);
    let last: Draft | undefined;
    for (const [i, run] of runs.entries()) {
      const own = run.results ? 'tool' : role;
      // The request was one, whatever stands between the results of its answer.
      const usage = i === 0 ? more.usage : undefined;
      last = compact<Draft>({ ...more, usage, id: i === 0 ? id : `${id}/${i + 1}`, role: own, parts: run.parts } as Draft);
      this.messages.push(last);
    }
    return last!;
  }

  compacted(summary: unknown, { tokensBefore, tokensAfter, trigger, keptFrom, kept, ...more }: Summary = {}): void {
    const facts = compact({ tokensBefore, trigger, keptFrom });
    const parts = Array.isArray(summary) ? (summary as readonly Part[]) : texts(summary);
    const at = this.messages.length;
    if (parts.length === 0) {
      this.#compactions.push(compact({ at, ...facts, tokensAfter, kept }));
      return;
    }
    const { id } = this.say('user', parts, { ...more, synthetic: true, compaction: { kind: 'summary', ...facts } });
    this.#compactions.push(compact({ at, ...facts, tokensAfter, kept, summaryId: id }));
  }

  shift(at: number, by: number): void {
    const last = this.#compactions.length - 1;
    this.#compactions = this.#compactions.map((one, i) => (i < last && one.at >= at ? { ...one, at: one.at + by } : one)).sort((a, b) => a.at - b.at);
  }

  takeBack(at: number): void {
    const messages = this.messages.splice(at);
    if (messages.length === 0) return;
    const forkedFrom = this.messages.at(-1)?.id;
    this.#compactions = this.#compactions.filter((compaction) => compaction.at < at);
    this.branches.push({ id: `taken-back-${this.branches.length + 1}`, ...(forkedFrom !== undefined && { forkedFrom }), messages });
  }

  finish(own: Pick<Transcript, 'id' | 'format'> & { readonly [K in keyof Transcript]?: Transcript[K] | undefined }): Transcript {
    const model = own.model ?? this.messages.findLast((message) => message.model !== undefined)?.model;
    return finishTranscript(
      {
        ...compact({ ...own, model }),
        tools: own.tools ?? [],
        messages: this.messages,
        compactions: [...this.#compactions, ...(own.compactions ?? [])],
        branches: [...this.branches, ...(own.branches ?? [])],
        subagents: own.subagents ?? [],
      } as Transcript,
      this.report,
    );
  }
}
