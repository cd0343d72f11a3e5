// The public scenes in English.
import { compareScenes } from './compare-scenes.ts';
import { publicScenesIn } from './scenes.ts';

compareScenes('en', publicScenesIn('en'));
