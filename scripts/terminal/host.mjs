/**
 * The built terminal program. In a thread it is kept warm: one run per message `{ argv, input, env, interruptAt }`, answered with
 * `{ status, stdout, stderr }`. As a process it is on a terminal, whatever standard error is.
 */
import path from 'node:path';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { isMainThread, parentPort } from 'node:worker_threads';
import { root } from '../setup.mjs';

const { main } = await import(pathToFileURL(path.join(root, 'build/cli.js')).href);
const now = performance.now.bind(performance);

/** Standard error as on a terminal. Each look at the clock is a second later: all progress is said, however fast the machine. */
function onTerminal(is) {
  process.stderr.isTTY = is;
  // Whole milliseconds: a rounding error would make a second too short.
  let time = Math.round(now());
  performance.now = is ? () => (time += 1000) : now;
}

async function run({ argv, input, env, interruptAt = null }) {
  const texts = { stdout: '', stderr: '' };
  let awaited = interruptAt;
  for (const name of ['stdout', 'stderr'])
    process[name].write = (chunk) => {
      texts[name] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('latin1');
      if (!awaited?.test(texts[name])) return true;
      awaited = null;
      return process.emit('SIGINT');
    };
  Object.defineProperty(process, 'stdin', { value: Readable.from([Buffer.from(input ?? '')]), configurable: true });
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
  onTerminal(interruptAt !== null);
  const status = await main(argv);
  return { status, interrupted: interruptAt !== null && awaited === null, ...texts };
}

if (isMainThread) {
  onTerminal(true);
  process.exitCode = await main(process.argv.slice(2));
} else parentPort.on('message', async (message) => parentPort.postMessage(await run(message)));
