// Hydrates the My Orders page.
import ClientIsland from './shop/client/client-island.tsx';
import { hydrate } from './shop/hydrate.tsx';

hydrate(ClientIsland);
