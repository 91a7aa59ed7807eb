import { describe, expect, test } from 'vitest';
import { parseTranscript } from '../../formats/index.ts';
import { DEFAULT_SIGNALS, prepare } from '../../signals/signal-prepare.ts';
import { charCounts } from '../../testing/counts.ts';
import { sharedFiles } from '../../testing/shared.ts';
import { placesOf } from '../recall-cuts.ts';
import { independentCut } from '../independent-at.ts';
import { INDEPENDENT } from './contract.ts';
import { floorOf } from '../../measures/independent/contract.ts';
import measured from '../../measures/independent/floors.json' with { type: 'json' };
import { recordedFloor } from './independent-recorded.ts';

const files = sharedFiles();
const transcripts = () =>
  files.flatMap((file) => {
    const parsed = parseTranscript(file.bytes(), { name: file.file });
    return parsed.ok ? parsed.value.conversations.flatMap((one) => [one, ...one.subagents]) : [];
  });

describe.skipIf(files.length === 0)('over the shared transcripts', () => {
  test('the floors are what recorded agents used although their context had lost it', () => {
    const floors = Object.fromEntries(Object.keys(measured.floors).map((name) => [name, { lost: 0, needed: 0 }]));
    let compactions = 0;
    for (const transcript of transcripts().filter((one) => one.compactions.length > 0)) {
      const found = recordedFloor(prepare(transcript, charCounts(transcript), DEFAULT_SIGNALS));
      compactions += found.compactions;
      for (const [name, floor] of Object.entries(floors)) {
        floor.lost += found[name as keyof typeof measured.floors].lost;
        floor.needed += found[name as keyof typeof measured.floors].needed;
      }
    }
    expect({ compactions, floors }).toEqual({ compactions: measured.compactions, floors: measured.floors });
    expect(floorOf('paths')).toBeLessThan(0.1);
    expect(floorOf('wording')).toBeGreaterThan(0.5);
  });

  test('the whole context keeps everything, an empty one nothing', () => {
    let needed = 0;
    for (const transcript of transcripts().filter((one, i) => one.messages.length > 20 && one.messages.length < 400 && i % 5 === 0)) {
      const base = prepare(transcript, charCounts(transcript), DEFAULT_SIGNALS);
      for (const place of placesOf(base, 3)) {
        const { prefix, cut } = independentCut(base, place, 1);
        const whole = cut.kept({ context: prefix.messages, origins: Int32Array.from(prefix.messages.keys()) });
        expect(whole).toEqual(cut.needed);
        const none = cut.kept({ context: [], origins: [] });
        expect(Object.values(none).every((kept) => kept === 0)).toBe(true);
        for (const name of INDEPENDENT) needed += cut.needed[name];
      }
    }
    expect(needed).toBeGreaterThan(1000);
  });
});
