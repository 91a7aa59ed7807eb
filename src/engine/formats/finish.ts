import type { Message, Part, ToolCallPart, ToolResultPart, Transcript } from '../transcript/types.ts';
import type { Report } from './contract.ts';

/**
 * The last step of every importer: message ids made unique, calls and results paired by id. Calls without an id get
 * `name#n`; a call id that the source uses again (τ-bench numbers every turn's calls from 0) gets `id#n`. A result
 * without an id answers the oldest open call, of its name where it has one. Results without a call of their own and
 * calls without a result stay and are counted; no two results share a call.
 */
export function finishMessages(messages: readonly Message[], report: Report, ids = new UniqueIds()): Message[] {
  const pairing = new Pairing();
  const finished = messages.map((given) => {
    const id = ids.take(given.id);
    const message = id === given.id ? given : { ...given, id };
    return hasTools(message) ? { ...message, parts: message.parts.map((part) => pairing.part(part)) } : message;
  });
  const orphans = pairing.settle();
  if (orphans > 0) report({ code: 'orphan-result', message: 'Tool results answer no call in this transcript.', count: orphans });
  const open = pairing.open();
  if (open > 0) report({ code: 'unanswered-call', message: 'Tool calls have no result in this transcript.', count: open });
  if (pairing.renamed.size === 0) return finished;
  return finished.map((message) => (message.parts.some((part) => pairing.renamed.has(part)) ? { ...message, parts: message.parts.map((part) => pairing.renamed.get(part) ?? part) } : message));
}

const hasTools = (message: Message): boolean => message.parts.some((part) => part.type === 'tool-call' || part.type === 'tool-result');

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
  private readonly byId = new Map<string, OpenCall>();
  private readonly uses = new Map<string, number>();
  /** The open calls of each id that the source gave. */
  private readonly bySource = new Map<string, OpenCall[]>();
  private readonly byName = new Map<string, Queue>();
  private readonly all = new Queue();
  private readonly orphans: ToolResultPart[] = [];
  /** Orphans that got an id of their own, because theirs belongs to a call that another result answers. */
  readonly renamed = new Map<Part, ToolResultPart>();

  part(part: Part): Part {
    if (part.type === 'tool-call') return this.call(part);
    if (part.type === 'tool-result') return this.result(part);
    return part;
  }

  /** Results that stood before their call (shuffled files) find it now; the number of those that find none. */
  settle(): number {
    let lost = 0;
    for (const part of this.orphans) {
      const call = this.byId.get(part.callId);
      if (call && !call.answered) call.answered = true;
      else {
        lost++;
        if (call || part.callId === '') this.renamed.set(part, { ...part, callId: this.free(`result#${lost}`) });
      }
    }
    return lost;
  }

  open(): number {
    let open = 0;
    for (const call of this.byId.values()) if (!call.answered) open++;
    return open;
  }

  private call(part: ToolCallPart): ToolCallPart {
    const id = part.id === '' ? this.free(`${part.name}#1`, part.name) : this.free(part.id);
    const call: OpenCall = { id, name: part.name, answered: false };
    this.byId.set(id, call);
    const same = this.bySource.get(part.id);
    if (same) same.push(call);
    else this.bySource.set(part.id, [call]);
    const named = this.byName.get(part.name) ?? new Queue();
    this.byName.set(part.name, named);
    named.add(call);
    this.all.add(call);
    return id === part.id ? part : { ...part, id };
  }

  private result(part: ToolResultPart): ToolResultPart {
    const call = part.callId === '' ? (part.name === undefined ? this.all : this.byName.get(part.name))?.oldestOpen() : this.latestOpen(part.callId);
    if (!call) {
      this.orphans.push(part);
      return part;
    }
    call.answered = true;
    const name = part.name ?? (call.name === '' ? undefined : call.name);
    return call.id === part.callId && name === part.name ? part : { ...part, callId: call.id, ...(name !== undefined && { name }) };
  }

  private latestOpen(source: string): OpenCall | undefined {
    const open = this.bySource.get(source);
    while (open?.at(-1)?.answered) open.pop();
    return open?.pop();
  }

  /** The wanted id, or the first of `stem#2`, `stem#3`, … that no call has. */
  private free(wanted: string, stem = wanted): string {
    let id = wanted;
    while (this.byId.has(id)) {
      const n = (this.uses.get(stem) ?? 1) + 1;
      this.uses.set(stem, n);
      id = `${stem}#${n}`;
    }
    return id;
  }
}
