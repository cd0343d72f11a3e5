// Starts the live part of the client page in the browser.
import ClientIsland from './shop/client/client-island.tsx';
import { takeOver } from './shop/hydrate.tsx';

takeOver(ClientIsland);
