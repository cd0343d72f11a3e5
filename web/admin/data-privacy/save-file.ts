// Downloads a file that is generated in the page.

export function saveFile(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download starts before the URL is revoked.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
