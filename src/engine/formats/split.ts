/** Line (1-based) and column (1-based) of an offset. */
export function lineAt(text: string, offset: number): { readonly line: number; readonly column: number } {
  let line = 1;
  let last = -1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) {
    line++;
    last = at;
  }
  return { line, column: offset - last };
}

export interface Piece {
  readonly start: number;
  readonly end: number;
  readonly line: number;
}

/** The top-level objects and arrays of a text with several in a row, separated by white space and commas only. */
export function splitValues(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let line = 1;
  let depth = 0;
  let start = -1;
  let startLine = 1;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 10) line++;
    else if (code === 34 && depth > 0) {
      for (i++; i < text.length; i++) {
        const inner = text.charCodeAt(i);
        if (inner === 92) i++;
        else if (inner === 34) break;
        else if (inner === 10) line++;
      }
    } else if (code === 123 || code === 91) {
      if (depth++ === 0) {
        start = i;
        startLine = line;
      }
    } else if (code === 125 || code === 93) {
      if (depth === 0) return pieces;
      if (--depth === 0) pieces.push({ start, end: i + 1, line: startLine });
    } else if (depth === 0 && code > 32 && code !== 44) return pieces;
  }
  return pieces;
}

export interface Fence {
  readonly text: string;
  /** Line of the opening fence, 1-based. */
  readonly line: number;
}

const OPENING = /^ {0,3}(`{3,}|~{3,})\s*(\w*)/;

export function fencedBlocks(text: string): readonly Fence[] {
  if (!text.includes('```') && !text.includes('~~~')) return [];
  const blocks: Fence[] = [];
  let open: { readonly fence: string; readonly json: boolean; readonly line: number; readonly lines: string[] } | undefined;
  text.split('\n').forEach((raw, i) => {
    const line = raw.endsWith('\r') ? raw.slice(0, -1) : raw;
    if (!open) {
      const [, fence, language = ''] = OPENING.exec(line) ?? [];
      if (fence) open = { fence, json: /^(?:json[lc5]?|ndjson|)$/i.test(language), line: i + 1, lines: [] };
    } else if (line.trim().startsWith(open.fence) && /^[`~]+$/.test(line.trim())) {
      const inner = open.lines.join('\n');
      if (open.json && /^\s*[[{]/.test(inner)) blocks.push({ text: inner, line: open.line });
      open = undefined;
    } else open.lines.push(line);
  });
  return blocks;
}
