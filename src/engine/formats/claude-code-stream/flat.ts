/** Flat events (`message`, `tool_use`, `tool_result`) as lines with an API message, as Claude Code's stream has them. */
import type { SessionLine } from '../claude-code/sessions.ts';
import { filled, isObject, textOf, type JsonObject } from '../json.ts';

/** Lines that are not flat stay as they are. Pieces of one answer (`delta`) become one text. */
export function flatLines(lines: readonly SessionLine[]): readonly SessionLine[] {
  const found: SessionLine[] = [];
  let open: { readonly at: number; readonly role: string; text: string } | undefined;
  const add = (from: SessionLine, type: 'user' | 'assistant', block: JsonObject): void => {
    found.push({ ...from, value: { type, ...times(from.value), message: { role: type, content: [block] } } });
  };
  for (const line of lines) {
    const { value } = line;
    if (value.type === 'init') found.push({ ...line, value: { ...value, type: 'system', subtype: 'init' } });
    else if (value.type === 'message' && (value.role === 'user' || value.role === 'assistant')) {
      const text = textOf(value.content) ?? '';
      if (value.delta === true && open?.role === value.role) {
        open.text += text;
        add({ ...line, value: found[open.at]!.value }, value.role, { type: 'text', text: open.text });
        found[open.at] = found.pop()!;
        continue;
      }
      open = { at: found.length, role: value.role, text };
      add(line, value.role, { type: 'text', text });
      continue;
    } else if (value.type === 'tool_use' && !isObject(value.message)) {
      add(line, 'assistant', {
        type: 'tool_use',
        id: value.tool_id ?? value.id,
        name: value.tool_name ?? value.name,
        input: value.parameters ?? value.input ?? {},
      });
    } else if (value.type === 'tool_result' && !isObject(value.message)) {
      const failed = value.status === 'error' || value.is_error === true;
      const content = value.output ?? value.content ?? (isObject(value.error) ? value.error.message : value.error);
      add(line, 'user', { type: 'tool_result', tool_use_id: value.tool_id ?? value.tool_use_id, content, ...(failed && { is_error: true }) });
    } else {
      found.push(line);
      continue;
    }
    open = undefined;
  }
  return found;
}

const times = (value: JsonObject): JsonObject => ({
  ...(filled(value.timestamp) && { timestamp: value.timestamp }),
  ...(filled(value.session_id) && { session_id: value.session_id }),
});
