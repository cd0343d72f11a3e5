// Hydrates the result page, unless it redirects to the visitor's language.

import { hydrate } from './shop/hydrate.tsx';
import { resultElsewhere } from './shop/success/result-language.ts';
import SuccessIsland from './shop/success/success-island.tsx';

const elsewhere = resultElsewhere(window.location);
if (elsewhere) window.location.replace(elsewhere);
else hydrate(SuccessIsland);
