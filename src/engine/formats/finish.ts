import type { Message, Part, ToolCallPart, ToolResultPart, Transcript } from '../transcript/types.ts';
import type { Report } from './contract.ts';

/**
 * The last step of every importer: message ids made unique, calls and results paired by id. Calls without an id get
 * `name#n`; a call id that the source uses again (τ-bench numbers every turn's calls from 0) gets `id#n`. A result
 * without an id answers the oldest open call, of its name where it has one. Results without a call and calls without
 * a result stay and are counted.
 */
export function finishMessages(messages: readonly Message[], report: Report, ids = new UniqueIds()): Message[] {
  const pairing = new Pairing();
  const finished = messages.map((given) => {
    const id = ids.take(given.id);
    const message = id === given.id ? given : { ...given, id };
    if (message.parts.every((part) => part.type !== 'tool-call' && part.type !== 'tool-result')) return message;
    return { ...message, parts: message.parts.map((part) => pairing.part(part)) };
  });
  // Results that stand before their call (shuffled files) find it now.
  const orphans = pairing.orphans.filter((id) => !pairing.known(id)).length;
  if (orphans > 0) report({ code: 'orphan-result', message: 'Tool results answer no call in this transcript.', count: orphans });
  const open = pairing.open();
  if (open > 0) report({ code: 'unanswered-call', message: 'Tool calls have no result in this transcript.', count: open });
  return finished;
}

/** A transcript whose messages went through `finishMessages`; branches too, with their own pairing. */
export function finishTranscript(transcript: Transcript, report: Report): Transcript {
  const ids = new UniqueIds();
  const messages = finishMessages(transcript.messages, report, ids);
  const branches = transcript.branches.map((branch) => ({ ...branch, messages: finishMessages(branch.messages, () => undefined, ids) }));
  return { ...transcript, messages, branches };
}

/** Gives each id once: the id itself, or the first free of `id~2`, `id~3`, … */
export class UniqueIds {
  private readonly taken = new Set<string>();
  private readonly uses = new Map<string, number>();

  take(wanted: string): string {
    let id = wanted;
    while (this.taken.has(id)) {
      const n = (this.uses.get(wanted) ?? 1) + 1;
      this.uses.set(wanted, n);
      id = `${wanted}~${n}`;
    }
    this.taken.add(id);
    return id;
  }
}

interface OpenCall {
  readonly id: string;
  readonly name: string;
  answered: boolean;
}

/** First in, first out, with the answered ones passed over: linear in all. */
class Queue {
  private readonly calls: OpenCall[] = [];
  private front = 0;

  add(call: OpenCall): void {
    this.calls.push(call);
  }

  oldestOpen(): OpenCall | undefined {
    while (this.calls[this.front]?.answered) this.front++;
    return this.calls[this.front];
  }
}

class Pairing {
  private readonly ids = new Set<string>();
  private readonly uses = new Map<string, number>();
  /** The open calls of each id that the source gave, and the latest of them all. */
  private readonly bySource = new Map<string, { readonly open: OpenCall[]; latest: OpenCall }>();
  private readonly byName = new Map<string, Queue>();
  private readonly all = new Queue();
  private readonly unanswered: OpenCall[] = [];
  readonly orphans: string[] = [];
  private orphanCount = 0;

  part(part: Part): Part {
    if (part.type === 'tool-call') return this.call(part);
    if (part.type === 'tool-result') return this.result(part);
    return part;
  }

  known(id: string): boolean {
    return this.ids.has(id);
  }

  open(): number {
    const orphans = new Set(this.orphans);
    return this.unanswered.filter((call) => !call.answered && !orphans.has(call.id)).length;
  }

  private call(part: ToolCallPart): ToolCallPart {
    const call: OpenCall = { id: part.id === '' ? this.fresh(`${part.name}#1`, part.name) : this.fresh(part.id, part.id), name: part.name, answered: false };
    const same = this.bySource.get(part.id);
    if (same) {
      same.open.push(call);
      same.latest = call;
    } else this.bySource.set(part.id, { open: [call], latest: call });
    const named = this.byName.get(part.name) ?? new Queue();
    this.byName.set(part.name, named);
    named.add(call);
    this.all.add(call);
    this.unanswered.push(call);
    return call.id === part.id ? part : { ...part, id: call.id };
  }

  private result(part: ToolResultPart): ToolResultPart {
    const call = part.callId === '' ? (part.name === undefined ? this.all : this.byName.get(part.name))?.oldestOpen() : this.latestOpen(part.callId);
    if (!call) {
      const callId = part.callId === '' ? `result#${++this.orphanCount}` : part.callId;
      this.orphans.push(callId);
      return callId === part.callId ? part : { ...part, callId };
    }
    call.answered = true;
    const name = part.name ?? (call.name === '' ? undefined : call.name);
    return call.id === part.callId && name === part.name ? part : { ...part, callId: call.id, ...(name !== undefined && { name }) };
  }

  private latestOpen(source: string): OpenCall | undefined {
    const same = this.bySource.get(source);
    while (same?.open.at(-1)?.answered) same.open.pop();
    return same && (same.open.pop() ?? same.latest);
  }

  private fresh(wanted: string, stem: string): string {
    let id = wanted;
    while (this.ids.has(id)) {
      const n = (this.uses.get(stem) ?? 1) + 1;
      this.uses.set(stem, n);
      id = `${stem}#${n}`;
    }
    this.ids.add(id);
    return id;
  }
}
