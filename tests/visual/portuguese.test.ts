// The scenes in Portuguese.
import { compareScenes } from './compare-scenes.ts';

compareScenes('pt');
