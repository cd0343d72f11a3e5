// Downloads a file that is generated in the page.
export function saveFile(name: string, content: BlobPart, type: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  // The download starts before the URL is revoked.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
