// Password rules of admins, applied by the forms and again by the server.

/** In characters. Long enough that the login rate limits make guessing infeasible. */
export const shortestPassword = 12;
export const longestPassword = 1024;
