/** The engine itself, and the file that is open. */
import type { ImportError } from '../../engine/formats/contract.ts';
import { TOKENIZER_IDS } from '../../engine/tokens/contract.ts';
import { MODELS } from '../../engine/tokens/tokenizers.ts';
import type { Result, Transcript } from '../../engine/transcript/types.ts';
import { type Answer, fail, messageOf, nothing, notWritten, ok } from '../answers.ts';
import { every, pause } from '../pause.ts';
import type { Description, FoundSecrets, LoadReply, WorkerError } from '../protocol.ts';
import { findSecrets, type SecretKind } from '../../engine/signals/secrets.ts';
import type { State } from '../worker-state.ts';
import type { Control } from './method.ts';

// Secrets that a link with the transcript would reveal, by kind, masked.

/** Milliseconds of work between two pauses. */
const STRETCH = 20;
/** Fields with noise that looks like keys by chance. */
const NOT_TEXT = new Set(['data', 'encrypted', 'signature']);

/** At most a quarter of a secret, four characters at most; of an e-mail address the first letter and the domain. */
function mask(kind: SecretKind, secret: string): string {
  const at = secret.lastIndexOf('@');
  if (kind === 'e-mail' && at > 0) return `${secret[0]}…${secret.slice(at)}`;
  return `${secret.slice(0, Math.min(4, secret.length >> 2))}… (${secret.length})`;
}

/**
 * Searches every string of a transcript: messages, arguments, tool definitions, subagents, fields kept for export. 50 MB take seconds, so
 * it pauses to let other calls through.
 */
async function secretsIn(transcript: Transcript): Promise<readonly FoundSecrets[]> {
  const found = new Map<SecretKind, Set<string>>();
  const look = (text: string): void => {
    // Arguments are JSON inside a string: quotes in them are escaped, but patterns expect plain ones.
    const plain = text.includes('\\"') ? text.replaceAll('\\"', '"') : text;
    for (const { kind, start, end } of findSecrets(plain, { emails: true })) {
      const known = found.get(kind);
      if (known) known.add(plain.slice(start, end));
      else found.set(kind, new Set([plain.slice(start, end)]));
    }
  };
  // A list instead of recursion: fields kept for export may be nested as deeply as JSON allows.
  const open: unknown[] = [transcript];
  const due = every(STRETCH);
  while (open.length > 0) {
    if (due()) await pause();
    const value = open.pop();
    if (typeof value === 'string') look(value);
    else if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value).reverse()) if (!NOT_TEXT.has(name)) open.push(inner);
    }
  }
  return [...found].map(([kind, secrets]) => ({ kind, count: secrets.size, sample: mask(kind, [...secrets][0] ?? '') }));
}

/** The conversation of the last comparison as the file holds it, else the first of the file. */
const currentOf = ({ comparison, loaded }: State): Transcript | undefined => loaded?.conversations[comparison?.request.conversation ?? 0]?.transcript;

export const fileMethods = {
  describe: async (state: State): Promise<Answer<Description>> => {
    const [work, { formats }] = await Promise.all([state.work(), state.reading()]);
    return ok({
      strategies: work.strategies.map(({ id, family, kind, source, preset = null, params, onDemand = false, recorded = false, embeds = false }) => ({
        id,
        family,
        kind,
        source,
        preset,
        params,
        onDemand,
        recorded,
        embeds,
      })),
      formats: formats.map((f) => ({ id: f.id, extension: f.extension, canExport: f.serialize !== undefined })),
      models: MODELS,
      tokenizers: TOKENIZER_IDS.map((id) => ({ id, exact: id === 'o200k_base' || id === 'cl100k_base' })),
    });
  },

  /** Reads a file. The previous transcript and comparison stay until it is understood; then everything that runs ends. */
  load: async (
    state: State,
    [bytes, name, format]: readonly [bytes: ArrayBuffer, name: string, format: string | null],
    { ticket, signal, progress }: Control,
  ): Promise<Result<LoadReply, ImportError | WorkerError>> => {
    const report = (done: number, of: number): void => progress({ phase: 'parsing', done, of });
    report(0, bytes.byteLength);
    try {
      const { loadFile } = await state.reading();
      const file = await loadFile(new Uint8Array(bytes), name, format, report);
      // A cancel during the read waits in the queue: let it in before the file replaces the old one.
      await pause();
      signal.throwIfAborted();
      if (!file.ok) return file;
      state.take(file.value);
      state.tickets.endOthers(ticket);
      return ok(file.value.reply);
    } catch (error) {
      signal.throwIfAborted();
      return fail('failed', `The file could not be read: ${messageOf(error)}`);
    }
  },

  /** Kinds and masked samples of secrets found in the transcript (never the secrets themselves). */
  secrets: async (state: State): Promise<Answer<readonly FoundSecrets[]>> => {
    const transcript = currentOf(state);
    return transcript ? ok(await secretsIn(transcript)) : nothing;
  },

  /** The current conversation as the file holds it in our own format, for a link. */
  ownFormat: async (state: State): Promise<Answer<string>> => {
    const transcript = currentOf(state);
    if (!transcript) return nothing;
    const { serializeTranscript } = await state.reading();
    const written = serializeTranscript(transcript, 'playground');
    return written.ok ? ok(written.value.text) : notWritten(written.error);
  },
};
