// Requests of the admin start in a task after the click: a browser paints first after a click, and to start ten requests
// takes longer than to render a page.

/** Resolves in the next task of the page. A message, because timers and frames stop on a page that is not shown. */
export function nextTask(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
