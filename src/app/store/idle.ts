/**
 * Says on the root element whether the page is at rest: `data-idle` stands there while no call is unanswered, no timer will send one, and what a
 * person did last is drawn.
 */
const root = typeof document === 'undefined' ? null : document.documentElement;

interface TaskScheduler {
  postTask(work: () => void, options: { readonly priority: 'background' }): Promise<unknown>;
}
const { scheduler } = globalThis as { readonly scheduler?: TaskScheduler };

let open = 0;
let behind = 0;
/** Counts what happened, so that a rest that was planned before is no rest. */
let turn = 0;

function settle(): void {
  const mine = turn;
  const rest = (): void => {
    if (mine === turn && open === behind) root?.setAttribute('data-idle', open > 0 ? 'measuring' : '');
  };
  // After the frame that draws what came last, and after React's own tasks. An idle callback can wait for seconds on a page that keeps drawing.
  requestAnimationFrame(() => (scheduler ? void scheduler.postTask(rest, { priority: 'background' }) : setTimeout(rest)));
}

function stir(): void {
  turn += 1;
  if (root === null) return;
  root.removeAttribute('data-idle');
  if (open === behind) settle();
}

export function begin(background = false): () => void {
  open += 1;
  if (background) behind += 1;
  stir();
  let ended = false;
  return () => {
    if (ended) return;
    ended = true;
    open -= 1;
    if (background) behind -= 1;
    stir();
  };
}

export function during<T>(promise: Promise<T>): Promise<T> {
  const end = begin();
  promise.then(end, end);
  return promise;
}

export function soon(work: () => void, ms: number, background = false): () => void {
  const end = begin(background);
  const timer = setTimeout(() => {
    work();
    end();
  }, ms);
  return () => {
    clearTimeout(timer);
    end();
  };
}

const INPUTS = ['pointerdown', 'pointerup', 'click', 'keydown', 'input', 'change', 'wheel', 'paste', 'drop', 'resize', 'hashchange', 'popstate'];
for (const event of INPUTS) globalThis.addEventListener?.(event, stir, { capture: true, passive: true });
