/** The browser's own language model, if it has one (feature detection only). */
import type { ModelChoice } from '../../models/contract.ts';
import type { LanguageModelApi } from '../../models/device.ts';

export const languageModelApi = (): LanguageModelApi | undefined => (globalThis as { readonly LanguageModel?: LanguageModelApi }).LanguageModel;

export type DeviceState = Awaited<ReturnType<LanguageModelApi['availability']>>;

export const isOnDevice = ({ provider }: Pick<ModelChoice, 'provider'>): boolean => provider === 'device';
