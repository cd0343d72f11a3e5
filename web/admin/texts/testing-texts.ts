// The set that tests of components see: the default one. `vitest.config.ts` loads it before each file.
import { defaultTextSet } from './text-sets.ts';
import { showSetupTexts, showTexts } from './shown-texts.ts';

await showTexts(defaultTextSet);
await showSetupTexts();
