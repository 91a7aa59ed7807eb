/** The language model of the browser itself, where it has one (a look at the interface, never a need). */
import type { ModelChoice } from '../../models/contract.ts';
import type { LanguageModelApi } from '../../models/device.ts';

/** Looked up at every use: browsers add it late, and people switch it off. */
export const languageModelApi = (): LanguageModelApi | undefined => (globalThis as { readonly LanguageModel?: LanguageModelApi }).LanguageModel;

export type DeviceState = Awaited<ReturnType<LanguageModelApi['availability']>>;

export const isOnDevice = ({ provider }: Pick<ModelChoice, 'provider'>): boolean => provider === 'device';
