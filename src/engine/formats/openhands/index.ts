import type { Transcript } from '../../transcript/types.ts';
import type { Format, Report, Source } from '../contract.ts';
import { filled, isObject, listOf, type JsonObject } from '../json.ts';
import { firstObjects, objectsIn, spoken, type Placed } from '../records.ts';
import { type Event, Log } from './log.ts';
import { readV0 } from './v0.ts';
import { readV1 } from './v1.ts';

const KINDS = /^(?:(?:SystemPrompt|Message|Action|Observation|AgentError|Condensation|ConversationStateUpdate)\w*Event|Condensation)$/;

const isV1 = (value: JsonObject): boolean => typeof value.kind === 'string' && KINDS.test(value.kind);
const isV0 = (value: JsonObject): boolean => typeof value.action === 'string' || typeof value.observation === 'string';
const isEvent = (value: JsonObject): boolean => isV1(value) || (isV0(value) && 'source' in value);
/** A row of an evaluation: the events of its `history`, in old rows pairs of an action and what came of it. */
const isRow = (value: JsonObject): boolean => {
  const [first] = listOf(value.history).flat();
  return isObject(first) && (isV0(first) || isV1(first));
};
/** Events as the server hands them out. */
const wrapped = (value: JsonObject): readonly unknown[] | undefined =>
  [value.trajectory, value.events].map(listOf).find((list) => list.some((item) => isObject(item) && isEvent(item)));

function detect(source: Source): number {
  const values = firstObjects(source);
  return values.some((value) => isRow(value) || wrapped(value)) || values.filter(isEvent).length > values.length / 2 ? 0.96 : 0;
}

const eventsOf = (list: readonly unknown[], { path, line }: Omit<Placed, 'value'>): readonly Event[] =>
  list.flat().flatMap((value, i) => (isObject(value) ? [{ value, path: `${path}[${i}]`, ...(line !== undefined && { line }) }] : []));

function readLog(events: readonly Event[], header: JsonObject, index: number, report: Report): Transcript {
  const log = new Log();
  const metadata = isObject(header.metadata) ? header.metadata : {};
  const config = isObject(metadata.llm_config) ? metadata.llm_config : isObject(metadata.llm) ? metadata.llm : {};
  log.model = filled(config.model);
  if (events.some(({ value }) => isV1(value))) readV1(events, log, report);
  else readV0(events, log, report);
  const issue = isObject(header.issue) ? header.issue : {};
  const instance = isObject(header.instance) ? header.instance : {};
  const id = filled(header.instance_id) ?? filled(instance.instance_id) ?? `session-${index + 1}`;
  const title = filled(issue.title) ?? filled(header.instance_id) ?? filled(instance.instance_id);
  return log.transcript(id, title, typeof header.success === 'boolean' ? { success: header.success } : {}, report);
}

function parse(source: Source, report: Report): ReturnType<Format['parse']> {
  const transcripts: Transcript[] = [];
  const loose: Event[] = [];
  for (const placed of objectsIn(source)) {
    const { value, path } = placed;
    const list = isRow(value) ? listOf(value.history) : wrapped(value);
    if (list)
      transcripts.push(
        readLog(eventsOf(list, { ...placed, path: `${path}.${isRow(value) ? 'history' : 'events'}` }), value, transcripts.length, report),
      );
    else loose.push(placed);
  }
  // Rows beside events would be odd; events by themselves are one session.
  if (loose.some(({ value }) => isEvent(value))) transcripts.push(readLog(loose, {}, transcripts.length, report));
  return spoken(transcripts, 'openhands');
}

export const openhands: Format = { id: 'openhands', evidence: 'recorded', extension: 'json', detect, parse };
