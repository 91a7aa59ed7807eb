/** English words of the code for an agent, added to the dictionary by importing this file. */
import { use } from './en/use.ts';
import { addDictionary } from './index.ts';

addDictionary('en', use);
