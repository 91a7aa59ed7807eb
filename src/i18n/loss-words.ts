/** English words of the loss view, added to the dictionary by importing this file. */
import { loss } from './en/loss.ts';
import { addDictionary } from './index.ts';
import './answer-words.ts';

addDictionary('en', loss);
