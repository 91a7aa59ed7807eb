/** The built page over HTTP, on this computer: nothing but what is really in the folder, wherever a symbolic link in it leads. */
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { preview } from 'vite';

const inside = (folder, file) => file === folder || file.startsWith(folder + path.sep);

/** Files that Vite's preview may answer an address with: itself, with `.html`, the index of a folder, the page for everything else. */
const answers = (folder, address) =>
  [address, `${address}.html`, path.join(address, 'index.html'), 'index.html'].map((file) => path.join(folder, file));

/** Whether everything that an address may be answered with lies in the folder, symbolic links followed; what does not exist does no harm. */
export async function staysInside(folder, address) {
  const root = await realpath(folder);
  for (const file of answers(root, address)) {
    // Before it is looked up too: whether something outside exists is nobody's business.
    if (!inside(root, file)) return false;
    const real = await realpath(file).catch(() => null);
    if (real !== null && !inside(root, real)) return false;
  }
  return true;
}

/** Answers 404 to whatever leads out of the folder that is served. */
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

/** Serves `dist/` of a folder; a busy port is answered with the next free one. Resolves to Vite's preview server. */
export function serve(root, port) {
  return preview({ root, plugins: [onlyInside], preview: { port, strictPort: false, host: 'localhost' }, logLevel: 'error' });
}
