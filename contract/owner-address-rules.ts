// Pure, without zod: the page uses it too.

/** How long a change of the owner's address waits. The present address gets an email at once, and the change can be canceled. */
export const ownerAddressHours = 24;
