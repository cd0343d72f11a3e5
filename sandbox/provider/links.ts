// Validates links: one Instagram post or reel. Returns the post's code as its ID.

const POST = /^\/(?:[A-Za-z0-9._]{1,30}\/)?(?:p|reel|reels|tv)\/([A-Za-z0-9_-]{1,64})\/?$/;
const HOSTS = ['instagram.com', 'www.instagram.com', 'm.instagram.com', 'instagr.am', 'www.instagr.am'];

export function postOf(link: string): string | null {
  const text = /^https?:\/\//i.test(link) ? link : `https://${link}`;
  if (link.length > 2048 || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (!HOSTS.includes(url.hostname.toLowerCase())) return null;
  return POST.exec(url.pathname)?.[1] ?? null;
}
