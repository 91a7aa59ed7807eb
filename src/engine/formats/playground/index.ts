import type { Transcript } from '../../transcript/types.ts';
import { expectsFormat } from '../../transcript/english.ts';
import type { Format, FormatCapabilities, ImportError, Report, Source } from '../contract.ts';
import { isObject, type JsonObject, listOf, numberOf } from '../json.ts';
import { NormalFormReader } from './normal-form.ts';
import { importError, UNREAD_RECORD } from '../encoding.ts';
import { SESSION_CARRIES } from '../contract.ts';

export type { StoredFields } from './normal-form.ts';

export const PLAYGROUND_FORMAT = 'compaction-playground';
/** 2: records have S4's field names (records.ts); version 1 is still read. */
export const PLAYGROUND_VERSION = 2;

const PERSISTED = ['agentId', 'runtimeMessages', 'compressions', 'tokenUsage', 'updatedAt'] as const;

const CARRIES: FormatCapabilities = {
  ...SESSION_CARRIES,
  toolText: true,
  toolDefinitions: true,
  family: ['playground'],
  media: 'any',
  documents: true,
  references: 'any',
  subagents: true,
  names: true,
};

const documentsOf = (source: Source): readonly JsonObject[] =>
  source.records.flatMap(({ value }) => (isObject(value) && value.format === PLAYGROUND_FORMAT ? [value] : []));

const EXPECTS = expectsFormat('playground');

function parse(source: Source, report: Report): Transcript[] | ImportError {
  const documents = documentsOf(source);
  const [first] = documents;
  if (!first) return importError('no-messages', { key: 'import-not-ours' }, EXPECTS, { path: '$.format' });
  const version = numberOf(first.version);
  if (version === undefined || version < 1 || version > PLAYGROUND_VERSION) {
    const newest = PLAYGROUND_VERSION;
    const why = { key: 'import-version', values: { version: String(first.version), newest } } as const;
    return importError('unknown-version', why, { key: 'expects-version', values: { newest } }, { path: '$.version' });
  }
  const reader = new NormalFormReader(report);
  const transcripts = documents.flatMap((document) =>
    listOf(document.conversations).flatMap((value, i): Transcript[] => {
      const path = `$.conversations[${i}]`;
      if (!isObject(value)) {
        report({ ...UNREAD_RECORD, path });
        return [];
      }
      return [withPersisted(reader.transcript(value, path), value)];
    }),
  );
  if (transcripts.length > 0) return transcripts;
  return importError('no-messages', { key: 'import-no-message' }, EXPECTS, { path: '$.conversations' });
}

/**
 * The persisted fields as they are in the file: they are validated where compactions are restored (records.ts), so that a damaged one is not lost.
 */
function withPersisted(transcript: Transcript, value: JsonObject): Transcript {
  const fields = PERSISTED.filter((key) => value[key] !== undefined && value[key] !== null).map((key) => [key, value[key]]);
  const { persisted: _, ...extra } = transcript.extra ?? {};
  if (fields.length > 0) return { ...transcript, extra: { ...extra, persisted: Object.fromEntries(fields) } };
  return transcript.extra && 'persisted' in transcript.extra ? { ...transcript, extra } : transcript;
}

function stored(transcript: Transcript): JsonObject {
  const { extra, ...rest } = transcript;
  const persisted = extra && isObject(extra.persisted) ? extra.persisted : undefined;
  if (!persisted) return { ...transcript };
  const { persisted: _, ...others } = extra ?? {};
  return { ...rest, ...(Object.keys(others).length > 0 && { extra: others }), ...persisted };
}

export const writePlayground = (transcripts: readonly Transcript[]): string =>
  `${JSON.stringify({ format: PLAYGROUND_FORMAT, version: PLAYGROUND_VERSION, conversations: transcripts.map(stored) })}\n`;

export const playground: Format = {
  id: 'playground',
  evidence: 'source',
  extension: 'json',
  carries: CARRIES,
  keepsEmpty: true,
  detect: (source) => (documentsOf(source).length > 0 ? 1 : 0),
  parse,
  serialize: (transcript) => writePlayground([transcript]),
};
