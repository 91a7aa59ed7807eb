/** Recordings made by a seed: an agent that reads names and later uses some of them from memory. */
import { randomSource } from '../lib/random.ts';
import type { TalkMessage } from './talks.ts';

/** Names such as `rareSettingA3x17`: facts in any place. */
const nameOf = (step: number, k: number): string => `rareSetting${'ABC'[k]}${step}`;

/** `steps` tool blocks of three new names each; every answer uses two of the names before it, nearly always recent ones. */
export function recordingLines(seed: number, steps: number): TalkMessage[] {
  const draw = randomSource(seed);
  const lines: TalkMessage[] = [
    { system: 'You change settings. Keep systemLimit as it is.' },
    { user: 'Please look at all settings and tidy them up.' },
  ];
  for (let step = 0; step < steps; step++) {
    const earlier = (): string => nameOf(Math.max(0, step - 1 - (draw(20) === 0 ? draw(steps) : draw(8))), draw(3));
    const used = step === 0 ? 'Let me look.' : `Now ${earlier()} needs care, then ${earlier()}.`;
    lines.push({ call: `c${step}`, args: JSON.stringify({ page: `section-${step}` }), says: used });
    const shown = [0, 1, 2].map((k) => `the option ${nameOf(step, k)} controls how the ${['cache', 'queue', 'index'][k]} grows over time`);
    lines.push({ result: `c${step}`, shows: `${shown.join('\n')}\n${'and more text of no interest '.repeat(1 + draw(12))}` });
    if (step % 7 === 6) lines.push({ user: 'Good, go on with the next ones.' });
  }
  return lines;
}
