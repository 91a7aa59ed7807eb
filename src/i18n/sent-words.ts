/** English words of sent runs, added to the dictionary by importing this file. */
import { sent } from './en/sent.ts';
import { addDictionary } from './index.ts';

addDictionary('en', sent);
