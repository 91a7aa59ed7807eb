import type { Result, Transcript } from '../../transcript/types.ts';
import type { Carries, Format, ImportError, Report, Source } from '../contract.ts';
import { filled, isObject, listOf, numberOf, type JsonObject } from '../json.ts';
import { NormalFormReader } from './read.ts';

export const PLAYGROUND_FORMAT = 'compaction-playground';
export const PLAYGROUND_VERSION = 1;

/**
 * What S4's PersistedConversation holds beside the full messages. It travels in `Transcript.extra.persisted`, so that
 * compactions can be undone after an export and an import.
 */
export interface Persisted {
  readonly agentId?: string;
  /** The compacted context, in the normal form. */
  readonly runtimeMessages?: readonly unknown[];
  /** Compaction records. */
  readonly compressions?: readonly unknown[];
  readonly tokenUsage?: unknown;
  /** ISO 8601. */
  readonly updatedAt?: string;
}

const PERSISTED = ['agentId', 'runtimeMessages', 'compressions', 'tokenUsage', 'updatedAt'] as const;

const CARRIES: Carries = {
  tools: true,
  toolText: true,
  toolDefinitions: true,
  system: 'any',
  reasoning: true,
  family: ['playground'],
  media: 'any',
  records: true,
  isError: true,
  compactions: true,
  branches: true,
  subagents: true,
  title: true,
  names: true,
  synthetic: true,
  parts: 'any',
  paired: false,
  empty: true,
  neighbours: true,
};

const documentsOf = (source: Source): readonly JsonObject[] =>
  source.records.flatMap(({ value }) => (isObject(value) && value.format === PLAYGROUND_FORMAT ? [value] : []));

function parse(source: Source, report: Report): Result<Transcript[], ImportError> {
  const documents = documentsOf(source);
  const [first] = documents;
  if (!first)
    return {
      ok: false,
      error: { code: 'no-messages', message: 'The file is no file of this program.', expected: playground.expected, path: '$.format' },
    };
  const version = numberOf(first.version);
  if (version === undefined || version < 1 || version > PLAYGROUND_VERSION) {
    return {
      ok: false,
      error: {
        code: 'unknown-version',
        message: `The file has version ${String(first.version)}; this program reads up to ${PLAYGROUND_VERSION}.`,
        expected: `"version": ${PLAYGROUND_VERSION}`,
        path: '$.version',
      },
    };
  }
  const reader = new NormalFormReader(report);
  const transcripts = documents.flatMap((document) =>
    listOf(document.conversations).flatMap((value, i): Transcript[] => {
      const path = `$.conversations[${i}]`;
      if (!isObject(value)) {
        report({ code: 'unread-record', message: 'Records hold no messages and were skipped.', path });
        return [];
      }
      return [withPersisted(reader.transcript(value, path), value, reader, path)];
    }),
  );
  if (transcripts.length === 0)
    return {
      ok: false,
      error: { code: 'no-messages', message: 'The file holds no conversation.', expected: playground.expected, path: '$.conversations' },
    };
  return { ok: true, value: transcripts };
}

function withPersisted(transcript: Transcript, value: JsonObject, reader: NormalFormReader, path: string): Transcript {
  const fields = PERSISTED.flatMap((key): [string, unknown][] => {
    if (value[key] === undefined || value[key] === null) return [];
    if (key === 'runtimeMessages') return [[key, reader.messages(value[key], `${path}.${key}`)]];
    if (key === 'compressions') return [[key, listOf(value[key])]];
    if (key === 'tokenUsage') return [[key, value[key]]];
    return filled(value[key]) ? [[key, value[key]]] : [];
  });
  return fields.length === 0 ? transcript : { ...transcript, extra: { ...transcript.extra, persisted: Object.fromEntries(fields) } };
}

/** The conversation as it is stored: the persisted fields stand beside the messages, as in S4. */
function stored(transcript: Transcript): JsonObject {
  const { extra, ...rest } = transcript;
  const persisted = extra && isObject(extra.persisted) ? extra.persisted : undefined;
  if (!persisted) return { ...transcript };
  const { persisted: _, ...others } = extra ?? {};
  return { ...rest, ...(Object.keys(others).length > 0 && { extra: others }), ...persisted };
}

/** One file with any number of conversations. */
export const writePlayground = (transcripts: readonly Transcript[]): string =>
  `${JSON.stringify({ format: PLAYGROUND_FORMAT, version: PLAYGROUND_VERSION, conversations: transcripts.map(stored) })}\n`;

export const playground: Format = {
  id: 'playground',
  title: 'Compaction Playground',
  extension: 'json',
  expected: `{"format": "${PLAYGROUND_FORMAT}", "version": ${PLAYGROUND_VERSION}, "conversations": […]}`,
  carries: CARRIES,
  detect: (source) => (documentsOf(source).length > 0 ? 1 : 0),
  parse,
  serialize: (transcript) => writePlayground([transcript]),
};
