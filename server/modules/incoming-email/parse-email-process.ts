// Entry of the process that parses emails, away from the event loop of the store. Its limits: `email-parser.ts`.
import { JoinedBytes } from './joined-bytes.ts';
import { type EmailToParse, parseEmail } from './parse-email.ts';

Object.assign(globalThis, { Blob: JoinedBytes });

process.on('message', async (email: EmailToParse) => process.send?.(await parseEmail(email)));
