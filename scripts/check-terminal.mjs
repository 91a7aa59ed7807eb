/**
 * The terminal program as a person runs it: output, exit codes, samples, shared transcripts of known formats, hostile files, models that fail,
 * Ctrl C. `check` is of every day; `deep` runs with `DEEP=1` (`npm run test:deep`) too. No check looks at the time that something takes. The
 * counts go to .cache/terminal.json for `npm test`.
 * `node scripts/check-terminal.mjs 'Ctrl C'` runs only the checks with these words in their name.
 */
import './terminal/compare.mjs';
import './terminal/use.mjs';
import './terminal/replay.mjs';
import './terminal/compact.mjs';
import './terminal/tune.mjs';
import { server } from './terminal/models.mjs';
import './terminal/interrupts.mjs';
import './terminal/corpora.mjs';
import { finish } from './terminal/harness.mjs';

const failed = await finish();
await server.close();
process.exit(failed ? 1 : 0);
