/** YAML (and JSON, which is YAML) with the line of every value; the library is loaded on demand. */
import type { Reason } from '../../engine/strategies/contract.ts';
import type { Result } from '../../engine/transcript/types.ts';

export interface ConfigDocument {
  readonly root: unknown;
  /** 1-based line of the value at a path; of its nearest known parent otherwise. */
  line(path: readonly string[]): number;
}

/** Longer than any configuration; a transcript pasted by mistake is not parsed. */
export const LONGEST_CONFIG = 100_000;

const ASSIGNMENT = /^[ \t]*(?:export[ \t]+)?([A-Za-z_]\w*)=(["']?)(.*?)\2[ \t]*$/;

/** Lines of a shell or a .env file (S0) as YAML, line by line; any other text as it is. */
function fromEnvironment(text: string): string {
  const lines = text.split(/\r?\n/);
  const says = lines.filter((line) => !/^\s*(?:#|$)/.test(line));
  if (says.length === 0 || !says.every((line) => ASSIGNMENT.test(line))) return text;
  return lines.map((line) => line.replace(ASSIGNMENT, (_, name: string, _quote, value: string) => `${name.toLowerCase()}: ${value}`)).join('\n');
}

/** Parses a configuration; the error is a reason with the line. */
export async function parseConfig(text: string): Promise<Result<ConfigDocument, Reason>> {
  if (text.length > LONGEST_CONFIG) {
    return { ok: false, error: { key: 'config-too-long', values: { characters: text.length, maximum: LONGEST_CONFIG } } };
  }
  const { isNode, LineCounter, parseDocument } = await import('yaml');
  const lines = new LineCounter();
  // Unique keys and few aliases: untrusted text can neither shadow a value nor expand.
  let document: ReturnType<typeof parseDocument>;
  let root: unknown;
  try {
    // The library is recursive: deep nesting would overflow its stack.
    document = parseDocument(fromEnvironment(text), { lineCounter: lines, uniqueKeys: true, prettyErrors: false });
    const [error] = document.errors;
    if (error) return { ok: false, error: { key: 'config-syntax', values: { line: lines.linePos(error.pos[0]).line, message: error.message } } };
    root = document.toJS({ maxAliasCount: 10 });
  } catch (thrown) {
    return { ok: false, error: { key: 'config-syntax', values: { line: 1, message: thrown instanceof Error ? thrown.message : String(thrown) } } };
  }
  const line = (path: readonly string[]): number => {
    for (let length = path.length; length > 0; length--) {
      const node = document.getIn(path.slice(0, length), true);
      if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
    }
    return 1;
  };
  return { ok: true, value: { root, line } };
}
