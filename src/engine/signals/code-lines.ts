/** Tells lines of programs from lines that say something: a summary quotes words, and `error: string;` reports nothing. */

/** Longer lines are judged by their beginning and their end. */
const LOOKED_AT = 200;

/** No sentence ends like this, and none begins like this. */
const ALWAYS = /(?:[{}]|[)}\]];|=>|&&|\|\|)$|\) => |^(?:\/\/|\/\*|\*\/|\*\s@|#!|#include\b|@@ |"[^"]*"\s*:\s|<\/?[A-Za-z][\w-]*(?:\s[^>]*)?\/?>$)/;
/** How a statement of a program begins, in the languages that agents mostly write. */
const STATEMENT =
  /^(?:import|export|const|let|var|function|class|interface|type|async|await|public|private|protected|static|readonly|abstract|def|fn|pub|impl|struct|enum|namespace|package|func|elif|except|raise|throw|return|switch|case|try|catch|finally|else|if|for|while|do|new)\b.*[;(){}[\],:=]$/;
/** A call, an assignment, a property or an element, and nothing else on the line. */
const PIECE =
  /^(?:[\w$.]+\([^()]*\)[;,]?|[\w$.[\]'"]{1,80}\s?(?:[-+*/|&?]?=|:=)\s.*|["'`]?[\w$-]{1,60}["'`]?\??:\s[^.!?。！？]*[;,]|["'][^"']*["'],|[\])}]+[;,]?|.*[=()[\]<>"'+].*;)$/;
const QUOTED = /"[^"]*"|`[^`]*`/g;
/** Four plain words in a row are a sentence that mentions code. */
const PROSE = /(?:^|\s)(?:[A-Za-z][a-z']*,? ){3}[a-z']+/;

/** True for a line that is program text. A sentence that mentions code is none. */
export function isCodeLine(line: string): boolean {
  const trimmed = line.trim();
  if (trimmed === '') return false;
  const head = trimmed.length > LOOKED_AT ? `${trimmed.slice(0, LOOKED_AT)}${trimmed.slice(-4)}` : trimmed;
  if (ALWAYS.test(head)) return true;
  return (STATEMENT.test(head) || PIECE.test(head)) && !PROSE.test(head.replace(QUOTED, '""'));
}
