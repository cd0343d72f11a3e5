// The forms of links that the tests of the link rules share.
import { describe, expect, test } from 'vitest';
import type { LinkRuleName, OtherLinkRule } from '../../contract/link-rule-names.ts';
import { otherRules } from '../../contract/links/other-links.ts';

export const insta = 'https://www.instagram.com';
export const code = 'C8xAbCdEfGh';
export const reel = `${insta}/reel/${code}/`;
export const tok = 'https://www.tiktok.com';
export const id = '7301234567890123456';
export const video = `${tok}/@some.user/video/${id}`;
export const embedded = `https://m.tiktok.com/v/${id}.html`;
export const tube = 'https://www.youtube.com';
export const watch = `${tube}/watch?v=dQw4w9WgXcQ`;
export const channelId = 'UCuAXFkgsw1L7xaCfnd5JJOw';

export type Forms = readonly (readonly [pasted: string, expected: string])[];
export const all = (canonical: string, ...pasted: string[]): Forms => pasted.map((text) => [text, canonical]);

/** The canonical form of an accepted text, or the problem, with what it opens. */
export function readForm(rule: OtherLinkRule, text: string): string {
  const read = otherRules[rule].read(text);
  if (!('problem' in read)) return read.canonical;
  return read.opens === undefined ? read.problem : `${read.problem}: ${read.opens}`;
}

export function testForms(rule: OtherLinkRule, forms: Forms): void {
  describeForms(rule, forms, (text) => readForm(rule, text));
}

export function describeForms(rule: LinkRuleName, forms: Forms, read: (text: string) => string): void {
  describe(`D-107: ${rule}`, () => {
    test('has at least 40 forms', () => {
      expect(new Set(forms.map(([text]) => text)).size).toBeGreaterThanOrEqual(40);
    });

    test.each(forms)('reads %j as %s', (text, expected) => {
      expect(read(text)).toBe(expected);
    });
  });
}
