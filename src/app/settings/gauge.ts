/** Positions of the gauge's marks and labels. Pure: text widths are passed in. */

export interface GaugeInput {
  /** Width of the gauge, px. */
  readonly width: number;
  readonly tokens: number;
  readonly window: number;
  /** Share of the window, 0–1. */
  readonly trigger: number;
  /** Target in tokens. */
  readonly target: number;
}

export interface Label {
  readonly name: 'target' | 'trigger' | 'now' | 'window' | 'over';
  /** Left edge, px. */
  readonly left: number;
  /** Without its word if there was no room for both. */
  readonly short: boolean;
}

export interface GaugeModel {
  /** Tokens of the whole track: the window, or the tokens in use if they are more. */
  readonly span: number;
  /** All in px. */
  readonly used: number;
  readonly windowEnd: number;
  readonly trigger: number;
  readonly target: number;
  /** Tokens over the window; 0 when it fits. */
  readonly over: number;
  readonly above: readonly Label[];
  readonly below: readonly Label[];
}

/** Width of a label in px; `short` = without its word. */
export type Measure = (name: Label['name'], short: boolean) => number;

const GAP = 4;

/**
 * Two labels in one line, each at its preferred position if possible. The second has priority: the first loses its word, then both move.
 */
function pair(first: { name: Label['name']; at: number }, second: { name: Label['name']; at: number }, width: number, measure: Measure): Label[] {
  const place = (name: Label['name'], at: number, short: boolean) => {
    const w = measure(name, short);
    return { name, short, w, left: Math.min(Math.max(0, at - w / 2), Math.max(0, width - w)) };
  };
  const strong = place(second.name, second.at, false);
  let weak = place(first.name, first.at, false);
  const touch = () => weak.left < strong.left + strong.w + GAP && strong.left < weak.left + weak.w + GAP;
  if (touch()) weak = place(first.name, first.at, true);
  let { left: weakLeft } = weak;
  let { left: strongLeft } = strong;
  if (touch()) {
    // Side by side in the order of their marks; a label that leaves the gauge on one side pushes the other.
    if (first.at <= second.at) {
      weakLeft = Math.max(0, strong.left - GAP - weak.w);
      strongLeft = Math.max(strong.left, weakLeft + weak.w + GAP);
    } else {
      weakLeft = Math.min(width - weak.w, strong.left + strong.w + GAP);
      strongLeft = Math.min(strong.left, weakLeft - GAP - strong.w);
    }
  }
  return [
    { name: first.name, left: weakLeft, short: weak.short },
    { name: second.name, left: strongLeft, short: false },
  ];
}

export function gaugeModel({ width, tokens, window, trigger, target }: GaugeInput, measure: Measure): GaugeModel {
  const span = Math.max(window, tokens, 1);
  const x = (value: number) => Math.min(width, (value / span) * width);
  const over = Math.max(0, tokens - window);
  const marks = { used: x(Math.min(tokens, window)), windowEnd: x(window), trigger: x(trigger * window), target: x(Math.min(target, span)) };
  const windowLabel: Label = { name: 'window', left: width - measure('window', false), short: false };
  return {
    span,
    ...marks,
    over,
    above: pair({ name: 'target', at: marks.target }, { name: 'trigger', at: marks.trigger }, width, measure),
    below: over
      ? pair({ name: 'now', at: 0 }, { name: 'over', at: width }, width, measure)
      : [{ name: 'now', left: 0, short: measure('now', false) + GAP > windowLabel.left }, windowLabel],
  };
}
