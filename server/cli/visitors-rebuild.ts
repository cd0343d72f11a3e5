// `npm run visitors:rebuild`: rebuilds the roll-ups from the stored visits, while the store may be
// working. Exit code 1 when it could not.
import { readConfig } from '../config/config.ts';
import * as visitsRepository from '../modules/visitors/visits.repository.ts';
import { onOpenDatabase, print, runCommand } from './command.ts';

await runCommand('The figures of visits could not be made', async () => {
  await onOpenDatabase(readConfig(process.env), visitsRepository.rebuild, { answerWithinMs: null });
  print('The figures of visits are made anew.');
});
