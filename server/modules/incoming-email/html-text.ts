// The text of an HTML email; nothing of the HTML is kept.
import { compile } from 'html-to-text';

const plainHeading = { options: { uppercase: false } };

/** A quotation becomes lines with `>`, as in plain text. A link keeps its address, which may be the post that is meant. */
export const textOfHtml = compile({
  wordwrap: false,
  selectors: [
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, ...plainHeading })),
    // Outlook writes each line as a paragraph, and empty ones between.
    { selector: 'p', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    // Each cell on a line of its own: side by side their words would grow together.
    ...['td', 'th'].map((selector) => ({ selector, format: 'block' })),
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true, pathRewrite: webAddress } },
    { selector: 'img', options: { pathRewrite: () => '' } },
    ...['head', 'title', 'template'].map((selector) => ({ selector, format: 'skip' })),
  ],
});

function webAddress(address: string): string {
  return /^https?:/i.test(address) ? address : '';
}
