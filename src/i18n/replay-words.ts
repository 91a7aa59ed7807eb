/** English words of the replay tab, added to the dictionary by importing this file. */
import { replayPage } from './en/replay-page.ts';
import { addDictionary } from './index.ts';

addDictionary('en', replayPage);
