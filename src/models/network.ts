/**
 * Requests of a worker that only the page can send: page and workers may ask for nothing but the site itself, and the page has a document whose
 * policy allows one endpoint (docs/adr/0098-the-network-is-a-document-of-its-own.md).
 */

export interface Network {
  open(id: number, url: string, init: NetworkInit): Promise<NetworkHead>;
  /** The next bytes of the answer; null at its end; a text = why it broke off. */
  read(id: number): Promise<Uint8Array | string | null>;
  close(id: number): unknown;
}

export interface NetworkInit {
  readonly method: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string | null;
}

export type NetworkHead =
  | { readonly ok: true; readonly status: number; readonly headers: readonly (readonly [string, string])[] }
  | { readonly ok: false; readonly message: string };

let requests = 0;

const BARE: ReadonlySet<number> = new Set([101, 103, 204, 205, 304]);

export function fetchThrough(network: Network): typeof fetch {
  return async (input, init) => {
    const { url, method, headers } = new Request(input, init);
    const id = ++requests;
    const body = typeof init?.body === 'string' ? init.body : null;
    const close = (): void => void network.close(id);
    init?.signal?.addEventListener('abort', close, { once: true });
    const head = await network.open(id, url, { method, headers: [...headers], body });
    if (!head.ok) throw new TypeError(head.message);
    const { status } = head;
    const answer = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const bytes = await network.read(id);
        if (bytes === null) controller.close();
        else if (typeof bytes === 'string') controller.error(new TypeError(bytes));
        else controller.enqueue(bytes);
      },
      cancel: close,
    });
    return new Response(BARE.has(status) ? null : answer, { status, headers: head.headers.map(([name, value]): [string, string] => [name, value]) });
  };
}
