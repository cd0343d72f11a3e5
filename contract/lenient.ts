// The preference (RFC 7240) of a page that reports something in the background: a refusal has the status 200 and its
// usual body, because browsers log every other status as an error of the page.
export const lenientPreference = 'handling=lenient';
