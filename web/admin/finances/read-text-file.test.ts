import { expect, it } from 'vitest';
import { readTextFile } from './read-text-file.ts';

const text = 'Data;Valor;Histórico\n01/02/2026;3,00;São João';
const western = Uint8Array.from([...text], (sign) => sign.charCodeAt(0));
const utf16 = (isLittle: boolean) => {
  const marked = `\ufeff${text}`;
  const view = new DataView(new ArrayBuffer(marked.length * 2));
  for (let at = 0; at < marked.length; at += 1) view.setUint16(at * 2, marked.charCodeAt(at), isLittle);
  return view.buffer;
};

it.each<[string, BlobPart]>([
  ['UTF-8', text],
  ['UTF-8 with a mark', `\ufeff${text}`],
  ['Windows-1252', western],
  ['UTF-16, little-endian', utf16(true)],
  ['UTF-16, big-endian', utf16(false)],
])('D-101: the file of a bank in %s is read as it was written', async (_name, content) => {
  expect(await readTextFile(new File([content], 'bank.csv'))).toBe(text);
});
