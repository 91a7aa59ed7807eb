#!/usr/bin/env node
/** The command of the package: `npx compaction-playground compare FILE`. An older Node is told so before it meets syntax that it cannot read. */
import process from 'node:process';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major > 20 || (major === 20 && minor >= 19)) {
  const [{ main }, { INTERRUPTED }] = await Promise.all([import('./main.ts'), import('./progress.ts')]);
  const code = await main(process.argv.slice(2), true);
  process.exitCode = code;
  // After Ctrl C nothing that is still open keeps the command; what was written arrives first.
  if (code === INTERRUPTED) process.stdout.write('', () => process.exit(code));
} else {
  process.stderr.write(`compaction-playground needs Node 20.19 or newer; this is ${process.versions.node}.\n`);
  process.exitCode = 2;
}
