/**
 * Starts a worker under the policy of its page. A worker that comes from the network has the policy of its own response, which on a static host is
 * none; one that begins as a blob has the page's, and so has the script that it imports. docs/adr/0098-the-network-is-a-document-of-its-own.md
 */
export function confined(script: string): Worker {
  const address = new URL(script, import.meta.url).href;
  const blob = URL.createObjectURL(new Blob([`import ${JSON.stringify(address)};`], { type: 'text/javascript' }));
  // Kept: a browser may read it after the worker is made.
  return new Worker(blob, { type: 'module', name: script });
}
