// Hydrates the home page.
import './entry-home.css';
import HomeIsland from './shop/home/home-island.tsx';
import { hydrate } from './shop/hydrate.tsx';

hydrate(HomeIsland);
