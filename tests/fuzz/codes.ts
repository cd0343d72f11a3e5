// Codes that open the orders of an address: which were mailed, which the store accepted, and what they opened.
import type { Random } from '../../server/demo/random.ts';
import type { TestMailServer } from '../support/smtp-server.ts';
import type { FuzzRequest } from './fuzz.ts';

export type Code = { email: string; code: string };
export type Codes = ReturnType<typeof createCodes>;

const mostKept = 20;

export function createCodes(mail: TestMailServer) {
  const mailed: Code[] = [];
  const proofs: { email: string; token: string }[] = [];
  const accepted = new Set<string>();

  return {
    /** Reads the mails since the last call. */
    collect(): void {
      for (const { to, source } of mail.taken) {
        const code = /Code: (\d{6})/.exec(source.replace(/=\r?\n/g, ''))?.[1];
        if (code) mailed.push({ email: to[0] ?? '', code });
      }
      mail.taken.length = 0;
      mail.handedOver.length = 0;
      mailed.splice(0, mailed.length - mostKept);
    },

    /** A code, or a wrong one; null before the first. */
    pick(random: Random): Code | null {
      if (mailed.length === 0) return null;
      const one = random.pick(mailed);
      // A copy: it is spoilt in place.
      return random.chance(0.6) ? { ...one } : { ...one, code: random.text('0123456789', 6) };
    },

    proofFor: (random: Random) => (proofs.length > 0 ? random.pick(proofs) : null),

    isProof: (token: unknown, email: string | undefined) =>
      proofs.some((one) => one.token === token && one.email === plain(email ?? '')),

    /** Notes an accepted code; a fault where it was accepted before. */
    accept({ body }: FuzzRequest, token: string): string[] {
      const sent = JSON.parse(String(body).replace(/^\ufeff/, '')) as Code;
      const [email, code] = [plain(sent.email), sent.code.replace(/\D/g, '')];
      proofs.push({ email, token });
      proofs.splice(0, proofs.length - mostKept);
      const isRepeated = accepted.has(`${email} ${code}`);
      accepted.add(`${email} ${code}`);
      return isRepeated ? [`the code ${code} is accepted twice`] : [];
    },
  };
}

/** By email alone nothing leads to a post, a receipt or an order; where a code is required, there is no order at all. */
export function trackingFaults({ name, isProved }: FuzzRequest, codeHeader: unknown, text: string): string[] {
  if (name !== 'ordersByEmail' || isProved) return [];
  const isOpen = /"https?:|"(receipt|order)_path":"/.test(text);
  if (codeHeader === 'required' && text !== '[]') return ['an order without the required code'];
  return isOpen ? ['a link to who knows the email alone'] : [];
}

function plain(email: string): string {
  return email.trim().toLowerCase();
}
