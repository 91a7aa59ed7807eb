/** English words of the engine, added to the dictionary by importing this file. */
import { formatNames } from '../engine/transcript/english.ts';
import { engine } from './en/engine.ts';
import { addDictionary } from './index.ts';

addDictionary('en', { ...formatNames, ...engine });
