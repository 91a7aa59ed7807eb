/**
 * The few globals the engine may use beyond ECMAScript: they exist in browsers, workers and Node alike.
 * DOM and Node types stay out, so nothing else can leak in.
 */
declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean });
  decode(input?: Uint8Array, options?: { stream?: boolean }): string;
}
declare class TextEncoder {
  encode(input?: string): Uint8Array;
  encodeInto(input: string, into: Uint8Array): { read: number; written: number };
}
declare function atob(data: string): string;
