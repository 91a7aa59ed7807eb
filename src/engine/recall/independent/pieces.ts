/** The texts of a message as somebody reads them: arguments and results in JSON without their quotes and escapes. */
import type { Message, Part } from '../../transcript/types.ts';

/** A value among the arguments of a call, with the name that it is under. */
export interface Leaf {
  readonly name: string;
  readonly value: string;
}

export interface Piece {
  readonly text: string;
  /** Said or asked for by an answer: what uses a memory. */
  readonly use: boolean;
  /** The arguments of a call; null for other texts. */
  readonly leaves: readonly Leaf[] | null;
}

/** Deeper JSON stays as it is written. */
const DEEPEST = 24;
const looksLikeJson = (text: string): boolean => /^\s*[[{]/.test(text);
const unescaped = (text: string): string => text.replaceAll(/\\(?:[nrt]|u000[9ad])/gi, '\n').replaceAll('\\"', '"');

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function collect(value: unknown, name: string, names: boolean, found: Leaf[], depth: number): void {
  if (typeof value === 'string' || typeof value === 'number') found.push({ name, value: String(value) });
  else if (depth < DEEPEST && Array.isArray(value)) for (const one of value) collect(one, name, names, found, depth + 1);
  else if (depth < DEEPEST && typeof value === 'object' && value !== null) {
    for (const [key, one] of Object.entries(value)) {
      if (names) found.push({ name: '', value: key });
      collect(one, key, names, found, depth + 1);
    }
  }
}

const joined = (leaves: readonly Leaf[]): string => leaves.map(({ value }) => value).join('\n');

/** The arguments of a call; free text is one nameless value. */
export function leavesOf(args: string): readonly Leaf[] {
  const value = looksLikeJson(args) ? parsed(args) : undefined;
  if (value === undefined) return [{ name: '', value: looksLikeJson(args) ? unescaped(args) : args }];
  const found: Leaf[] = [];
  collect(value, '', false, found, 0);
  return found;
}

/** A text of a result: names count as content there (files by path, say). A cut off JSON is read with its escapes undone. */
function plain(text: string): string {
  if (!looksLikeJson(text)) return text;
  const value = parsed(text);
  if (value === undefined) return unescaped(text);
  const found: Leaf[] = [];
  collect(value, '', true, found, 0);
  return joined(found);
}

function* piecesOfPart(part: Part, answer: boolean): Generator<Piece> {
  if (part.type === 'text') yield { text: part.text, use: answer, leaves: null };
  else if (part.type === 'reasoning') yield { text: part.text, use: false, leaves: null };
  else if (part.type === 'tool-call') {
    const leaves = leavesOf(part.args);
    yield { text: joined(leaves), use: answer, leaves };
  } else if (part.type === 'tool-result') {
    for (const one of part.content) if (one.type === 'text') yield { text: plain(one.text), use: false, leaves: null };
  }
}

export const piecesOf = ({ role, parts }: Pick<Message, 'role' | 'parts'>): readonly Piece[] =>
  parts.flatMap((part) => [...piecesOfPart(part, role === 'assistant')]);
