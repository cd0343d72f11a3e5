// Which texts are email addresses, for pages, orders, settings and emails alike.

/** At most 254 characters, and a domain with a dot, so that emails can be sent to it. */
export function isAcceptableEmail(email: string): boolean {
  const trimmed = email.trim();
  return trimmed.length <= 254 && isPlainAddress(trimmed) && /@.*\./.test(trimmed);
}

/** One plain mailbox: nothing that a mail server could parse as several addresses or as a display name. */
export function isPlainAddress(address: string): boolean {
  return /^[^\s\p{Cc}\p{Cs}"(),:;<>@[\]\\]+@[^\s\p{Cc}\p{Cs}"(),:;<>@[\]\\.]+(\.[^\s\p{Cc}\p{Cs}"(),:;<>@[\]\\.]+)*$/u.test(
    address,
  );
}
