/**
 * The built terminal program, kept warm in a thread: one run per message `{ argv, input, env }`, answered with
 * `{ status, stdout, stderr }`. For checks that ask what it prints; how it starts and ends is checked on real processes.
 */
import path from 'node:path';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { parentPort } from 'node:worker_threads';
import { root } from '../setup.mjs';

const { main } = await import(pathToFileURL(path.join(root, 'build/cli.js')).href);

parentPort.on('message', async ({ argv, input, env }) => {
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'])
    process[name].write = (chunk) => {
      texts[name] += chunk;
      return true;
    };
  Object.defineProperty(process, 'stdin', { value: Readable.from([Buffer.from(input ?? '')]), configurable: true });
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
  const status = await main(argv);
  parentPort.postMessage({ status, ...texts });
});
