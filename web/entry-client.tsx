// Starts the live part of the client page in the browser.
import ClientIsland from './shop/client/client-island.tsx';
import { hydrate } from './shop/hydrate.tsx';

hydrate(ClientIsland);
