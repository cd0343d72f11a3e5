// The public scenes in Portuguese.
import { compareScenes } from './compare-scenes.ts';
import { publicScenesIn } from './scenes.ts';

compareScenes('pt', publicScenesIn('pt'));
