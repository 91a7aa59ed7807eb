/** Distinguishes program lines from prose: a summary quotes prose, and `error: string;` reports nothing. */

/** Longer lines are judged by their first and last characters. */
const LOOKED_AT = 200;

const ALWAYS = /(?:[{}]|[)}\]];|=>|&&|\|\|)$|\) => |^(?:\/\/|\/\*|\*\/|\*\s@|#!|#include\b|@@ |"[^"]*"\s*:\s|<\/?[A-Za-z][\w-]*(?:\s[^>]*)?\/?>$)/;
const STATEMENT =
  /^(?:import|export|const|let|var|function|class|interface|type|async|await|public|private|protected|static|readonly|abstract|def|fn|pub|impl|struct|enum|namespace|package|func|elif|except|raise|throw|return|switch|case|try|catch|finally|else|if|for|while|do|new)\b.*[;(){}[\],:=]$/;
/** A line that is only a call, an assignment, a property or an element. */
const PIECE =
  /^(?:[\w$.]+\([^()]*\)[;,]?|[\w$.[\]'"]{1,80}\s?(?:[-+*/|&?]?=|:=)\s.*|["'`]?[\w$-]{1,60}["'`]?\??:\s[^.!?。！？]*[;,]|["'][^"']*["'],|[\])}]+[;,]?|.*[=()[\]<>"'+].*;)$/;
const QUOTED = /"[^"]*"|`[^`]*`/g;
const PROSE = /(?:^|\s)(?:[A-Za-z][a-z']*,? ){3}[a-z']+/;

export function isCodeLine(line: string): boolean {
  const trimmed = line.trim();
  if (trimmed === '') return false;
  const head = trimmed.length > LOOKED_AT ? `${trimmed.slice(0, LOOKED_AT)}${trimmed.slice(-4)}` : trimmed;
  if (ALWAYS.test(head)) return true;
  return (STATEMENT.test(head) || PIECE.test(head)) && !PROSE.test(head.replace(QUOTED, '""'));
}
