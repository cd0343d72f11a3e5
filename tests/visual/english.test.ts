// The scenes in English.
import { compareScenes } from './compare-scenes.ts';

compareScenes('en');
