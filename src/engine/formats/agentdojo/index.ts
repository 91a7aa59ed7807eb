/**
 * Runs of AgentDojo (`runs/<pipeline>/<suite>/<task>/<attack>/<injection>.json`): OpenAI's roles with parts and calls of their own. Shapes: the
 * types in ethz-spylab/agentdojo `src/agentdojo/types.py`, `functions_runtime.py`, `logging.py`, as their documentation describes them.
 */
import type { Format } from '../contract.ts';
import { filled, type JsonObject, listOf, objectOf, objectsOf, type Raw } from '../json.ts';
import { callOf, held, readParts, resultOf, texts, thoughts } from '../format-parts.ts';
import { firstObjects, objectsIn, placeAt } from '../lists.ts';
import { Talk } from '../chat-messages.ts';
import { UNREAD_MESSAGE, UNREAD_RECORD } from '../encoding.ts';

interface TaskRun {
  suite_name: string;
  pipeline_name: string;
  user_task_id: string;
  injection_task_id: string | null;
  attack_type: string | null;
  utility: boolean;
  security: boolean;
  messages: readonly Message[];
}
interface Message {
  role: 'system' | 'user' | 'assistant' | 'tool';
  content: string | readonly { type: 'text' | 'thinking' | 'redacted_thinking'; content: string }[] | null;
  tool_calls?: readonly { id: string | null; function: string; args: object; placeholder_args?: object }[] | null;
  tool_call_id?: string | null;
  tool_call?: { function: string; id: string | null };
  error?: string | null;
}

const isRun = (value: JsonObject): boolean =>
  Array.isArray(value.messages) && 'suite_name' in value && ('user_task_id' in value || 'pipeline_name' in value);

const NAMES = ['suite_name', 'user_task_id', 'attack_type', 'injection_task_id'] as const;

export const agentdojo: Format = {
  id: 'agentdojo',
  evidence: 'source',
  unread: 'what was injected, beside the results that hold it',
  extension: 'json',
  detect: (source) => (firstObjects(source).some(isRun) ? 0.98 : 0),
  parse: (source, report) =>
    objectsIn(source).flatMap(({ value, line, path }) => {
      const place = placeAt(line, path);
      if (!isRun(value)) {
        report({ ...UNREAD_RECORD, ...place });
        return [];
      }
      const run: Raw<TaskRun> = value;
      const talk = new Talk(report);
      for (const [i, message] of listOf(run.messages).entries()) {
        const origin = { ...place, path: `${path}.messages[${i}]` };
        const { role, content, tool_calls, tool_call_id, tool_call, error }: Raw<Message> = objectOf(message);
        const parts = readParts(
          content,
          (part, kind) =>
            kind === 'text'
              ? texts(part.content ?? part.text)
              : kind === 'thinking'
                ? thoughts(part.content)
                : kind === 'redacted_thinking'
                  ? thoughts('', { encrypted: part.content })
                  : undefined,
          report,
          origin,
        );
        const asked: Raw<NonNullable<Message['tool_call']>> = objectOf(tool_call);
        const failed = filled(error);
        if (role === 'tool')
          talk.say(
            'tool',
            [
              resultOf(tool_call_id ?? asked.id, [...held(parts, report, origin), ...texts(failed)], {
                name: asked.function,
                isError: failed !== undefined,
              }),
            ],
            { origin },
          );
        else if (role === 'system' || role === 'user' || role === 'assistant')
          talk.say(role, [...parts, ...objectsOf(tool_calls).map((call) => callOf(call.id, call.function, call.args))], { origin });
        else report({ ...UNREAD_MESSAGE, ...origin });
      }
      const names = NAMES.flatMap((name) => filled(run[name]) ?? []);
      return [talk.finish({ id: names.join('/'), title: names.join(', '), format: 'agentdojo', model: filled(run.pipeline_name) })];
    }),
};
