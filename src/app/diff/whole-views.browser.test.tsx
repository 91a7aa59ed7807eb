/** The whole request as text, instead of columns. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { defaultScenario } from '../../scenario/defaults.ts';
import { comparison, description, result } from '../compare/testing/fixture.ts';
import { client } from '../store/index.ts';
import { patch } from '../store/store.ts';
import { SideBySide } from './SideBySide.tsx';
import { rowView } from './testing/messages.ts';

const ROWS = [result('middle-removal', 'KKDKEK'), result('oldest-removal', 'DKDKKK')];
const FORMATS = [
  { id: 'openai-chat', extension: 'json', canExport: true },
  { id: 'anthropic', extension: 'json', canExport: true },
  { id: 'claude-code', extension: 'jsonl', canExport: false },
];

beforeEach(() => {
  const scenario = defaultScenario();
  vi.spyOn(client, 'rows').mockImplementation(async (indexes, keys) => ({ ok: true, value: indexes.map((index) => rowView(index, keys)) }));
  vi.spyOn(client, 'unified').mockImplementation(async (key) => ({
    ok: true,
    value: {
      lines: [
        { op: '@', text: '@@ #3 @@' },
        { op: '-', text: 'what was there' },
        { op: '+', text: `what ${key} put there` },
      ],
      total: 5,
    },
  }));
  vi.spyOn(client, 'request').mockImplementation(async (key, format) => ({
    ok: true,
    value: { format: format ?? 'openai-chat', text: `{\n  "of": "${key}",\n  "in": "${format}"\n}`, warnings: [] },
  }));
  patch({
    description: { ...description, formats: FORMATS },
    comparison: comparison(ROWS),
    current: true,
    scenario: { ...scenario, rows: [] },
    compared: ROWS.map(({ key }) => key),
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  patch({ description });
});

async function layout(name: string) {
  const screen = await render(
    <div style={{ width: 1200, height: 600, display: 'grid' }}>
      <SideBySide />
    </div>,
  );
  await screen.getByRole('radio', { name, exact: true }).click();
  return { screen, text: screen.getByRole('group', { name, exact: true }) };
}

describe('the whole request as text', () => {
  it('unified: what went and what came, of the strategy that is chosen', async () => {
    const { screen, text } = await layout('unified');
    await expect.element(text).toHaveTextContent('@@ #3 @@');
    await expect.element(text).toHaveTextContent('what middle-removal put there');
    expect([...text.element().querySelectorAll<HTMLElement>('[data-op]')].map((line) => line.dataset.op)).toEqual(['mark', 'removed', 'added']);
    await expect.element(screen.getByText(/^2 more lines: see the request/)).toBeVisible();
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Policy' }), 'B Oldest removal');
    await expect.element(text).toHaveTextContent('what oldest-removal put there');
  });

  it('request: exactly what is sent, in the format that is chosen, to be copied', async () => {
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    const { screen, text } = await layout('request');
    await expect.element(text).toHaveTextContent('"of": "middle-removal"');
    const format = screen.getByRole('combobox', { name: 'Format' });
    // What cannot be written is no choice.
    expect(format.element().querySelectorAll('option')).toHaveLength(2);
    await userEvent.selectOptions(format, 'anthropic');
    await expect.element(text).toHaveTextContent('"in": "anthropic"');
    await screen.getByRole('button', { name: 'Copy', exact: true }).click();
    await expect.element(screen.getByRole('button', { name: 'Copied' })).toBeVisible();
    expect(JSON.parse(copied.mock.calls[0]![0])).toEqual({ of: 'middle-removal', in: 'anthropic' });
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Policy' }), 'B Oldest removal');
    await expect.element(text).toHaveTextContent('"of": "oldest-removal"');
    // Another text was not copied.
    await expect.element(screen.getByRole('button', { name: 'Copy', exact: true })).toBeVisible();
  });
});
