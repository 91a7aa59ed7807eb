/** What the result tells was done to each file, against what was done. */
import { after as then, isRight } from './shared/operations.ts';
import { defineMeasure, lossesOf, PLAIN_LINE } from './shared/define.ts';
import { type Examples, waited } from './shared/example.ts';
import { textNumber } from './shared/fact-map.ts';
import { CUT, type StandingInput, WHOLE } from './shared/stands.ts';
import { type ArtifactValue, type FileOperation, type LostArtifact, marksOf } from './types.ts';

export const artifactTrail = defineMeasure({
  id: 'artifact-trail',
  group: 'loss',
  better: 'higher',
  values: [
    {
      from: 'losses',
      name: 'artifactF1',
      value: ({ losses: { artifacts } }) => artifacts?.f1 ?? null,
      why: () => ({ key: 'measure-no-files' }),
      columns: [
        {
          id: 'artifacts',
          unit: 'f1',
          format: 'score',
          width: 58,
          plotted: true,
          lists: 'artifact-trail',
          original: () => 1,
        },
      ],
    },
  ],
  losses: lossesOf<undefined, ArtifactValue, LostArtifact>({
    name: 'artifacts',
    count(stands) {
      const files = stands.artifacts.last.length;
      if (files === 0) return null;
      const operations = toldOf(stands);
      let told = 0;
      let right = 0;
      operations.forEach((operation, file) => {
        if (operation === undefined) return;
        told++;
        if (isRight(stands.artifacts, file, operation)) right++;
      });
      return { files, told, right, f1: (2 * right) / (files + told) };
    },
    parts: ({ files, told, right }) => ({ preserved: right, degraded: told - right, lost: files - told }),
    lost(stands) {
      const { files, touches, last } = stands.artifacts;
      const told = toldOf(stands);
      const lost = new Map<number, LostArtifact>();
      last.forEach((operation, file) => {
        const says = told[file];
        if (says !== undefined && isRight(stands.artifacts, file, says)) return;
        const touch = touches.findLast((t) => t.file === file && t.operation === operation)!;
        const start = Math.max(0, touch.at);
        const place = { message: touch.message, part: touch.part, piece: 0, start, end: touch.at < 0 ? 0 : start + touch.length };
        lost.set(file, { path: files.paths[file]!, operation, told: says ?? null, place });
      });
      return lost;
    },
    line: ({ path, operation, told, place }) => ({
      ...PLAIN_LINE,
      kind: operation,
      fate: told === null ? 'lost' : 'degraded',
      text: path,
      marks: marksOf('path', path),
      spots: [{ role: 'call', message: place.message }],
      beside: told === null ? null : { what: 'told', value: told },
    }),
  }),
});

/** By file: what the result tells was done to it last; undefined where it tells nothing. */
function toldOf({ artifacts, facts, standing: { parts, cuts, texts } }: StandingInput<unknown>): (FileOperation | undefined)[] {
  const told: (FileOperation | undefined)[] = Array.from({ length: artifacts.last.length }, () => undefined);
  let next = 0;
  const tell = (upTo: number): void => {
    for (; next < texts.length && texts[next]!.before <= upTo; next++)
      for (const { file, operation } of texts[next]!.reading.claims) told[file] = then(told[file], operation);
  };
  for (const { message, part, file, operation, at, length } of artifacts.touches) {
    tell(message);
    const number = facts.firstPart[message]! + part;
    const state = parts[number]!;
    const start = Math.max(0, at);
    if (state & WHOLE || (state & CUT && cuts.out(textNumber(facts, number, 0), start, start + length) === 0))
      told[file] = then(told[file], operation);
  }
  tell(Number.POSITIVE_INFINITY);
  return told;
}

export const examples: Examples = {
  'artifact-trail': {
    messages: [
      { role: 'user', text: 'Please tidy up the queue and tell me what you did to which file, one after the other.', fate: 'K' },
      { role: 'assistant', text: '', call: { name: 'Write', args: { file_path: 'src/retry.ts', content: 'export const retries = 3;' } }, fate: 'D' },
      { role: 'tool', text: 'File written.', fate: 'D' },
      { role: 'assistant', text: '', call: { name: 'Edit', args: { file_path: 'src/worker.ts', old_string: 'a', new_string: 'b' } }, fate: 'K' },
      { role: 'tool', text: 'File edited.', fate: 'K' },
      { role: 'assistant', text: '', call: { name: 'Bash', args: { command: 'rm src/old.ts' } }, fate: 'D' },
      { role: 'tool', text: '', fate: 'D' },
      { role: 'assistant', text: '', call: { name: 'Read', args: { file_path: 'src/api.ts' } }, fate: 'D' },
      { role: 'tool', text: 'export function serve(port: number) { return listen(port, handler, options, whatever); }', fate: 'D' },
      ...waited,
      { role: 'user', text: 'Please go on.', fate: 'K' },
    ],
    inserted: { before: 1, text: 'Created: src/retry.ts.' },
    expected: { 'measures.artifactF1': 0.6667, 'values.artifacts.files': 4, 'values.artifacts.told': 2, 'values.artifacts.right': 2 },
    because:
      'Four files: retry.ts created, worker.ts modified, old.ts deleted, api.ts read. The kept call tells of worker.ts, the insertion of retry.ts, both rightly: 2 × 2 ÷ (4 + 2).',
  },
};
