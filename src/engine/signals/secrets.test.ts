import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deep } from '../testing/scale.ts';
import { signsOf } from './facts/fact-commands.ts';
import { anyCase, codesOf, findSecrets, maskSecrets, type Needle, Needles, type SecretKind } from './secrets.ts';

/** Random-looking characters; keys are put together here so that no line of this file looks like one. */
const random = (length: number, alphabet = 'aB3dE5gH7jK9mN1pQ2rS4tU6vW8xYz0'): string =>
  Array.from({ length }, (_, i) => alphabet[(i * 7 + 3) % alphabet.length]).join('');
const hex = (length: number): string => random(length, '0a1b2c3d4e5f6789');
const begin = '-----BEGIN ';

const EXAMPLES: readonly (readonly [SecretKind, string])[] = [
  ['openai-key', `sk-proj-${random(48)}`],
  ['openai-key', `sk-${hex(32)}`],
  ['anthropic-key', `sk-ant-api03-${random(90)}`],
  ['google-key', `AIza${random(35)}`],
  ['aws-key', 'AKIAIOSFODNN7EXAMPLE'],
  ['github-token', `ghp_${random(36)}`],
  ['github-token', `github_pat_${random(60)}`],
  ['gitlab-token', `glpat-${random(20)}`],
  ['slack-token', `xoxb-${random(12, '0123456789')}-${random(24)}`],
  ['stripe-key', `sk_live_${random(24)}`],
  ['npm-token', `npm_${random(36)}`],
  ['hugging-face-token', `hf_${random(34)}`],
  ['api-key', `gsk_${random(52)}`],
  ['api-key', `SG.${random(22)}.${random(43)}`],
  ['json-web-token', `eyJ${random(20)}.eyJ${random(60)}.${random(43)}`],
];

describe('findSecrets', () => {
  test.each(EXAMPLES)('%s alone, in a sentence, in JSON, in Chinese', (kind, key) => {
    for (const [before, after] of [
      ['', ''],
      ['the key ', ' is here'],
      ['{"a":"', '"}'],
      ['密钥是', '。'],
    ] as const) {
      const found = findSecrets(before + key + after);
      expect(found).toEqual([{ kind, start: before.length, end: before.length + key.length }]);
    }
  });

  test.each([
    ['bearer-token', 'Authorization: Bearer ', random(40)],
    ['bearer-token', '"authorization": "Basic ', random(24)],
    ['password', 'password = "', 'hunter2-hunter2'],
    ['password', '{\\"api_key\\": \\"', random(20)],
    ['password', 'DB_PASSWORD=', 'correct-horse-7'],
    ['password', 'SECRET_KEY: ', 'k3rnel-of-truth'],
    ['password', 'postgres://app:', 's3cretPw'],
    ['aws-key', 'aws_secret_access_key = ', random(40)],
    ['azure-key', 'AccountName=x;AccountKey=', `${random(86)}==`],
    ['slack-token', 'https://hooks.slack.com/services/', `T0000AAAA1/B0000BBBB2/${random(24)}`],
    ['api-key', '123456789:', `AA${random(33)}`],
  ] as const)('%s: only the secret part of "%s…"', (kind, before, secret) => {
    const after = before.startsWith('postgres') ? '@db/app' : before.includes('"') ? (before.includes('\\"') ? '\\"}' : '"') : ' ';
    expect(findSecrets(before + secret + after)).toEqual([{ kind, start: before.length, end: before.length + secret.length }]);
  });

  test('private keys with and without an end, also inside JSON', () => {
    const body = `\n${random(64)}\n${random(64)}\n`;
    const whole = `${begin}RSA PRIVATE KEY-----${body}-----END RSA PRIVATE KEY-----`;
    expect(findSecrets(`a ${whole} b`)).toEqual([{ kind: 'private-key', start: 2, end: 2 + whole.length }]);
    const encrypted = `${begin}RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n${body}-----END RSA PRIVATE KEY-----`;
    expect(maskSecrets(encrypted)).toEqual({ text: '[private-key]', masked: 1 });
    expect(maskSecrets(`${begin}PRIVATE KEY-----${body}`).text).not.toContain(random(64));
    expect(maskSecrets(JSON.stringify({ key: whole }))).toEqual({ text: '{"key":"[private-key]"}', masked: 1 });
    expect(maskSecrets(`${begin}PUBLIC KEY-----${body}-----END PUBLIC KEY-----`).masked).toBe(0);
  });

  test.each([
    'sk-loading-indicator-wrapper',
    'the task-force and the risk-assessment-committee',
    '"password": "Password"',
    'password = "process.env.PASSWORD"',
    'API_KEY=your_key_here',
    'API_KEY: changeme-2024',
    'KEY: a-name-without-digits',
    'ANTHROPIC_API_KEY=sk-ant-...',
    'TOKEN=$GITHUB_TOKEN',
    'MAX_TOKENS=128000000',
    'token = parser.next_token()',
    'https://example.com:8080/path?x=1',
    'Bearer authentication is required',
    'a1b2c3d4e5f6a7b8c9d0e1f2a3b4c5d6e7f8a9b0',
    'person@example.com',
  ])('nothing in %j', (text) => {
    expect(findSecrets(text)).toEqual([]);
  });

  test('e-mail addresses by choice', () => {
    const text = 'Write to first.last+tag@mail.example.org, or not.';
    expect(findSecrets(text, { emails: true }).map(({ start, end }) => text.slice(start, end))).toEqual(['first.last+tag@mail.example.org']);
  });

  test.each([
    'npm i package@0.1.0 now',
    '@scope/name@1.2.3',
    'name@v1.2.3',
    'name@1.2.3-beta.two and name@1.2-rc',
    'https://packages.example.org/name/-/name@10.0.1.tgz',
    'icon@2x.png',
    'root@192.168.0.1',
    'name@latest',
    '@media.screen',
  ])('no e-mail address in %j', (text) => {
    expect(findSecrets(text, { emails: true })).toEqual([]);
  });

  test.each(['a@b.io', 'me@163.com', 'x_1%y@sub.1und1.de', 'who@xn--80ak6aa92e.com', 'ann@2x.example.org', 'v1.2@3com.com'])(
    'the e-mail address %s',
    (address) => {
      for (const [before, after] of [
        ['', ''],
        ['<', '>'],
        ['%22', '%22'],
        ['mailto:', '?x'],
        ['"', '",'],
      ] as const) {
        const found = findSecrets(before + address + after, { emails: true });
        expect(found).toEqual([{ kind: 'e-mail', start: before.length, end: before.length + address.length }]);
      }
    },
  );

  test.each(EXAMPLES)('%s behind an escaped character', (kind, key) => {
    for (const before of ['%22', '%3D', '%3d', '{\\n', '\\t', '\\u0022', 'a%20', '\\"']) {
      const text = `x${before}${key}" y`;
      expect(findSecrets(text)).toEqual([{ kind, start: 1 + before.length, end: 1 + before.length + key.length }]);
    }
  });

  test.each(['%2', '%zz', 'n', 'u0022', 'x22', '100'])('behind %j a key is a part of a longer word', (before) => {
    expect(findSecrets(`${before}ghp_${random(36)}`)).toEqual([]);
  });

  test('in order and apart; masking leaves none and changes nothing else', () => {
    const piece = fc.constantFrom(
      ...EXAMPLES.map(([, key]) => key),
      ' ',
      '\n',
      '"',
      'password="',
      'Bearer ',
      'words of a text',
      '://u:',
      '@',
      `${begin}PRIVATE KEY-----`,
      '=',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        const found = findSecrets(text, { emails: true });
        let at = 0;
        let kept = '';
        for (const { start, end } of found) {
          expect(start).toBeGreaterThanOrEqual(at);
          expect(end).toBeGreaterThan(start);
          kept += text.slice(at, start);
          at = end;
        }
        const { text: safe, masked } = maskSecrets(text, { emails: true });
        expect(masked).toBe(found.length);
        expect(safe.replaceAll(/\[[a-z-]+\]/g, '')).toBe(kept + text.slice(at));
      }),
    );
  });

  test.each([
    `${begin}PRIVATE KEY-----`,
    'eyJaaaaaaaaaaaa.',
    'eyJaaaaaaaaaaaa-',
    'a',
    '0',
    'a.',
    'a@',
    'a-',
    'password=',
    '://a:',
    'Bearer ',
    'KEY=',
    'sk-',
    '%22',
    '%22ghp_',
    '\\u0022',
    '\\n',
    'a@1.',
    'a@b.c',
    '中',
    '=',
    '.',
  ])('many characters of %j end at once', (piece) => {
    const text = piece.repeat((deep ? 1_000_000 : 200_000) / piece.length);
    for (const { end } of findSecrets(text, { emails: true })) expect(end).toBeLessThanOrEqual(text.length);
  });
});

function found(needles: readonly Needle[], text: string): string[] {
  const places: string[] = [];
  new Needles(needles).scan(codesOf(text), text.length, (needle, start) => places.push(`${needle}@${start}`));
  return places;
}

test('every needle is found where it ends, overlapping ones too', () => {
  expect(found([anyCase('error'), [...'or']], 'An ERROR or')).toEqual(['0@3', '1@9']);
  expect(found([['45', '0123456789', '0123456789', ' ']], '404 and 4503 x')).toEqual(['0@0', '0@9']);
  expect(found([[...'aa'], [...'aaa']], 'aaaa')).toEqual(['0@0', '1@0', '0@1', '1@1', '0@2']);
});

test('any needles, any text: as looked for one by one', () => {
  const small = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '中'), minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(
      fc.uniqueArray(small, { minLength: 1, maxLength: 6 }),
      fc.string({ unit: fc.constantFrom('a', 'b', 'c', '中', 'x'), maxLength: 60 }),
      (words, text) => {
        const wanted = words.flatMap((word, k) => [...text].flatMap((_, at) => (text.startsWith(word, at) ? [`${k}@${at}`] : [])));
        expect(
          found(
            words.map((word) => [...word]),
            text,
          ).sort(),
        ).toEqual(wanted.sort());
      },
    ),
  );
});

test('signs of failures, exit codes, decisions, prompts and tags', () => {
  const of = (text: string) => signsOf(text, codesOf(text));
  expect(of('e: file x\nno e: file, exited, reexit, 504 Bad').failures).toEqual([0, 22, 38]);
  expect(of('状态退出码 1').exit).toBe(2);
  expect(of('preexit 1').exit).toBe(-1);
  expect(of('we use a instead of b').decision).toBe(9);
  expect(of('$ ls <bash>')).toMatchObject({ prompt: true, tag: true });
  expect(of('nothing of all this')).toEqual({ failures: [], exit: -1, decision: -1, prompt: false, tag: false });
});
