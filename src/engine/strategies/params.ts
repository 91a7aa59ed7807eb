import { remembered } from '../signals/remember.ts';
import * as z from 'zod/mini';
import type { Reason } from '../signals/contract.ts';

export type SharedParam = 'keepRecent' | 'preserveStart' | 'preserveEnd';

interface ParamBase {
  readonly unit:
    | 'messages'
    | 'events'
    | 'tokens'
    | 'characters'
    | 'rounds'
    | 'topics'
    | 'blocks'
    | 'share'
    | 'none'
    | 'ms'
    | 'seconds'
    | 'minutes'
    | 'seed';
  readonly shared?: SharedParam;
}
export interface NumberParam extends ParamBase {
  readonly kind: 'number';
  readonly default: number;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly coarse?: true;
  readonly knob?: 'up' | 'down';
}
export interface BooleanParam extends ParamBase {
  readonly kind: 'boolean';
  readonly default: boolean;
}
export interface ChoiceParam extends ParamBase {
  readonly kind: 'choice';
  readonly default: string;
  readonly options: readonly string[];
}
export interface TextParam extends ParamBase {
  readonly kind: 'text';
  readonly default: string;
  readonly maxLength: number;
}
/** A table with fixed rows and columns (S3's rules by item type). A value holds only the cells that differ from the default. */
export interface TableParam extends ParamBase {
  readonly kind: 'table';
  readonly columns: Readonly<Record<string, NumberParam | ChoiceParam>>;
  readonly default: TableValue;
}
export type TableValue = Readonly<Record<string, Readonly<Record<string, number | string>>>>;
export interface StagesParam extends ParamBase {
  readonly kind: 'stages';
  readonly default: readonly StageValue[];
  readonly max: number;
}
export interface StageValue {
  readonly strategy: string;
  readonly params: Readonly<Record<string, unknown>>;
}
export type Param = NumberParam | BooleanParam | ChoiceParam | TextParam | TableParam | StagesParam;
export type ParamSchema = Readonly<Record<string, Param>>;

type ValueOf<P extends Param> = P extends { kind: 'number' }
  ? number
  : P extends { kind: 'boolean' }
    ? boolean
    : P extends { kind: 'table' }
      ? TableValue
      : P extends { kind: 'stages' }
        ? readonly StageValue[]
        : string;
export type ParamValues<S extends ParamSchema = ParamSchema> = { readonly [K in keyof S]: ValueOf<S[K]> };

function isOnStep(value: number, p: NumberParam): boolean {
  if (!Number.isInteger(p.step)) return true;
  return p.coarse ? Number.isInteger(value) : (value - p.min) % p.step === 0;
}

function describeNumber(p: NumberParam): string {
  const steps = !Number.isInteger(p.step) ? '' : p.step === 1 || p.coarse ? ', whole' : `, in steps of ${p.step}`;
  return `a number from ${p.min} to ${p.max}${steps}`;
}

function zodOf(p: Param): z.ZodMiniType {
  switch (p.kind) {
    case 'number':
      return z.number().check(
        z.gte(p.min),
        z.lte(p.max),
        z.refine((v) => isOnStep(v, p)),
      );
    case 'boolean':
      return z.boolean();
    case 'choice':
      return z.enum(p.options as [string, ...string[]]);
    case 'text':
      return z.string().check(z.maxLength(p.maxLength));
    case 'table':
      return z.strictObject(
        Object.fromEntries(
          Object.keys(p.default).map((row) => [
            row,
            z.optional(z.strictObject(Object.fromEntries(Object.entries(p.columns).map(([column, cell]) => [column, z.optional(zodOf(cell))])))),
          ]),
        ),
      );
    case 'stages':
      return z
        .array(z.strictObject({ strategy: z.string().check(z.maxLength(100)), params: z.record(z.string(), z.unknown()) }))
        .check(z.maxLength(p.max));
  }
}

function makeSchema(schema: ParamSchema) {
  return z.strictObject(Object.fromEntries(Object.entries(schema).map(([k, p]) => [k, z.optional(zodOf(p))])));
}

/** Zod object of a schema; every field optional, so a link holds only what differs from the default. Cached, because every row needs it. */
const zodSchema = remembered((schema: ParamSchema): ReturnType<typeof makeSchema> => makeSchema(schema));

/** Defaults, then shared controls, then the row's own values. */
export function resolveParams<S extends ParamSchema>(
  schema: S,
  own: Readonly<Record<string, unknown>> = {},
  shared: Readonly<Partial<Record<SharedParam, number>>> = {},
): { ok: true; value: ParamValues<S> } | { ok: false; error: string; reason: Reason } {
  const values: Record<string, unknown> = {};
  for (const [name, p] of Object.entries(schema)) values[name] = (p.shared && shared[p.shared]) ?? p.default;
  if (Object.keys(own).length === 0) return { ok: true, value: values as ParamValues<S> };
  const parsed = zodSchema(schema).safeParse(own);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const [first, ...within] = issue?.path ?? [];
    const known = first !== undefined && schema[String(first)];
    const name = !known && issue?.code === 'unrecognized_keys' ? issue.keys.join(', ') : String(first ?? '');
    const p = schema[name];
    const expected = p ? expectedOf(p, within) : `one of: ${Object.keys(schema).join(', ') || 'this strategy has no parameters'}`;
    const param = [name, ...within].join('.');
    return { ok: false, error: `parameter "${param}": expected ${expected}`, reason: { key: 'error-parameter', values: { param, expected } } };
  }
  for (const [k, v] of Object.entries(parsed.data)) {
    const p = schema[k];
    if (v !== undefined) values[k] = p?.kind === 'table' ? filledTable(p, v as TableValue) : v;
  }
  return { ok: true, value: values as ParamValues<S> };
}

function expectedOf(p: Param, within: readonly PropertyKey[]): string {
  switch (p.kind) {
    case 'number':
      return describeNumber(p);
    case 'choice':
      return p.options.join(' | ');
    case 'table': {
      const cell = p.columns[String(within[1])];
      if (cell) return expectedOf(cell, []);
      return within.length === 0 ? `rows ${Object.keys(p.default).join(', ')}` : `columns ${Object.keys(p.columns).join(', ')}`;
    }
    case 'stages':
      return `a list of at most ${p.max} {"strategy": id, "params": {…}}`;
    default:
      return p.kind;
  }
}

function filledTable(p: TableParam, own: TableValue): TableValue {
  return Object.fromEntries(Object.entries(p.default).map(([row, cells]) => [row, { ...cells, ...own[row] }]));
}

export function knobOf(schema: ParamSchema): [string, NumberParam] | undefined {
  for (const [name, p] of Object.entries(schema)) if (p.kind === 'number' && p.knob) return [name, p];
  return undefined;
}

export function isKnobSet(schema: ParamSchema, own: Readonly<Record<string, unknown>>): boolean {
  const knob = knobOf(schema);
  return knob !== undefined && own[knob[0]] !== undefined;
}
