/**
 * Transcripts of any length from the sample gallery: sessions repeated with ids of their own, different numbers in every repetition, and
 * tool results filled up to the wanted size. Identical on every machine.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { random } from './corpora.mjs';

const samples = path.resolve(import.meta.dirname, '../fixtures/samples');

/** Conversations of the gallery in the normal form. */
function sampleTranscripts({ parseTranscript }) {
  return readdirSync(samples)
    .filter((file) => file !== 'index.json')
    .sort()
    .flatMap((file) => {
      const parsed = parseTranscript(new Uint8Array(readFileSync(path.join(samples, file))), { name: file });
      if (!parsed.ok) throw new Error(`${file}: ${parsed.error.message}`);
      return parsed.value.conversations;
    });
}

const textLength = (part) =>
  part.type === 'tool-result' ? part.content.reduce((sum, c) => sum + (c.text?.length ?? 0), 0) : (part.text ?? part.args ?? '').length;

/**
 * @param engine the bundle of bench/engine.ts
 * @param messages how many, the header included
 * @param bytesPerMessage characters of text per message, on average
 */
export function makeTranscript(engine, messages, bytesPerMessage) {
  const sources = sampleTranscripts(engine);
  const bodies = sources.flatMap((t) => t.messages.filter((m) => m.role !== 'system' && !m.compaction));
  const pool = bodies.flatMap((m) => m.parts.filter((p) => p.type === 'tool-result').map((p) => p.content.map((c) => c.text ?? '').join('\n')));
  const lengthOf = (pick) => bodies.reduce((sum, m) => sum + m.parts.filter(pick).reduce((s, p) => s + textLength(p), 0), 0);
  const results = lengthOf((p) => p.type === 'tool-result');
  const rest = lengthOf((p) => p.type !== 'tool-result');
  const wanted = bytesPerMessage * bodies.length;
  // Results grow or shrink to the wanted mean; where even empty ones would be too long, everything is cut.
  const share = Math.max(0.1, (wanted - rest) / results);
  const cut = Math.min(1, wanted / (rest + results * share));
  const next = random(17);

  const vary = (text, round) =>
    round === 0
      ? text
      : text.replace(/\d{2,}/g, (digits) => String((Number(digits.slice(0, 9)) * 7 + round * 13) % 10 ** Math.min(9, digits.length)));
  const sized = (text, length) => (text.length <= length ? text : text.slice(0, Math.max(1, length)));
  const fill = (text, length) => {
    let filled = text;
    while (filled.length < length) filled += `\n${pool[Math.floor(next() * pool.length)]}`;
    return sized(filled, length);
  };
  const id = (name, round) => `${name}-${round}`;
  const part = (p, round) => {
    if (p.type === 'tool-call') return { ...p, id: id(p.id, round) };
    if (p.type === 'tool-result') {
      const text = p.content.map((c) => c.text ?? '').join('\n');
      return { ...p, callId: id(p.callId, round), content: [{ type: 'text', text: vary(fill(text, Math.round(text.length * share * cut)), round) }] };
    }
    return { type: p.type, text: vary(sized(p.text ?? '', Math.ceil((p.text ?? '').length * cut)), round) };
  };

  const header = sources[0].messages.find((m) => m.role === 'system') ?? {
    id: 'system',
    role: 'system',
    parts: [{ type: 'text', text: 'You are a coding agent.' }],
  };
  const made = [{ id: 'system', role: 'system', parts: header.parts }];
  for (let k = 0; made.length < messages; k++) {
    const round = Math.floor(k / bodies.length);
    const { role, parts, ts } = bodies[k % bodies.length];
    made.push({ id: id(`m${k % bodies.length}`, round), role, ...(ts && { ts }), parts: parts.map((p) => part(p, round)) });
  }
  return {
    id: 'bench',
    title: `${messages} messages`,
    format: 'openai-chat',
    model: 'gpt-4.1',
    tools: sources.flatMap((t) => t.tools).slice(0, 12),
    messages: made,
    compactions: [],
    branches: [],
    subagents: [],
  };
}

/** The same transcript as a file of a format: bytes as on disk. */
export function makeFile(engine, transcript, format) {
  const written = engine.serializeTranscript({ ...transcript, format }, format);
  if (!written.ok) throw new Error(written.error.message);
  return Buffer.from(written.value.text);
}
