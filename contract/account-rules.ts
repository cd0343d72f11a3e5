// What a password of an admin may be. Used by the forms and, again, by the server.

/** In characters. Long enough that guessing within the limits of A-55 is hopeless. */
export const shortestPassword = 12;
export const longestPassword = 1024;
