// Gateway conformance: sessions.
import { describe, expect, it } from 'vitest';
import { defaultLanguage, languages } from '../../contract/languages.ts';
import { type GatewayAdapter, type GatewayStandIn, request, troubles } from './gateway-stand-in.conformance.ts';

// The form of a gateway is in the default language by itself.
const otherLanguage = languages.find((language) => language !== defaultLanguage) ?? defaultLanguage;

export function sessionsConform({ serverError, optionalFields }: GatewayAdapter, standIn: () => GatewayStandIn): void {
  it('PAY-7: opens a session for the amount asked and gives what the browser and the server need', async () => {
    const session = await standIn().subject.openSession(request);
    expect(session.sessionId).toMatch(/.+/);
    expect(session.successIndicator).toMatch(/.+/);
    expect(session.successIndicator).not.toBe(session.sessionId);
    expect(standIn().amountsAsked().map(Number)).toEqual([30.1]);
  });

  it('A-23, D-26: names the library, and allows the page to load it', () => {
    const { libraryUrl, library, sources } = standIn().subject.browser;
    expect(sources.script).toContain(new URL(libraryUrl).origin);
    if (library) expect(library.url).toBe(libraryUrl);
  });

  it('D-26: allows whole origins only, and none that anybody may have', () => {
    for (const source of Object.values(standIn().subject.browser.sources).flat()) {
      expect(source).toMatch(/^https?:\/\/(\*\.)?[a-z0-9.-]+(:\d+)?$/);
    }
  });

  it.each(troubles)('PAY-7: openSession that meets %s fails as %s, after one call', async (trouble, openFault) => {
    standIn().meet(trouble);
    await expect(standIn().subject.openSession(request)).rejects.toMatchObject({
      name: 'ExternalError',
      fault: (trouble === 'server_error' && serverError) || openFault,
    });
    expect(standIn().callCount()).toBe(1);
  });

  describe.each([...optionalFields])('rule 13: a gateway that refuses %s', (field) => {
    const full = { ...request, language: otherLanguage };
    const others = optionalFields.filter((other) => other !== field);

    it('opens the session without it, at the second call', async () => {
      standIn().refuseField(field);
      expect((await standIn().subject.openSession(full)).sessionId).toMatch(/.+/);
      expect(standIn().optionalFieldsSent()).toEqual([optionalFields, others]);
    });

    it('and refuses the session without it too: named, after two calls', async () => {
      standIn().refuseField(field, 'always');
      const failure = standIn().subject.openSession(full);
      await expect(failure).rejects.toMatchObject({ name: 'ExternalError', fault: 'refused', field });
      expect(standIn().optionalFieldsSent()).toEqual([optionalFields, others]);
    });
  });

  it('rule 13: a gateway that refuses every optional field gets one call more for each', async () => {
    for (const field of optionalFields) standIn().refuseField(field);
    expect((await standIn().subject.openSession({ ...request, language: otherLanguage })).sessionId).toMatch(/.+/);
    expect(standIn().callCount()).toBe(optionalFields.length + 1);
    expect(standIn().optionalFieldsSent().at(-1)).toEqual([]);
  });
}
