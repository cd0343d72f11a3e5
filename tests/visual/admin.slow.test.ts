// The scenes of the admin area.
import { compareScenes } from './compare-scenes.ts';
import { adminScenes } from './scenes/admin/scenes.ts';

compareScenes('en', adminScenes);
