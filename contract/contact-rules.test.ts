import { describe, expect, it } from 'vitest';
import { checkContact, cleanContact, contactLimits, isUrgent } from './contact-rules.ts';

const good = { name: 'Ana', email: 'ana@example.com', subject: 'Hello', message: 'Text' };

describe('a message to the support', () => {
  it('CONTACT-2: invalid fields are listed in the order of the form, each with a reason', () => {
    expect(checkContact(good)).toEqual([]);
    const failures = checkContact({ name: ' ', email: 'x', subject: '\r\n', message: '\u0000' });
    expect(failures.map(({ field }) => field)).toEqual(['name', 'email', 'subject', 'message']);
    expect(failures[1]?.reason).toBe('email_invalid');
  });

  it.each(['name', 'subject', 'message'] as const)('S-18: %s is measured after trimming', (field) => {
    const most = 'x'.repeat(contactLimits[field]);
    expect(checkContact({ ...good, [field]: `  ${most}  ` })).toEqual([]);
    expect(checkContact({ ...good, [field]: `${most}x` })).toMatchObject([{ field }]);
  });

  it('S-18: one line for what becomes a header, the lines of the message kept', () => {
    expect(
      cleanContact({
        name: 'A\r\nB',
        email: ' a@b.c\n',
        subject: 'C\u2029D\u0085E',
        message: '\r\na\r\n\r\nb\u001b[31m\n',
      }),
    ).toEqual({ name: 'A B', email: 'a@b.c', subject: 'C D E', message: 'a\n\nb[31m' });
  });

  it('A-77: URGENT counts in any case', () => {
    expect(['URGENT!', 'not urgent', 'Hello'].map(isUrgent)).toEqual([true, true, false]);
  });
});
