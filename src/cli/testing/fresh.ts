/**
 * Set-up of every test file: files of one process share their modules, so the language, colours and what the file before has replaced are put
 * back. Who runs them may have asked for colours or against them, and no test may depend on that either.
 */
import { vi } from 'vitest';
import '../../i18n/en/engine.ts';
import { i18n } from '../../i18n/index.ts';
import { colour } from '../cli-words.ts';

vi.useRealTimers();
vi.restoreAllMocks();
vi.unstubAllEnvs();
vi.unstubAllGlobals();
delete process.env.NO_COLOR;
delete process.env.FORCE_COLOR;
colour(false);
await i18n.changeLanguage('en');
