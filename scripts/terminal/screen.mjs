/** The built terminal program with standard error as on a terminal, whatever it is: for checks of what stands there. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../setup.mjs';

process.stderr.isTTY = true;
const { main } = await import(pathToFileURL(path.join(root, 'build/cli.js')).href);
process.exitCode = await main(process.argv.slice(2));
