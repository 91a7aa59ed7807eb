import { describe, expect, it } from 'vitest';
import { checkProducts, isEqual, readConversation, readRecording, type Recording } from './testing/check.ts';
import { PRODUCTS } from './index.ts';
import type { ChatMessage } from './shared/chat.ts';
import { defineProduct, keeping, messages as messagesParam, type Peer, type Product, type Values } from './shared/product.ts';
import { spelled } from './testing/spelled.ts';

/** Keeps the newest. */
const newest = (peers: Readonly<Record<string, Peer<{ keep: number }>>>): Product =>
  defineProduct<{ keep: number }>({
    id: 'newest',
    source: { product: 'Newest', where: 'nowhere', evidence: 'checked' },
    peers,
    params: { keep: messagesParam(2) },
    compact: (messages, { keep }, window) => {
      if (window < 10) throw new Error('window');
      return keeping(messages, (i) => i >= messages.length - keep);
    },
  });

const recording = (peer: string, kept: readonly number[], dropped: readonly number[], file = 'a.json'): Recording => ({
  peer,
  conversations: new Map([[file, { n: kept.length + dropped.length, kept, modified: [], dropped }]]),
});

const four = (file: string): readonly ChatMessage[] | undefined => (file === 'a.json' ? spelled('s u a u') : undefined);

describe('products against recordings', () => {
  it('are run with the parameters that the recording was made with', () => {
    const checked = checkProducts([recording('new', [2, 3], [0, 1]), recording('new@3', [1, 2, 3], [0])], four, [
      newest({ new: {}, 'new@3': { params: { keep: 3 } } }),
    ]);
    expect(checked).toEqual({
      peers: ['new', 'new@3'].map((peer) => ({ peer, preset: 'newest', files: 1, equal: 1, differences: [], notCompared: [] })),
      unmapped: [],
    });
    expect(isEqual(checked)).toBe(true);
  });

  it('differ by message: each stands in the list of what ours makes of it', () => {
    const checked = checkProducts([recording('new', [0, 3], [1, 2])], four, [newest({ new: {} })]);
    expect(checked.peers[0]).toMatchObject({ files: 1, equal: 0, differences: [{ file: 'a.json', kept: [2], modified: [], dropped: [0] }] });
    expect(isEqual(checked)).toBe(false);
  });

  it('may differ where the product says why, in the conversation that it names', () => {
    const of = (file: string) =>
      checkProducts([recording('new', [0], [1, 2, 3])], four, [newest({ new: { differs: { [file]: 'a flaw of theirs' } } })]);
    expect(of('a.json').peers[0]!.differences).toMatchObject([{ reason: 'a flaw of theirs' }]);
    expect(isEqual(of('a.json'))).toBe(true);
    expect(isEqual(of('b.json'))).toBe(false);
  });

  it('differ where the conversation has another length, and where ours fails', () => {
    expect(checkProducts([recording('new', [2], [0, 1])], four, [newest({ new: {} })]).peers[0]!.differences).toEqual([
      { file: 'a.json', kept: [2, 3], modified: [], dropped: [0, 1], error: '4 messages here, 3 in the recording' },
    ]);
    expect(checkProducts([recording('new', [2, 3], [0, 1])], four, [newest({ new: { window: 9 } })]).peers[0]!.differences).toEqual([
      { file: 'a.json', kept: [], modified: [], dropped: [], error: 'ours failed: window' },
    ]);
  });

  it('are not asked about conversations that are not there, nor where the published code failed', () => {
    const read = readRecording(JSON.stringify({ peer: 'new', conversations: { 'a.json': { n: 4, error: 'boom' }, 'b.json': {} } }));
    expect(read).toEqual({ ok: false, error: 'b.json: expected n, keptIndices, modifiedIndices and droppedIndices' });
    const failed: Recording = { peer: 'new', conversations: new Map([['a.json', null]]) };
    for (const one of [failed, recording('new', [0], [], 'b.json')])
      expect(checkProducts([one], four, [newest({ new: {} })]).peers[0]).toMatchObject({
        files: 0,
        equal: 0,
        notCompared: [...one.conversations.keys()],
      });
    const text = JSON.stringify({ peer: 'new', conversations: { 'a.json': { n: 4, error: 'boom' } } });
    expect(readRecording(text)).toEqual({ ok: true, value: failed });
  });

  it('leaves recordings that no product answers to, by name', () => {
    expect(checkProducts([recording('constructor', [0], [])], four)).toEqual({ peers: [], unmapped: ['constructor'] });
  });

  it('no two products answer to one recording; all that were checked answer to one, those that were read to none', () => {
    const peers = PRODUCTS.flatMap((product) => Object.keys(product.peers ?? {}));
    expect(new Set(peers).size).toBe(peers.length);
    for (const { id, source, peers: own = {} } of PRODUCTS) expect(Object.keys(own).length > 0, id).toBe(source.evidence === 'checked');
  });

  it('every setting names parameters that its product has', () => {
    for (const { id, defaults, peers = {} } of PRODUCTS)
      for (const { params = {} } of Object.values(peers))
        for (const [name, value] of Object.entries(params)) expect(typeof defaults[name], `${id}: ${name}`).toBe(typeof value);
  });
});

describe('a conversation as recordings read it', () => {
  const read = (value: unknown) => readConversation(JSON.stringify(value));

  it('keeps index, id and text of every message', () => {
    expect(
      read({
        messages: [
          { role: 'user', content: [{ type: 'text', text: 'look' }, { type: 'image_url', image_url: { url: 'x' } }, 'here'] },
          { role: 'assistant', content: null, reasoning: 'hm', tool_calls: [{ id: 'a', function: { name: 'read', arguments: '{"x":1}' } }] },
          { role: 'tool', tool_call_id: 'a', content: 'found' },
          { role: 'tool', tool_call_id: 'b', content: 'lost' },
        ],
      }),
    ).toEqual({
      ok: true,
      value: [
        { role: 'user', text: 'look\n\nhere', calls: [], images: 0 },
        { role: 'assistant', text: '', calls: [{ id: 'a', name: 'read', args: '{"x":1}' }], images: 0 },
        { role: 'tool', text: 'found', calls: [], images: 0, callId: 'a', tool: 'read' },
        { role: 'tool', text: 'lost', calls: [], images: 0, callId: 'b' },
      ],
    });
  });

  it('may be empty, or hold values of any kind', () => {
    expect(read([])).toEqual({ ok: true, value: [] });
    const odd = [
      { role: 'assistant', content: 7, tool_calls: { a: 1 } },
      { role: 'tool' },
      { role: 'assistant', tool_calls: [null, { function: 3 }] },
    ];
    expect(read(odd)).toEqual({
      ok: true,
      value: [
        { role: 'assistant', text: '', calls: [], images: 0 },
        { role: 'tool', text: '', calls: [], images: 0, callId: '', tool: '' },
        { role: 'assistant', text: '', calls: [{ id: '', name: '', args: '' }], images: 0 },
      ],
    });
  });

  it('is refused where it is none', () => {
    const expected = 'expected a JSON list of chat messages, or an object with "messages"';
    for (const text of ['', '{', '7', 'null', '{}', '{"messages":{}}']) expect(readConversation(text)).toEqual({ ok: false, error: expected });
    expect(read([{ role: 'user' }, { role: 'constructor' }])).toEqual({
      ok: false,
      error: 'message 1: expected a role of system, user, assistant, tool',
    });
  });

  it('is compacted by every product, however odd', () => {
    const call = (id: string, args: unknown) => ({ id, function: { name: 'read', arguments: args } });
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const odd = [
      { role: 'tool', tool_call_id: 'x', content: 'before every call' },
      { role: 'assistant', content: '', tool_calls: [call('a', deep), call('a', '{'), call('', 'null'), call('__proto__', { k: 1 })] },
      { role: 'tool', tool_call_id: '__proto__', content: '\ud800' },
      { role: 'tool', tool_call_id: 'a', content: '' },
      { role: 'tool', tool_call_id: 'a', content: 'twice' },
      { role: 'assistant' },
      { role: 'system', content: 'late' },
    ];
    const many = Array.from({ length: 40 }, () => odd).flat();
    for (const list of [[], odd.slice(0, 1), odd, many]) {
      const conversation = read(list);
      if (!conversation.ok) throw new Error(conversation.error);
      for (const product of PRODUCTS)
        for (const { params, window = 200_000 } of [{}, ...Object.values(product.peers ?? {})] as Peer[])
          expect(product.compact(conversation.value, { ...product.defaults, ...params } as Values, window).fates, product.id).toHaveLength(
            list.length,
          );
    }
  });
});
