// How close the rows and fields of the admin stand in this browser. `admin.css` has the spacing of each density.

export const densities = ['comfortable', 'compact'] as const;
export type Density = (typeof densities)[number];

const storageKey = 'adminDensity';

export function chosenDensity(storage: Storage | null): Density {
  const kept = storage?.getItem(storageKey);
  return densities.find((density) => density === kept) ?? 'comfortable';
}

export function applyDensity(density: Density): void {
  if (density === 'comfortable') delete document.documentElement.dataset.density;
  else document.documentElement.dataset.density = density;
}

/** Stores the choice when the browser allows it. */
export function chooseDensity(storage: Storage | null, density: Density): void {
  applyDensity(density);
  try {
    storage?.setItem(storageKey, density);
  } catch {
    // Storage is full: the choice lasts until the next page load.
  }
}
