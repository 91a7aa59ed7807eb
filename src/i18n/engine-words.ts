/** English of what the engine says, added to the dictionary by importing this file. */
import { engine } from './en/engine.ts';
import { addDictionary } from './index.ts';

addDictionary('en', engine);
