// Loads a page together with the texts of the settings and the providers.
import { type ComponentType, lazy } from 'react';
import { showSetupTexts } from './shown-texts.ts';

export function withSetupTexts(load: () => Promise<{ default: ComponentType }>) {
  return lazy(async () => (await Promise.all([load(), showSetupTexts()]))[0]);
}
