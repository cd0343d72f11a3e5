import { previewPolicy } from '../../../contract/trusted-types.ts';

type Factory = {
  createPolicy(name: string, rules: { createHTML: (html: string) => string }): { createHTML(html: string): string };
};

// The admin's Content-Security-Policy refuses HTML in plain strings where the browser has Trusted Types.
const { trustedTypes } = globalThis as { trustedTypes?: Factory };
const policy = trustedTypes?.createPolicy(previewPolicy, { createHTML: (html) => html });

/** For `srcdoc` of a sandboxed frame only. */
export function previewHtml(html: string): string {
  return policy?.createHTML(html) ?? html;
}
