// Runs as early as possible on the home page, after a reload before the first paint. When this tab remembers a choice,
// the picker stays hidden until it shows it, or for three seconds. A classic script: without imports, and with the
// storage key of `in-progress-order.ts`.
try {
  const { category } = JSON.parse(sessionStorage.orderInProgress);
  const { dataset } = document.documentElement;
  // The source of the visit may be stored alone.
  if (category) {
    dataset.category = category;
    dataset.recall = '';
    setTimeout(() => delete dataset.recall, 3_000);
  }
} catch {
  // Nothing is stored, or storage is blocked: the default is shown.
}

// For TypeScript only: the build has nothing to export.
export {};
