/** The only Trusted Types policy of the admin: the HTML of an email preview, whose frame runs no scripts. */
export const previewPolicy = 'email-preview';
