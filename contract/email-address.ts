// Which texts are email addresses, for pages, orders, settings and emails alike.

/** At most 254 characters, with a dot, and an address that emails can be sent to. */
export function isAcceptableEmail(email: string): boolean {
  const trimmed = email.trim();
  return trimmed.length <= 254 && isPlainAddress(trimmed) && trimmed.includes('.');
}

/** One plain mailbox: nothing that a mail server could parse as several addresses or as a display name. */
export function isPlainAddress(address: string): boolean {
  return /^[^\s\p{Cc}\p{Cs}"(),:;<>@[\]\\]+@[^\s\p{Cc}\p{Cs}"(),:;<>@[\]\\]+$/u.test(address);
}
