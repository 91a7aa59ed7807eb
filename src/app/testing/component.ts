/** Before every component test: the page's style, the words of every part, and no engine: what a component asks stays unanswered. */
import { afterEach } from 'vitest';
import { cleanup } from 'vitest-browser-react';
import '../theme/tokens.css';
import '../theme/base.css';
import '../theme/shared.css';
import '../../i18n/en/engine.ts';
import '../../i18n/en/loss.ts';
import '../../i18n/en/replay-page.ts';

/** Takes everything and answers nothing. */
class SilentWorker extends EventTarget {
  readonly postMessage = (): void => {};
  readonly terminate = (): void => {};
}

Object.assign(globalThis, { Worker: SilentWorker });
document.documentElement.dataset.theme = 'light';

// Files share their modules, so the library cleans up for the first file only.
afterEach(cleanup);
