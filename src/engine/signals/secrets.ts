/**
 * Secrets by their published shapes: finds what must not leave a transcript unseen. No shape finds every secret, so what
 * the page says is "found", never "none". Every expression is bounded: linear on any input.
 */

export const SECRET_KINDS = [
  'private-key',
  'openai-key',
  'anthropic-key',
  'google-key',
  'aws-key',
  'github-token',
  'gitlab-token',
  'slack-token',
  'stripe-key',
  'npm-token',
  'hugging-face-token',
  'json-web-token',
  'bearer-token',
  'password',
  'e-mail',
] as const;
export type SecretKind = (typeof SECRET_KINDS)[number];

export interface Secret {
  readonly kind: SecretKind;
  /** UTF-16 offsets. */
  readonly start: number;
  readonly end: number;
}

/** `group` = the part that is secret; the words around it stay readable. */
interface Shape {
  readonly kind: SecretKind;
  readonly pattern: RegExp;
  readonly group?: number;
}

const SHAPES: readonly Shape[] = [
  { kind: 'private-key', pattern: /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[^-]{0,8000}(?:-----END [A-Z ]{0,30}PRIVATE KEY-----)?/g },
  { kind: 'anthropic-key', pattern: /\bsk-ant-[A-Za-z0-9_-]{16,200}/g },
  { kind: 'openai-key', pattern: /\bsk-(?!ant-)(?:proj-|svcacct-|admin-)?[A-Za-z0-9_-]{20,200}/g },
  { kind: 'google-key', pattern: /\bAIza[0-9A-Za-z_-]{35}(?![0-9A-Za-z_-])/g },
  { kind: 'aws-key', pattern: /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g },
  { kind: 'github-token', pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{22,255})/g },
  { kind: 'gitlab-token', pattern: /\bglpat-[A-Za-z0-9_-]{20,64}/g },
  { kind: 'slack-token', pattern: /\bxox[abeoprs]-[A-Za-z0-9-]{10,250}/g },
  { kind: 'stripe-key', pattern: /\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,120}/g },
  { kind: 'npm-token', pattern: /\bnpm_[A-Za-z0-9]{36}\b/g },
  { kind: 'hugging-face-token', pattern: /\bhf_[A-Za-z0-9]{30,64}\b/g },
  { kind: 'json-web-token', pattern: /\beyJ[A-Za-z0-9_-]{10,4000}\.eyJ[A-Za-z0-9_-]{10,4000}\.[A-Za-z0-9_-]{5,4000}/g },
  { kind: 'bearer-token', pattern: /\b[Bb]earer\s{1,4}([A-Za-z0-9._~+/=-]{20,2000})/g, group: 1 },
  { kind: 'password', pattern: /\b(?:password|passwd|pwd|secret|api[_-]?key|access[_-]?token)["']?\s{0,3}[:=]\s{0,3}["']([^"'\s]{8,200})["']/gi, group: 1 },
  { kind: 'password', pattern: /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@]{1,80}:([^\s/@]{3,120})@/gi, group: 1 },
];

const EMAIL: Shape = { kind: 'e-mail', pattern: /\b[A-Za-z0-9][A-Za-z0-9._%+-]{0,63}@[A-Za-z0-9][A-Za-z0-9-]{0,62}(?:\.[A-Za-z0-9-]{1,62}){1,5}/g };

/** Placeholders that programs write where a secret was. */
const PLACEHOLDER = /^(?:[x*•.]{4,}|\[.*\]|<.*>|\$\{?\w+\}?|process\.env\b.*|os\.environ\b.*)$/i;

export interface SecretOptions {
  /** E-mail addresses count as secrets too. */
  readonly emails?: boolean;
}

/** Secrets in order, not overlapping. */
export function findSecrets(text: string, { emails = false }: SecretOptions = {}): Secret[] {
  const found: Secret[] = [];
  for (const { kind, pattern, group = 0 } of emails ? [...SHAPES, EMAIL] : SHAPES) {
    for (const match of text.matchAll(pattern)) {
      const value = match[group]!;
      if (PLACEHOLDER.test(value)) continue;
      const start = match.index + (group === 0 ? 0 : match[0].lastIndexOf(value));
      found.push({ kind, start, end: start + value.length });
    }
  }
  found.sort((a, b) => a.start - b.start || b.end - a.end);
  const separate: Secret[] = [];
  for (const secret of found) if (secret.start >= (separate.at(-1)?.end ?? 0)) separate.push(secret);
  return separate;
}

/** The text with every secret replaced by `[kind]`, and how many there were. */
export function maskSecrets(text: string, options: SecretOptions = {}): { readonly text: string; readonly masked: number } {
  const secrets = findSecrets(text, options);
  if (secrets.length === 0) return { text, masked: 0 };
  let masked = '';
  let at = 0;
  for (const { kind, start, end } of secrets) {
    masked += `${text.slice(at, start)}[${kind}]`;
    at = end;
  }
  return { text: masked + text.slice(at), masked: secrets.length };
}
