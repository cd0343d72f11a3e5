// Entry of the process that parses emails outside the event loop of the store. `email-parser.ts` sets its limits.
import { JoinedBytes } from './joined-bytes.ts';
import { type EmailToParse, parseEmail } from './parse-email.ts';

Object.assign(globalThis, { Blob: JoinedBytes });

process.on('message', async (email: EmailToParse) => process.send?.(await parseEmail(email)));
