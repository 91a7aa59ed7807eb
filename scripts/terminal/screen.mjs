/**
 * The built terminal program with standard error as on a terminal, whatever it is: for checks of what stands there. With FAST_CLOCK a second is
 * over after ten milliseconds: progress comes at once, on a fast machine too.
 */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../setup.mjs';

process.stderr.isTTY = true;
if (process.env.FAST_CLOCK) {
  const real = performance.now.bind(performance);
  performance.now = () => real() * 100;
}
const { main } = await import(pathToFileURL(path.join(root, 'build/cli.js')).href);
process.exitCode = await main(process.argv.slice(2));
