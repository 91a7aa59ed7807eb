/** Tool definitions of Responses requests: functions, and tools that the provider or a remote server runs. */
import type { ToolDefinition } from '../../transcript/types.ts';
import { filled, isObject, objectsOf, type JsonObject } from '../json.ts';

const isFunction = (tool: JsonObject): boolean => tool.type === 'function' || (tool.type === undefined && filled(tool.name) !== undefined);

/** Definitions of a list of tools; a group stands for the tools in it, a tool without a name has its type for one. */
export function readToolList(tools: unknown): readonly ToolDefinition[] {
  return objectsOf(tools).flatMap((tool): readonly ToolDefinition[] => {
    if (Array.isArray(tool.tools) && tool.type !== 'mcp') return readToolList(tool.tools);
    const inner = isObject(tool.function) ? tool.function : tool;
    const name = filled(inner.name) ?? filled(inner.server_label) ?? filled(inner.type);
    const description = filled(inner.description) ?? filled(inner.server_description);
    const schema = inner.parameters ?? inner.input_schema;
    return name === undefined ? [] : [{ name, ...(description !== undefined && { description }), ...(isObject(schema) && { schema }) }];
  });
}

/** Tools that are no functions, as written: only so are they valid in an export. */
export const otherTools = (tools: unknown): readonly JsonObject[] => objectsOf(tools).filter((tool) => !isFunction(tool));
