// `npm run figures:rebuild`: rebuilds the counts, the roll-ups by day, the customers and the times of delivery, while the
// store may be working. Exit code 1 when it could not.
import { readConfig } from '../config/config.ts';
import * as analyticsRepository from '../modules/analytics/analytics.repository.ts';
import * as deliveryMarksRepository from '../modules/dispatch/delivery-marks.repository.ts';
import { onOpenDatabase, print, runCommand } from './command.ts';

await runCommand('The figures could not be made', async () => {
  await onOpenDatabase(
    readConfig(process.env),
    async (database) => {
      await analyticsRepository.rebuild(database);
      await deliveryMarksRepository.rebuild(database);
    },
    { answerWithinMs: null },
  );
  print('The figures are made anew.');
});
