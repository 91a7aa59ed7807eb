/** English words of the engine, added to the dictionary by importing this file. */
import { engine } from './en/engine.ts';
import { addDictionary } from './index.ts';

addDictionary('en', engine);
