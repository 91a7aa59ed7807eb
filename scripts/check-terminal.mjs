/**
 * The terminal program as a person runs it (`npm run -s …`): output, exit codes, every sample, every shared transcript of a
 * known format, and hostile files. Each case is one check; the counts go to .cache/terminal.json for `npm test`. Without
 * `DEEP=1` (`npm run test:deep`) one file under 1 MB of each format, every fourth hostile file and every third way in which a model fails.
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
