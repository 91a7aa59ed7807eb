/** A port of Node as Comlink expects one of a browser. */
export function endpoint(port) {
  const listeners = new Map();
  return {
    postMessage: (message, transfer) => port.postMessage(message, transfer),
    addEventListener: (type, listener) => {
      const heard = (data) => (typeof listener === 'function' ? listener({ data }) : listener.handleEvent({ data }));
      listeners.set(listener, heard);
      port.on(type, heard);
    },
    removeEventListener: (type, listener) => port.off(type, listeners.get(listener)),
    terminate: () => port.terminate(),
  };
}
