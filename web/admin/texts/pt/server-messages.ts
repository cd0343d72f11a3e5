// Sentences of the server in Portuguese (Brazil): action items, alerts. `{}` stands for a part that varies, in
// the same order in both. A sentence that is not listed stays as the server wrote it.
import { createTranslator, type ServerMessages } from '../server-messages.ts';
import { alertMessages } from './alert-messages.ts';
import { watchMessages } from './watch-messages.ts';

/** For the tests, too. */
export const serverMessages: ServerMessages = [...alertMessages, ...watchMessages];
export const translate = createTranslator(serverMessages);
