// Controls the sandbox gateway and provider of a store, or of the sandbox alone.

export type SandboxControl = (path: string, body?: object) => Promise<Record<string, unknown>>;

/** `base` is where the sandbox begins: a store's address with /sandbox, or the stand-alone sandbox's. POST with a body. */
export function sandboxControl(base: string): SandboxControl {
  return async (path, body) => {
    const init = body
      ? { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
      : {};
    const response = await fetch(`${base}/control${path}`, init);
    if (!response.ok) throw new Error(`The sandbox refused ${path}: ${await response.text()}`);
    return (await response.json()) as Record<string, unknown>;
  };
}
