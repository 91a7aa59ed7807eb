import { deviceModel } from '../../models/device.ts';
import { createClient } from '../../worker/client.ts';
import { languageModelApi } from '../models/device.ts';
import { pageNetwork } from '../models/network.ts';
import { begin } from './idle.ts';

/** The one client of the worker. It starts the worker when this module is loaded. */
export const client = createClient({ device: deviceModel(languageModelApi), network: pageNetwork(), begin: (name) => begin(name === 'recall') });
