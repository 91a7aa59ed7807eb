import { printable } from '../lib/strings.ts';
import { maskSecrets } from '../signals/secrets.ts';

export const cleanName = (name: string): string => maskSecrets(printable(name.replace(/[\t\n]+/g, ' '))).text;
