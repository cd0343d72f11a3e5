// A text whose ranges, such as "1-5 minutes", are not broken at their hyphen. Of spans, because a non-breaking hyphen would
// change the text that a buyer copies and searches for.
export function Unbroken({ text }: { text: string }) {
  return text.split(/(\d+-\d+)/).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the place identifies the part
    <span key={at} className={at % 2 === 1 ? 'whitespace-nowrap' : undefined}>
      {part}
    </span>
  ));
}
