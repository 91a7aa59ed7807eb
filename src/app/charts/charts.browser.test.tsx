import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { ChartFrame, createView, Tip, type ViewStore, ZoomButtons } from './ChartFrame.tsx';
import { overlap } from './labels.ts';
import { pictureOf, pngOf, rowsPicture } from './picture.ts';
import { type ChartLine, LineChart } from './LineChart.tsx';
import { type ChartPoint, type Link, PointChart } from './PointChart.tsx';
import type { Range } from './scale.ts';

/** The library comes with the first chart. */
const SOON = { timeout: 20_000 };
const WHOLE: Range = [1, 200];
const rising = Float64Array.from({ length: 200 }, (_, i) => i + 1);
const LINES: readonly ChartLine[] = [
  { key: 'a', values: rising, look: 0, dash: '' },
  { key: 'b', values: rising.map((v) => 200 - v), look: 1, dash: '6 3' },
];

function Lines({ view, onPick }: { readonly view: ViewStore; readonly onPick?: (at: number, key: string | null) => void }) {
  const range = view((s) => s.range) ?? WHOLE;
  return (
    <div style={{ width: 500 }}>
      <LineChart
        label="Sizes"
        height={200}
        view={view}
        whole={WHOLE}
        range={range}
        max={250}
        lines={LINES}
        x={{ name: 'request', format: String }}
        y={{ name: 'tokens', format: String }}
        tooltip={(at) => <b>at {at}</b>}
        words={(at) => `Request ${at}: a ${rising[at - 1]}`}
        {...(onPick ? { onPick } : {})}
      />
      <ZoomButtons view={view} whole={WHOLE} />
    </div>
  );
}

const texts = (element: Element): readonly string[] => [...element.querySelectorAll('svg text')].map((text) => text.textContent ?? '');
/** Where a number of an axis is, in the page. */
const tickOf = (element: Element, text: string): DOMRect =>
  [...element.querySelectorAll('svg text')].find((one) => one.textContent === text)!.getBoundingClientRect();
const drawn = (element: Element): Promise<Element> =>
  vi.waitFor(() => {
    const svg = element.querySelector('svg');
    if (!svg?.querySelector('path')) throw new Error('not drawn yet');
    return svg;
  }, SOON);

describe('lines', () => {
  it('stand in the axes of the library: a value lies beside its tick', async () => {
    const view = createView();
    const screen = await render(<Lines view={view} />);
    const chart = screen.getByRole('slider', { name: 'Sizes' }).element();
    await drawn(chart);
    expect(texts(chart)).toEqual(expect.arrayContaining(['tokens', 'request', '0', '100', '200']));
    const lines = [...chart.querySelectorAll<SVGPathElement>('path[style*="--series-1"]')];
    expect(lines).toHaveLength(1);
    // The rising line ends at request 200, value 200.
    const end = lines[0]!.getPointAtLength(lines[0]!.getTotalLength());
    const place = new DOMPoint(end.x, end.y).matrixTransform(lines[0]!.getScreenCTM()!);
    const tick = tickOf(chart, '200');
    expect(Math.abs(place.y - (tick.top + tick.height / 2))).toBeLessThan(2);
    const under = [...chart.querySelectorAll('svg text')]
      .filter((text) => text.textContent === '100')
      .at(0)!
      .getBoundingClientRect();
    const middle = lines[0]!.getPointAtLength((lines[0]!.getTotalLength() * 99) / 199);
    const at100 = new DOMPoint(middle.x, middle.y).matrixTransform(lines[0]!.getScreenCTM()!);
    expect(Math.abs(at100.x - (under.left + under.width / 2))).toBeLessThan(2);
  });

  it('are read by keyboard, step by step and page by page, and picked with Enter', async () => {
    const view = createView();
    const onPick = vi.fn();
    const screen = await render(<Lines view={view} onPick={onPick} />);
    const chart = screen.getByRole('slider', { name: 'Sizes' });
    (chart.element() as HTMLElement).focus();
    await userEvent.keyboard('{Home}{ArrowRight}');
    await expect.element(chart).toHaveAttribute('aria-valuetext', 'Request 2: a 2');
    await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}');
    await expect.element(chart).toHaveAttribute('aria-valuenow', '22');
    await expect.element(screen.getByText('at 22')).toBeVisible();
    await userEvent.keyboard('{End}{Enter}');
    expect(onPick).toHaveBeenCalledWith(200, null);
  });

  it('zoom by keys, buttons and a brush, and back', async () => {
    const view = createView();
    const screen = await render(<Lines view={view} />);
    const chart = screen.getByRole('slider', { name: 'Sizes' });
    const all = screen.getByRole('button', { name: 'Show the whole chart' });
    await expect.element(all).toBeDisabled();
    (chart.element() as HTMLElement).focus();
    await userEvent.keyboard('+');
    await expect.element(all).toBeEnabled();
    await userEvent.keyboard('0');
    expect(view.getState().range).toBeNull();
    await screen.getByRole('button', { name: 'Zoom in' }).click();
    expect(view.getState().range![1] - view.getState().range![0]).toBeLessThan(199);
    await all.click();
    await userEvent.dragAndDrop(chart, chart, { sourcePosition: { x: 100, y: 90 }, targetPosition: { x: 300, y: 90 } });
    const [from, to] = view.getState().range!;
    expect([from > 15 && from < 35, to > 105 && to < 130]).toEqual([true, true]);
  });

  it('the pointer shows the numbers and a click picks the nearest line; hovering draws no line again', async () => {
    const view = createView();
    const onPick = vi.fn();
    const screen = await render(<Lines view={view} onPick={onPick} />);
    const chart = screen.getByRole('slider', { name: 'Sizes' });
    const svg = await drawn(chart.element());
    const before = svg.querySelector('path[style*="--series-1"]')!;
    let changes = 0;
    const observer = new MutationObserver((list) => {
      changes += list.length;
    });
    observer.observe(svg, { subtree: true, childList: true, attributes: true });
    await chart.hover({ position: { x: 100, y: 60 } });
    await expect.element(screen.getByText(/^at \d+$/)).toBeVisible();
    await chart.hover({ position: { x: 420, y: 60 } });
    expect(view.getState().hover).toBeGreaterThan(150);
    await chart.click({ position: { x: 420, y: 40 } });
    expect(onPick).toHaveBeenCalledWith(view.getState().hover, 'a');
    observer.disconnect();
    expect(changes).toBe(0);
    expect(svg.querySelector('path[style*="--series-1"]')).toBe(before);
  });
});

const POINTS: readonly ChartPoint[] = [
  { key: 'low', title: 'Low one', x: 0.1, y: 0.2, strong: false, rank: 1 },
  ...Array.from(
    { length: 8 },
    (_, i): ChartPoint => ({ key: `c${i}`, title: `Crowd ${i}`, x: 0.5 + (i % 4) * 0.03, y: 0.5 + i * 0.02, strong: false, rank: 2 }),
  ),
  { key: 'pin', title: 'Pinned one', x: 0.55, y: 0.55, strong: true, rank: 0 },
];
const axis = { range: [0, 1] as Range, ticks: [0, 0.5, 1], format: String, name: null };

function Points({ onPick, link }: { readonly onPick: (key: string) => void; readonly link: Link }) {
  return (
    <div style={{ width: 280, height: 170, display: 'flex' }}>
      <PointChart
        label="Two measures"
        points={POINTS}
        x={axis}
        y={axis}
        reach={({ strong }) => (strong ? 7 : 4.5)}
        sign={(key, x, y) => <circle data-point={key} cx={x} cy={y} r={4} />}
        words={(key) => `${key} in words`}
        under={() => null}
        notes={() => []}
        link={link}
        onPick={onPick}
      />
    </div>
  );
}

describe('points', () => {
  const view = createView();
  const keys = POINTS.map(({ key }) => key);
  const link: Link = {
    use: () => keys[view((s) => s.at) ?? -1] ?? null,
    set: (key) => view.setState({ at: key === null ? null : keys.indexOf(key) }),
  };

  it('every one is drawn, and no name covers another or a point', async () => {
    const screen = await render(<Points onPick={() => {}} link={link} />);
    const picture = screen.getByRole('img', { name: 'Two measures' }).element();
    await vi.waitFor(() => expect(picture.querySelectorAll('[data-point]')).toHaveLength(POINTS.length), SOON);
    const boxes = [...picture.querySelectorAll('g[class*="names"] text')].map((text) => text.getBoundingClientRect());
    expect(boxes.length).toBeGreaterThan(2);
    const signs = [...picture.querySelectorAll('[data-point]')].map((sign) => sign.getBoundingClientRect());
    // The browser's boxes have the height of the line; half a pixel is rounding.
    const tight = ({ left, right, top, bottom }: DOMRect) => ({ left: left + 0.5, right: right - 0.5, top: top + 1, bottom: bottom - 1 });
    for (const [i, box] of boxes.entries()) {
      expect(boxes.some((other, k) => k !== i && overlap(tight(box), tight(other)))).toBe(false);
      expect(signs.some((sign) => overlap(tight(box), tight(sign)))).toBe(false);
    }
    expect(texts(picture).some((text) => text.startsWith('Pinned one'))).toBe(true);
  });

  it('are read one after the other: the line that screen readers follow says each, Enter picks it', async () => {
    const onPick = vi.fn();
    const screen = await render(<Points onPick={onPick} link={link} />);
    const group = screen.getByRole('group', { name: '10 points' });
    const said = group.element().querySelector('[aria-live="polite"]')!;
    (group.element() as HTMLElement).focus();
    expect(said.textContent).toBe('');
    await userEvent.keyboard('{ArrowRight}');
    await vi.waitFor(() => expect(said.textContent).toBe('low in words'));
    await userEvent.keyboard('{ArrowRight}');
    await vi.waitFor(() => expect(said.textContent).toBe('c0 in words'));
    await userEvent.keyboard('{ArrowUp}');
    await vi.waitFor(() => expect(said.textContent).toBe('c1 in words'));
    await userEvent.keyboard('{End}{Enter}');
    expect(onPick).toHaveBeenCalledExactlyOnceWith('c7');
  });
});

it('the data of a chart is a table on demand', async () => {
  const screen = await render(
    <ChartFrame title="Sizes" table={() => ({ head: ['Run', 'Tokens'], rows: [['A', '1,200']] })}>
      <p>the picture</p>
    </ChartFrame>,
  );
  const button = screen.getByRole('button', { name: 'Table: Sizes' });
  await button.click();
  await expect.element(screen.getByRole('row', { name: 'A 1,200' })).toBeVisible();
  await expect.element(screen.getByText('the picture')).not.toBeInTheDocument();
  await button.click();
  await expect.element(screen.getByText('the picture')).toBeVisible();
});

describe('what is said at a place', () => {
  it('stays on a narrow page, on whichever side of the place it is', async () => {
    await page.viewport(390, 844);
    try {
      for (const x of [180, 200]) {
        const screen = await render(
          <div style={{ position: 'relative', width: 380, height: 100 }}>
            <Tip x={x} width={380}>
              {'a long sentence '.repeat(9)}
            </Tip>
          </div>,
        );
        const { left, right } = screen
          .getByText(/^a long sentence/)
          .element()
          .getBoundingClientRect();
        expect([left >= 0, right <= 390]).toEqual([true, true]);
        // Beside the place there is no room for it.
        expect(right - left).toBeGreaterThan(200);
        await screen.unmount();
      }
    } finally {
      await page.viewport(1440, 900);
    }
  });
});

describe('a picture of a chart', () => {
  it('depends on nothing in the page, and has its legend and twice its size in dots', async () => {
    const screen = await render(
      <ChartFrame
        title="Sizes <of> requests"
        note={<small data-legend>● policy</small>}
        legend={
          <ul>
            <li>rising & more</li>
          </ul>
        }
      >
        <Lines view={createView()} />
      </ChartFrame>,
    );
    const figure = screen.getByRole('figure').element() as HTMLElement;
    await drawn(screen.getByRole('slider', { name: 'Sizes' }).element());
    const picture = pictureOf(figure, 'Sizes <of> requests')!;
    expect(picture.svg).not.toMatch(/var\(|class=|style=|href|currentcolor|color\(/i);
    const read = new DOMParser().parseFromString(picture.svg, 'image/svg+xml');
    expect(read.querySelector('parsererror')).toBeNull();
    const words = [...read.querySelectorAll('text')].map((text) => text.textContent);
    expect(words).toEqual(expect.arrayContaining(['Sizes <of> requests', 'rising & more', '● policy', 'tokens', '100']));
    const line = read.querySelector('path[stroke-dasharray]')!;
    expect([line.getAttribute('fill'), line.getAttribute('stroke')]).toEqual(['none', expect.stringMatching(/^rgb/)]);
    const png = (await pngOf(picture))!;
    const head = new DataView(png.buffer);
    expect([head.getUint32(16), head.getUint32(20)]).toEqual([picture.width * 2, picture.height * 2]);
  });

  it('of rows has each with its name, below one axis and with one legend', async () => {
    const screen = await render(
      <ul>
        <li>
          <svg width={18} height={10} aria-hidden="true">
            <path d="M0 5H18" stroke="var(--bad)" />
          </svg>
          refused
        </li>
      </ul>,
    );
    const lanes = await render(
      [10, 20].map((y) => (
        <svg key={y} className="lane" width={300} height={76} aria-hidden="true">
          <path d={`M0 ${y}H300`} stroke="var(--keep)" />
        </svg>
      )),
    );
    const [a, b] = [...lanes.container.querySelectorAll<SVGSVGElement>('svg.lane')];
    const rows = [
      { name: 'A Summary <img src=x>', below: 'at 36,000', ground: 'color(srgb 1 0 0)', drawing: a! },
      { name: 'No compaction', below: '', ground: 'rgb(0, 255, 0)', drawing: b! },
    ];
    const axis = {
      name: 'request',
      ticks: [
        { x: 6, text: '1', anchor: 'start' as const },
        { x: 294, text: '79', anchor: 'end' as const },
      ],
    };
    const legend = [...screen.container.querySelectorAll('li')];
    const { svg, width, height } = rowsPicture(rows, axis, 'Context', legend)!;
    expect(svg).not.toMatch(/<img|var\(|class=|color\(/);
    const read = new DOMParser().parseFromString(svg, 'image/svg+xml');
    const words = [...read.querySelectorAll('text')].map((text) => text.textContent);
    expect(words).toEqual(['Context', 'refused', 'request', '1', '79', 'A Summary <img src=x>', 'at 36,000', 'No compaction']);
    const drawings = [...read.querySelectorAll('svg > svg')].filter((one) => one.getAttribute('height') === '76');
    const places = drawings.map((one) => [one.getAttribute('x'), one.getAttribute('y')].map(Number));
    expect([places[0]![0], places[1]![1]! - places[0]![1]!]).toEqual([places[1]![0], 76]);
    expect(places[0]![0]! + 300 + 12).toBe(width);
    expect(places[1]![1]! + 76 + 12).toBe(height);
    const grounds = [...read.querySelectorAll('svg > rect')].slice(1).map((one) => one.getAttribute('fill'));
    expect(grounds).toEqual(['rgba(255, 0, 0, 1.000)', 'rgb(0, 255, 0)']);
    // Nothing is drawn, nothing is saved.
    expect(rowsPicture([], axis, 'Context', legend)).toBeNull();
  });
});
