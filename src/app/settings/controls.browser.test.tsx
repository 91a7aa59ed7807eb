/** What a person sets: the controls, what they keep, and the comparison that is requested. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render, type RenderResult } from 'vitest-browser-react';
import type { Settings } from '../../scenario/schema.ts';
import type { Description, TranscriptView } from '../../worker/protocol.ts';
import { comparison, description, result, transcriptView } from '../compare/testing/fixture.ts';
import { Notices } from '../App.tsx';
import { client, useApp } from '../store/index.ts';
import { load } from '../store/loading.ts';
import { writeStored } from '../store/storage.ts';
import { patch } from '../store/store.ts';
import { closed, loadReply, opened, requested } from '../testing/opened.ts';
import { Controls } from './Controls.tsx';

const MORE = 'more-settings';
const described: Description = {
  ...description,
  models: [{ id: 'gpt-4o', provider: 'openai', window: 128_000, tokenizer: 'o200k_base' }],
  tokenizers: [
    { id: 'o200k_base', exact: true },
    { id: 'anthropic-estimate', exact: false },
  ],
};
const compared = (changes: Partial<TranscriptView> = {}) =>
  comparison(
    [result('middle-removal', 'KKDKKK')],
    transcriptView({
      ownModel: 'claude-sonnet-4-5',
      model: 'claude-sonnet-4-5',
      ownWindow: { window: 200_000, from: 'model' },
      window: 200_000,
      windowFrom: 'model',
      tokenizer: 'anthropic-estimate',
      exact: false,
      total: 20_000,
      ...changes,
    }),
  );

beforeEach(() => {
  writeStored(MORE, '1');
  opened({ description: described, comparison: compared() });
});
afterEach(() => {
  writeStored(MORE, null);
  closed();
});

const controls = () =>
  render(
    <div style={{ width: 420 }}>
      <Controls />
    </div>,
  );
type Screen = RenderResult;
const field = (screen: Screen, name: string) => screen.getByRole('textbox', { name: `${name}, value`, exact: true });
const settings = (): Settings => useApp.getState().scenario.settings;
async function type(screen: Screen, name: string, text: string): Promise<void> {
  await field(screen, name).fill(text);
  await userEvent.keyboard('{Enter}');
}

describe('more settings', () => {
  it('are folded at a first visit, say what they are and how many are changed, and stay as they were left', async () => {
    writeStored(MORE, null);
    const screen = await controls();
    const more = screen.getByRole('region', { name: 'More settings' });
    await expect.element(more).not.toHaveTextContent('changed');
    expect(more.getByRole('slider').elements()).toEqual([]);
    const toggle = more.getByRole('button', { name: 'Show 12' });
    await expect.element(toggle).toHaveAttribute('aria-expanded', 'false');
    await toggle.click();
    expect(more.getByRole('slider').elements()).toHaveLength(10);
    await type(screen, 'Preserve start', '9');
    expect(requested()?.settings.preserveStart).toBe(9);
    await screen.unmount();
    const again = await controls();
    await expect.element(field(again, 'Preserve start')).toHaveValue('9');
    await again.getByRole('region', { name: 'More settings' }).getByRole('button', { name: 'Hide' }).click();
    await expect.element(again.getByRole('region', { name: 'More settings' })).toHaveTextContent('1 changed.');
    await again.unmount();
    const last = await controls();
    await expect.element(last.getByRole('button', { name: 'Show 12' })).toBeVisible();
  });
});

describe('the target', () => {
  it('takes shares and tokens, and says no to what is neither', async () => {
    const screen = await controls();
    const target = field(screen, 'Target');
    for (const [typed, shown, kept] of [
      ['0.25', '25', 0.25],
      ['40 %', '40', 0.4],
      ['6400', '6,400', 6400],
      ['12k', '12,000', 12_000],
    ] as const) {
      await type(screen, 'Target', typed);
      await expect.element(target).toHaveValue(shown);
      expect([settings().target, requested()?.settings.target]).toEqual([kept, kept]);
    }
    await type(screen, 'Target', 'lots');
    await expect.element(target).toHaveAttribute('aria-invalid', 'true');
    expect(settings().target).toBe(12_000);
    await userEvent.keyboard('{Escape}');
    await expect.element(target).toHaveValue('12,000');
    await expect.element(target).toHaveAttribute('aria-invalid', 'false');
  });

  it('is what A leaves until somebody chooses another: then the budget is the person’s', async () => {
    patch({ comparison: { ...compared(), target: 4000, match: 'claude-code' } });
    const screen = await controls();
    await expect.element(screen.getByRole('slider', { name: 'Target' })).toHaveAttribute('aria-valuetext', 'as A: 4,000 tokens');
    await type(screen, 'Target', '5000');
    expect([settings().budget, settings().target]).toEqual(['own', 5000]);
  });

  it('is never over the window, and says what it is a share of', async () => {
    const screen = await controls();
    await screen.getByRole('radio', { name: 'own budget' }).click();
    await type(screen, 'Context window', '8k');
    await expect.element(screen.getByText('share of the window: 4,000 tokens')).toBeVisible();
    await expect.element(screen.getByRole('img', { name: /12,000 over the window of 8,000; budget 4,000$/ })).toBeVisible();
    await expect.element(screen.getByText(/^over by 12,000$/)).toBeVisible();
    await type(screen, 'Target', '30000');
    await expect.element(screen.getByText('over the window: 8,000 tokens count')).toBeVisible();
    await type(screen, 'Context window', '64k');
    await expect.element(screen.getByText(/^over /)).not.toBeInTheDocument();
  });

  it('has a definition that opens on demand', async () => {
    const screen = await controls();
    await screen.getByRole('button', { name: 'Target', exact: true }).click();
    await expect.element(screen.getByRole('note')).toHaveTextContent('What may be left');
  });
});

describe('what was changed', () => {
  it('has a dot that takes it back; reset takes back all', async () => {
    const screen = await controls();
    const all = screen.getByRole('button', { name: 'Reset all' });
    await expect.element(all).toBeDisabled();
    await type(screen, 'Preserve start', '9');
    await type(screen, 'Context window', '64k');
    await screen.getByRole('button', { name: 'Reset Preserve start to 4' }).click();
    await expect.element(field(screen, 'Preserve start')).toHaveValue('4');
    expect([settings().preserveStart, settings().window, requested()?.settings.preserveStart]).toEqual([4, 64_000, 4]);
    await all.click();
    await expect.element(field(screen, 'Context window')).toHaveValue('200,000');
    expect(settings().window).toBeNull();
    await expect.element(screen.getByRole('button', { name: /^Reset Context window/ })).not.toBeInTheDocument();
  });
});

describe('a window', () => {
  /** Another session, of a model with another window. */
  async function another(words: string): Promise<void> {
    vi.spyOn(client, 'load').mockResolvedValue({ ok: true, value: loadReply({ hash: words }) });
    const model = { ownModel: 'gpt-4o', model: 'gpt-4o', ownWindow: { window: 128_000, from: 'model' } } as const;
    vi.mocked(client.compare).mockResolvedValueOnce({ ok: true, value: compared(model) });
    await load({ blob: new Blob([words]), name: words, from: { kind: 'inline', text: words } }, null);
  }

  it('that was set for one session is automatic with the next, unless it is pinned', async () => {
    const screen = await render(
      <>
        <Notices />
        <Controls />
      </>,
    );
    const window = field(screen, 'Context window');
    const model = screen.getByRole('region', { name: 'Model and summariser' });
    await expect.element(model.getByText(/^of the model claude/)).toBeVisible();
    const pin = screen.getByRole('button', { name: 'Keep for other files: context window' });
    await expect.element(pin).not.toBeInTheDocument();
    await type(screen, 'Context window', '64k');
    await expect.element(model.getByText(/^set by you; claude.* has 200,000$/)).toBeVisible();
    await expect.element(pin).toHaveAttribute('aria-pressed', 'false');
    await another('first');
    await expect.element(window).toHaveValue('128,000');
    await expect.element(screen.getByText(/Automatic again, as set for the file before: Context window\./)).toBeVisible();
    await type(screen, 'Context window', '64k');
    await pin.click();
    await expect.element(pin).toHaveAttribute('aria-pressed', 'true');
    await another('second');
    await expect.element(window).toHaveValue('64,000');
    await expect.element(pin).toHaveAttribute('aria-pressed', 'true');
    expect(requested()?.settings.window).toBe(64_000);
  });
});

describe('who would compact now', () => {
  it('is said of A alone, and opens its rule with the numbers of now', async () => {
    const reason = { key: 'trigger-share', values: { fires: false, tokens: 20_000, at: 180_000, share: 0.9, window: 200_000 } };
    const hybrid = { ...description.strategies[0]!, id: 'hybrid' };
    const { transcript } = compared();
    patch({
      description: { ...described, strategies: [hybrid] },
      comparison: comparison(
        [
          result('hybrid', 'KKDKKK', { fires: { own: true, fires: false, reason } }),
          result('summary', 'KSSSKK', { fires: { own: true, fires: true, reason } }),
        ],
        transcript,
      ),
      compared: ['hybrid'],
    });
    const screen = await controls();
    await expect.element(screen.getByRole('button', { name: /would not fire$/ })).toBeVisible();
    expect(screen.getByRole('button', { name: /: would fire$/ }).query()).toBeNull();
    await screen.getByRole('button', { name: /would not fire$/ }).click();
    const rule = screen.getByRole('note');
    await expect.element(rule).toHaveTextContent(': would not fire');
    await expect.element(rule).toHaveTextContent('20,000 tokens, from 180,000 on');
    await userEvent.keyboard('{Escape}');
    await expect.element(rule).not.toBeInTheDocument();
  });
});

describe('choices', () => {
  it('what a policy may leave, and what the summariser returns, are requested', async () => {
    const screen = await controls();
    const choice = (name: string) => screen.getByRole('radio', { name, exact: true });
    await expect.element(choice('same as A')).toBeChecked();
    await choice('as shipped').click();
    await expect.element(choice('as shipped')).toBeChecked();
    expect(requested()?.settings.budget).toBe('shipped');
    await choice('own budget').click();
    await expect.element(choice('own budget')).toBeChecked();
    expect(requested()?.settings.budget).toBe('own');
    await screen.getByRole('combobox', { name: 'It returns' }).selectOptions('error');
    expect(requested()?.settings.summarizerOutcome).toBe('error');
  });

  it('a model brings its window and its tokenizer, instead of those that were set before', async () => {
    const screen = await controls();
    const tokenizer = screen.getByRole('combobox', { name: 'Tokenizer' });
    const chosen = () => (tokenizer.element() as HTMLSelectElement).selectedOptions[0]!.textContent;
    await type(screen, 'Context window', '64k');
    await tokenizer.selectOptions('o200k_base');
    expect(requested()?.settings).toMatchObject({ window: 64_000, tokenizer: 'o200k_base' });
    await screen.getByRole('combobox', { name: 'Model', exact: true }).selectOptions('gpt-4o');
    expect(requested()?.settings).toMatchObject({ model: 'gpt-4o', window: null, tokenizer: null });
    // Before the answer the list of models says the window; the answer says the tokenizer.
    await expect.element(field(screen, 'Context window')).toHaveValue('128,000');
    patch({ comparison: compared({ model: 'gpt-4o', tokenizer: 'o200k_base', exact: true, ownWindow: { window: 128_000, from: 'model' } }) });
    await vi.waitFor(() => expect(chosen()).toMatch(/o200k_base/));
  });
});
