/** Tool definitions of Gemini requests. */
import type { ToolDefinition } from '../../transcript/types.ts';
import { filled, isObject, listOf, objectsOf, type JsonObject } from '../json.ts';
import { field } from './content.ts';

const declarations = (tool: JsonObject): readonly JsonObject[] | undefined => {
  const list = field(tool, 'functionDeclarations');
  return Array.isArray(list) ? objectsOf(list) : undefined;
};

/** Functions of every group; a tool that the provider runs has its field for a name. */
export function readGeminiTools(tools: unknown): readonly ToolDefinition[] {
  return toolsIn(tools).flatMap((tool): readonly ToolDefinition[] => {
    const list = declarations(tool) ?? (filled(tool.name) === undefined ? undefined : [tool]);
    if (!list)
      return Object.keys(tool)
        .slice(0, 1)
        .map((name) => ({ name }));
    return list.flatMap((one) => {
      const name = filled(one.name);
      const description = filled(one.description);
      const schema = field(one, 'parametersJsonSchema') ?? lowerTypes(one.parameters, 0);
      return name === undefined ? [] : [{ name, ...(description !== undefined && { description }), ...(isObject(schema) && { schema }) }];
    });
  });
}

/** Tools that are no functions, as written. */
export const providerTools = (tools: unknown): readonly JsonObject[] =>
  toolsIn(tools).filter((tool) => declarations(tool) === undefined && filled(tool.name) === undefined);

const toolsIn = (tools: unknown): readonly JsonObject[] => objectsOf(Array.isArray(tools) ? tools : [tools]);

/** Gemini's own schemas write types in capitals; everybody else reads JSON Schema. */
function lowerTypes(schema: unknown, depth: number): unknown {
  if (depth > 40) return schema;
  if (Array.isArray(schema)) return listOf(schema).map((one) => lowerTypes(one, depth + 1));
  if (!isObject(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      key === 'type' && typeof value === 'string' && /^[A-Z]+$/.test(value) ? value.toLowerCase() : lowerTypes(value, depth + 1),
    ]),
  );
}
