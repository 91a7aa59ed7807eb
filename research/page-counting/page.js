/** Starts the worker and keeps what it measured where the benchmark finds it. */
const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
globalThis.figures = new Promise((resolve, reject) => {
  worker.onmessage = ({ data }) => resolve(data);
  worker.onerror = (event) => reject(new Error(event.message));
});
