/** Serves the built page over HTTP, on this computer only: nothing outside the folder, even through symbolic links. */
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { preview } from 'vite';

const inside = (folder, file) => file === folder || file.startsWith(folder + path.sep);

/** Files that Vite's preview may return for a URL: the file itself, with `.html`, the index of a folder, the page for everything else. */
const answers = (folder, address) =>
  [address, `${address}.html`, path.join(address, 'index.html'), 'index.html'].map((file) => path.join(folder, file));

/** Whether everything that a URL may return is inside the folder, symbolic links followed; missing files do no harm. */
export async function staysInside(folder, address) {
  const root = await realpath(folder);
  for (const file of answers(root, address)) {
    // Checked before the look-up too, so that nobody learns whether a file outside exists.
    if (!inside(root, file)) return false;
    const real = await realpath(file).catch(() => null);
    if (real !== null && !inside(root, real)) return false;
  }
  return true;
}

/** Answers 404 to any URL that leads out of the folder. */
const onlyInside = {
  name: 'only-inside',
  configurePreviewServer(server) {
    const { root, build } = server.config;
    const folder = path.resolve(root, build.outDir);
    server.middlewares.use((request, response, next) => {
      let address;
      try {
        address = decodeURIComponent((request.url ?? '/').replace(/[?#].*$/s, ''));
      } catch {
        response.writeHead(400).end();
        return;
      }
      // Backslashes part folders on Windows.
      staysInside(folder, address.replaceAll('\\', '/')).then((stays) => (stays ? next() : response.writeHead(404).end()), next);
    });
  },
};

/** Serves `dist/` of a folder; if the port is busy, the next free one. Resolves to Vite's preview server. */
export function serve(root, port) {
  return preview({ root, plugins: [onlyInside], preview: { port, strictPort: false, host: 'localhost' }, logLevel: 'error' });
}
