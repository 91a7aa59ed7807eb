/** Cline before native tool calls: calls are XML in the text of an answer, and the next message of the user begins with the result. */
import type { Part, ToolCallPart } from '../../transcript/types.ts';

/** Tools of Cline and Roo Code: other tags in an answer are text. */
const TOOLS = [
  'execute_command',
  'read_file',
  'write_to_file',
  'replace_in_file',
  'apply_diff',
  'insert_content',
  'search_and_replace',
  'search_files',
  'codebase_search',
  'list_files',
  'list_code_definition_names',
  'browser_action',
  'use_mcp_tool',
  'access_mcp_resource',
  'load_mcp_documentation',
  'web_fetch',
  'ask_followup_question',
  'attempt_completion',
  'plan_mode_respond',
  'new_task',
  'new_rule',
  'switch_mode',
  'fetch_instructions',
  'update_todo_list',
  'condense',
  'report_bug',
];
const OPENING = new RegExp(`<(${TOOLS.join('|')})>`, 'g');
const PARAMETER = /<([a-z_]+)>/g;

/** The text of an answer as text and calls. Ids come from finishing, because the notation has none. */
export function answerParts(text: string): Part[] {
  const parts: Part[] = [];
  let from = 0;
  const say = (until: number): void => {
    const said = text.slice(from, until).trim();
    if (said !== '') parts.push({ type: 'text', text: said });
  };
  for (OPENING.lastIndex = 0; ; ) {
    const found = OPENING.exec(text);
    if (!found) break;
    const name = found[1]!;
    const begin = found.index + found[0].length;
    const end = endOf(text, name, begin);
    if (end < 0) break;
    say(found.index);
    parts.push(callOf(name, text.slice(begin, end)));
    from = end + name.length + 3;
    OPENING.lastIndex = from;
  }
  if (parts.length === 0) return text === '' ? [] : [{ type: 'text', text }];
  say(text.length);
  return parts;
}

/** Where a call ends: what it writes to a file may hold the same tag, so there its end follows the end of what is written. */
function endOf(text: string, name: string, begin: number): number {
  const first = text.indexOf(`</${name}>`, begin);
  const written = /<(content|diff)>/.exec(text.slice(begin, first < 0 ? undefined : first))?.[1];
  if (first < 0 || written === undefined) return first;
  const end = new RegExp(`</${written}>\\s*(?:<([a-z_]+)>[^<]*</\\1>\\s*)*</${name}>`, 'g');
  end.lastIndex = begin;
  const found = end.exec(text);
  return found ? found.index + found[0].length - name.length - 3 : first;
}

function callOf(name: string, inner: string): ToolCallPart {
  const args: [string, string][] = [];
  for (PARAMETER.lastIndex = 0; ; ) {
    const found = PARAMETER.exec(inner);
    if (!found) break;
    const key = found[1]!;
    const begin = found.index + found[0].length;
    const end = key === 'content' || key === 'diff' ? inner.lastIndexOf(`</${key}>`) : inner.indexOf(`</${key}>`, begin);
    if (end < begin) break;
    args.push([key, inner.slice(begin, end).replace(/^\r?\n|\r?\n$/g, '')]);
    PARAMETER.lastIndex = end + key.length + 3;
  }
  return { type: 'tool-call', id: '', name, args: JSON.stringify(Object.fromEntries(args)) };
}

/** `[read_file for 'a.ts'] Result:`, alone or before the result itself. */
const RESULT = /^\[([a-z_]+)(?: for '[\s\S]*?')?\] Result:\s*/;

export const resultName = (text: string): string | undefined => RESULT.exec(text)?.[1];

export const withoutHeading = (text: string): string => text.replace(RESULT, '');
