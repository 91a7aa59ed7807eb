/**
 * Every view of the page, each reached from fixed data: by the checks of the layout and by the stored pictures. A view is reached in
 * English in the widest window; language, theme and width change afterwards, without a reload.
 */
import { compare } from './compare.ts';
import { dialogs, settings } from './dialogs.ts';
import { frame } from './frame.ts';
import { ask, models, refused } from './models.ts';
import { replay } from './replay.ts';
import { sent } from './sent.ts';
import { sets, tune } from './sets.ts';
import type { Chapter } from './view.ts';

export const CHAPTERS: readonly Chapter[] = [frame, dialogs, compare, replay, tune, models, sets, settings, sent, ask, refused];
