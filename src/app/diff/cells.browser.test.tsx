/** What the cells of the side by side say of a message, and what can be done with it there. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { defaultScenario } from '../../scenario/defaults.ts';
import type { CellView, InsertionView, MessageView, RowResult, SummaryView } from '../../worker/protocol.ts';
import { comparison, description, result } from '../compare/testing/fixture.ts';
import { client } from '../store/index.ts';
import { patch } from '../store/store.ts';
import { SideBySide } from './SideBySide.tsx';
import { rowView } from './testing/messages.ts';

interface CellInput {
  readonly message?: Partial<MessageView>;
  readonly cell?: Partial<CellView>;
}

/** Rows that are side by side in their order, and what the worker says of each message in them. */
function show(rows: readonly RowResult[], { message, cell }: CellInput = {}): void {
  const scenario = defaultScenario();
  vi.spyOn(client, 'rows').mockImplementation(async (indexes, keys) => ({
    ok: true,
    value: indexes.map((index) => rowView(index, keys, message, cell)),
  }));
  patch({
    description,
    comparison: comparison(rows),
    current: true,
    visible: null,
    reveal: null,
    scenario: { ...scenario, rows: [], marks: {}, view: { ...scenario.view, selected: null } },
    compared: rows.map(({ key }) => key),
  });
}

async function sideBySide(height = 700) {
  return render(
    <div style={{ width: 1200, height, display: 'grid' }}>
      <SideBySide />
    </div>,
  );
}

beforeEach(() => {
  vi.spyOn(client, 'full').mockImplementation(async (index) => ({
    ok: true,
    value: {
      index,
      parts: [
        { kind: 'text', label: '', text: `first part of ${index + 1}`, tokens: 5 },
        { kind: 'tool-call', label: 'bash', text: `second part of ${index + 1}`, tokens: 5 },
      ],
    },
  }));
});
afterEach(() => {
  vi.restoreAllMocks();
  patch({ loaded: null });
});

describe('an open message', () => {
  const DROPPED = [result('middle-removal', 'KKKKKK'), result('oldest-removal', 'DDKKKK')];
  const KEPT = [result('middle-removal', 'KKKKKK'), result('oldest-removal', 'KDKKKK')];

  it('is protected, or given a priority, in every strategy: the comparison is asked again', async () => {
    show(DROPPED);
    const marked: unknown[] = [];
    vi.spyOn(client, 'compare').mockImplementation(async ({ marks }) => {
      marked.push(marks);
      return { ok: true, value: comparison(marks.m0 ? KEPT : DROPPED) };
    });
    patch({
      loaded: { ref: { kind: 'file', name: 'a', hash: 'x', bytes: 1 }, name: 'a', reply: { conversations: [] } as never },
    });
    const screen = await sideBySide();
    const [kept, dropped] = [screen.getByText('why? B: word for word'), screen.getByText('why? B: gone')];
    await screen.getByRole('button', { name: /^Message 1,/ }).click();
    await expect.element(dropped).toBeVisible();
    await screen.getByRole('button', { name: 'Pin', exact: true }).click();
    await expect.element(kept).toBeVisible();
    await screen.getByRole('button', { name: 'Unpin' }).click();
    await expect.element(dropped).toBeVisible();
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Set priority' }), 'CRITICAL');
    await expect.element(kept).toBeVisible();
    expect(marked).toEqual([{ m0: 'pin' }, {}, { m0: 'CRITICAL' }]);
  });

  it('is shown whole, part by part, with the rule that set its priority', async () => {
    show(DROPPED);
    const screen = await sideBySide();
    await screen.getByRole('button', { name: /^Message 2,/ }).click();
    const text = screen.getByRole('group', { name: 'Open' });
    await expect.element(text).toHaveTextContent('first part of 2');
    await expect.element(text).toHaveTextContent(/tool call\s*bash/);
    await expect.element(screen.getByText('why? priority NORMAL')).toBeVisible();
  });
});

describe('an offloaded result', () => {
  it('opens in place, says that it is not sent, and can be copied', async () => {
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    show([result('offload', 'KKOKKK')], { cell: { preview: '[content at 3]' } });
    const screen = await sideBySide();
    await expect.element(screen.getByText('[content at 3]')).toBeVisible();
    await screen.getByRole('button', { name: 'Show content' }).click();
    await expect.element(screen.getByText('first part of 3')).toBeVisible();
    await expect.element(screen.getByText('moved out: not sent')).toBeVisible();
    await screen.getByRole('button', { name: 'Copy', exact: true }).click();
    await expect.element(screen.getByRole('button', { name: 'Copied' })).toBeVisible();
    expect(copied).toHaveBeenCalledWith('first part of 3\n\nsecond part of 3');
    await screen.getByRole('button', { name: 'Hide content' }).click();
    await expect.element(screen.getByText('first part of 3')).not.toBeInTheDocument();
  });

  it('says so where the browser does not allow copying', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'));
    show([result('offload', 'KKOKKK')], { cell: { preview: '' } });
    const screen = await sideBySide();
    await screen.getByRole('button', { name: 'Show content' }).click();
    await screen.getByRole('button', { name: 'Copy', exact: true }).click();
    await expect.element(screen.getByText('The browser refused to copy')).toBeVisible();
  });
});

describe('an edited message', () => {
  const LONG = Array.from({ length: 40 }, (_, i) => `word${i}`).join(' ');

  it('shows what was cut beside what stays and what was put there; a long cut on demand', async () => {
    vi.spyOn(client, 'diff').mockResolvedValue({
      ok: true,
      value: [
        { op: 'equal', text: 'the beginning ' },
        { op: 'delete', text: LONG },
        { op: 'insert', text: '[250 tokens cut]' },
      ],
    });
    show([result('message-truncation', 'KKKKEK')]);
    const screen = await sideBySide();
    await expect.element(screen.getByText('500 → 250', { exact: true })).toBeVisible();
    await expect.element(screen.getByText('the beginning')).toBeVisible();
    const [cut, put] = ['del', 'ins'].map((tag) => screen.container.querySelector(tag)!) as [Element, Element];
    expect(put.textContent).toBe('[250 tokens cut]');
    expect(cut.textContent).toMatch(/^word0 .*….* word39$/);
    expect(cut.textContent).not.toContain('word20');
    await screen.getByRole('button', { name: 'Show all that was cut' }).click();
    await vi.waitFor(() => expect(screen.container.querySelector('del')?.textContent).toBe(LONG));
  });
});

const summary = (id: string, first: number, last: number, tokens: number): SummaryView => ({
  id,
  first,
  last,
  members: last - first + 1,
  sourceTokens: tokens,
  summarizer: 'built-in',
  masked: 0,
  generation: 1,
});
const inserted = (before: number, of: SummaryView): InsertionView => ({ before, role: 'user', tokens: 12, text: `about ${of.id}`, summary: of });

describe('summaries', () => {
  const TWO = [
    { ...summary('summary-1', 0, 1, 120), before: 2 },
    { ...summary('summary-2', 4, 4, 500), before: 6 },
  ];
  const ROW = result('middle-removal', 'SSKKSK', {
    into: Int16Array.of(0, 0, -1, -1, 1, -1),
    summaries: TWO.map((one) => ({ ...one, tokens: 12 })),
    insertions: TWO.map(({ before }) => ({ before, role: 'user' })),
  });

  beforeEach(() => {
    vi.spyOn(client, 'insertions').mockResolvedValue({ ok: true, value: TWO.map((one) => inserted(one.before, one)) });
    show([ROW]);
  });

  it('stand in cells of their own, with who wrote them, and lead to the first message that went into them', async () => {
    const screen = await sideBySide();
    const title = screen.getByRole('button', { name: /^summary 1 of #1–2 · 120 → 12 tokens/ });
    await expect.element(title).toBeVisible();
    await expect.element(screen.getByRole('button', { name: /^summary 2 of #5–5/ })).toBeVisible();
    await expect.element(screen.getByText('2 messages · written by built-in (extractive)')).toBeVisible();
    await expect.element(screen.getByText('about summary-1')).toBeVisible();
    await title.click();
    await expect.element(screen.getByRole('button', { name: /^Message 1,/, expanded: true })).toBeVisible();
  });

  it('are gone to from the messages that went into them', async () => {
    // So low that the second one is not in view.
    const screen = await sideBySide(300);
    const second = screen.getByRole('button', { name: /^summary 2 of/ });
    await expect.element(screen.getByRole('button', { name: '#1–2 → summary 1' })).toBeVisible();
    await expect.element(second).not.toBeInViewport();
    (screen.getByRole('button', { name: '#5 → summary 2' }).element() as HTMLElement).click();
    await expect.element(screen.getByRole('button', { name: /^Message 6,/ })).toBeInViewport();
  });
});

describe('markup in a transcript', () => {
  const MARKUP = '<img src=x onerror="window.__xss=1"><script>window.__xss=1</script>[x](javascript:window.__xss=1)';

  it('stays text wherever it stands', async () => {
    const written = summary('summary-1', 5, 5, 40);
    vi.spyOn(client, 'insertions').mockResolvedValue({ ok: true, value: [{ ...inserted(6, written), text: MARKUP }] });
    vi.spyOn(client, 'diff').mockResolvedValue({ ok: true, value: (['equal', 'delete', 'insert'] as const).map((op) => ({ op, text: MARKUP })) });
    vi.spyOn(client, 'full').mockImplementation(async (index) => ({
      ok: true,
      value: { index, parts: (['text', 'tool-call'] as const).map((kind) => ({ kind, label: MARKUP, text: MARKUP, tokens: 5 })) },
    }));
    const row = result('middle-removal', 'KEDOKS', {
      summaries: [{ ...written, before: 6, tokens: 12 }],
      insertions: [{ before: 6, role: 'user' }],
    });
    show([row], {
      message: { preview: MARKUP, title: MARKUP, name: MARKUP },
      cell: { preview: MARKUP, summary: { id: 'summary-1', spans: [MARKUP] } },
    });
    const screen = await sideBySide(1500);
    await screen.getByRole('button', { name: /^Message 2,/ }).click();
    await screen.getByRole('button', { name: 'Show content' }).click();
    await vi.waitFor(() => expect(screen.getByText(MARKUP).elements().length).toBeGreaterThan(15));
    for (const tag of ['del', 'ins', 'q']) expect(screen.container.querySelector(tag)?.textContent).toContain(MARKUP);
    expect(screen.container.querySelectorAll('img, script, a')).toHaveLength(0);
    expect('__xss' in window).toBe(false);
  });
});
