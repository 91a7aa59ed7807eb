import { deviceModel } from '../../models/device.ts';
import { createClient } from '../../worker/client.ts';
import { fetchFirstReplies } from '../../worker/first-replies.ts';
import { languageModelApi, pageNetwork } from './model-network.ts';
import { begin } from './store.ts';

export const client = createClient({
  device: deviceModel(languageModelApi),
  network: pageNetwork(),
  // A link opens something else.
  ...(globalThis.location?.hash === '' && { firstReplies: fetchFirstReplies() }),
  begin: (name) => begin(name === 'recall' || name === 'smallest'),
});

for (const event of ['pointermove', 'pointerdown', 'keydown', 'wheel']) {
  globalThis.addEventListener?.(event, () => client.warm(), { capture: true, passive: true, once: true });
}
