// Hydrates the page that pauses an order.
import { hydrate } from './shop/hydrate.tsx';
import PauseIsland from './shop/pause/pause-island.tsx';

hydrate(PauseIsland);
