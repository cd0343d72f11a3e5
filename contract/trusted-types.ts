// The Trusted Types policies of the admin. Its Content-Security-Policy allows no others.

/** The HTML of an email preview, whose frame runs no scripts. */
export const previewPolicy = 'email-preview';
/** The address of the service worker. */
export const workerPolicy = 'admin-worker';
