/** The room that a person gives to two parts of the page, and what of the header has none. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { defaultScenario } from '../../scenario/defaults.ts';
import { comparison, description, result, transcriptView } from '../compare/testing/fixture.ts';
import { readStored, writeStored } from '../store/storage.ts';
import { patch } from '../store/store.ts';
import { conversationInfo } from '../testing/conversation.ts';
import { soon } from '../testing/soon.ts';
import { press } from '../testing/tables.ts';
import { Header } from './Header.tsx';
import { Splitter, useSplit } from '../components/Splitter.tsx';

const transcript = transcriptView({ model: 'gpt-4o', ownModel: 'gpt-4o', toolCalls: 31, turns: 17 });
const conversation = conversationInfo({ title: 'A week of work', toolCalls: 31, toolResults: 31 });

beforeEach(() =>
  patch({
    description,
    comparison: comparison([result('middle-removal', 'KKDKKK')], transcript),
    current: true,
    load: { phase: 'ready' },
    loaded: {
      ref: { kind: 'sample', id: 'sample', hash: 'hash' },
      name: 'a-rather-long-name-of-a-session.jsonl',
      reply: {
        format: 'openai-chat',
        confidence: 1,
        candidates: [],
        conversations: [conversation],
        warnings: [],
        bytes: 2048,
        hash: 'hash',
      },
    },
    scenario: defaultScenario(),
  }),
);
afterEach(async () => {
  for (const name of ['split', 'split-of-others']) writeStored(name, null);
  patch({ loaded: null, load: { phase: 'idle' } });
  await page.viewport(1440, 900);
});

function Parts({ name, label }: { readonly name: string; readonly label: string }) {
  const split = useSplit(name);
  return (
    <div style={{ height: 400, display: 'flex', flexDirection: 'column' }}>
      <div style={{ flex: '0 0 240px', ...split.style }} />
      <Splitter split={split} label={label} />
      <div style={{ flex: 1 }} />
    </div>
  );
}

it('the bar between two parts is moved by keys and stands there the next time, each bar by itself; Enter takes it back', async () => {
  const parts = (
    <>
      <Parts name="split" label="One" />
      <Parts name="split-of-others" label="Other" />
    </>
  );
  const bar = (name: string) => page.getByRole('separator', { name, exact: true }).element() as HTMLElement;
  const top = (name: string): number => bar(name).offsetTop - bar(name).parentElement!.offsetTop;
  const screen = await render(parts);
  expect([top('One'), top('Other')]).toEqual([240, 240]);
  bar('One').focus();
  await userEvent.keyboard('{ArrowUp}{ArrowUp}');
  await soon(() => expect(top('One')).toBeLessThan(200));
  const chosen = top('One');
  await screen.unmount();
  await render(parts);
  expect(Math.abs(top('One') - chosen)).toBeLessThan(2);
  expect(top('Other')).toBe(240);
  bar('One').focus();
  await userEvent.keyboard('{Enter}');
  await soon(() => expect(top('One')).toBe(240));
  expect(readStored('split')).toBeNull();
});

for (const width of [1000, 800])
  it(`facts of the header that have no room are behind the name, and no other is cut: ${width} px`, async () => {
    await page.viewport(width, 720);
    const screen = await render(<Header inert={false} empty={false} />);
    const name = screen.getByRole('button', { name: /: details$/ });
    await expect.element(name).toBeVisible();
    const facts = [...document.querySelectorAll<HTMLElement>('header [title*=" · "] > span')];
    expect(facts).toHaveLength(3);
    const told = facts.map((fact) => {
      const box = fact.getBoundingClientRect();
      const room = fact.parentElement!.getBoundingClientRect();
      return { text: fact.textContent!, seen: box.width > 0 && box.top < room.bottom - 1, whole: box.right <= room.right + 1.5 };
    });
    for (const { text, seen, whole } of told) if (seen) expect(whole, text).toBe(true);
    const hidden = told.filter(({ seen }) => !seen);
    expect(hidden.length).toBeGreaterThan(0);
    await press(name);
    const pairs = [...document.querySelectorAll('[popover]:popover-open dd')].map(({ textContent }) => textContent!);
    for (const { text } of hidden)
      for (const part of text.split(', ')) {
        const wanted = /^≈?\s*([\d,]+) [a-z ]+$/.exec(part)?.[1] ?? part;
        expect(
          pairs.some((pair) => pair.split(/[^\p{L}\p{N}.,-]+/u).includes(wanted) || pair.includes(wanted)),
          `${part} in ${pairs.join(' | ')}`,
        ).toBe(true);
      }
  });
