/** English words of sets, added to the dictionary by importing this file. */
import { set } from './en/set.ts';
import { addDictionary } from './index.ts';

addDictionary('en', set);
