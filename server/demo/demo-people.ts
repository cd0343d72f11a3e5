// Demo customers: names of many languages at reserved domains. A number always stands for the same person.
import type { VisitSource } from '../../contract/visit-source.ts';
import type { Weighted } from './random.ts';

const firstNames = (
  'ana lucas mariana pedro camila rafael beatriz thiago larissa gustavo sofia mateo valentina diego lucia javier elena ' +
  'pablo emma oliver amelia noah grace liam chloe ethan hannah leon mia jonas lena felix clara finn louise hugo chiara ' +
  'luca giulia marco alessia matteo ingrid lars astrid sven freja nils zofia jakub hanna piotr ayse mehmet elif emre ' +
  'priya arjun ananya rohan yuki haruto sakura ren mei wei jin minjun seoyeon fatima omar layla yusuf amina kwame zainab ' +
  'tunde olga dmitri katya ivan noor sanne daan femke'
).split(' ');
const lastNames = (
  'silva santos oliveira costa ferreira almeida ribeiro carvalho garcia lopez martinez fernandez torres ramirez vargas ' +
  'smith taylor brown walker hughes carter bennett foster mueller schmidt weber wagner becker hoffmann dubois moreau ' +
  'laurent rousseau rossi bianchi ferrari romano andersen hansen lindqvist nilsson virtanen kowalska nowak wisniewski ' +
  'yilmaz kaya demir sharma patel iyer mehta tanaka suzuki watanabe kim park choi nguyen tran haddad mansour okafor ' +
  'mensah diallo adeyemi petrova ivanov sokolov jansen bakker visser peeters horvat novak popescu papadopoulos'
).split(' ');
const domains = ['example.com', 'example.org'];

/** The address of the person with this number; no two people have the same one. */
export function buildEmail(person: number): string {
  // Neighbouring numbers are strangers: the names are walked through in large steps.
  const named = firstNames.length * lastNames.length;
  const mixed = ((person % named) * 2_741) % named;
  const round = Math.floor(person / named);
  const first = firstNames[mixed % firstNames.length] ?? '';
  const last = lastNames[Math.floor(mixed / firstNames.length)] ?? '';
  const styles = [`${first}.${last}`, `${first}${last}`, `${first}_${last}`, `${last}.${first}`, `${first}-${last}`];
  const style = styles[(person + round) % styles.length] ?? '';
  return `${style}${round > 0 ? round : ''}@${domains[(mixed + round) % domains.length]}`;
}

// Who visits the shop, and how: places, machines, sources and pages with their shares.

type Place = { country: string; timezone: string; language: string; cities: readonly string[] };
type Machine = { deviceType: string; os: string; browser: string; screens: readonly string[] };

export const places: Weighted<Place> = [
  [
    {
      country: 'Brazil',
      timezone: 'America/Sao_Paulo',
      language: 'pt-BR',
      cities: ['São Paulo', 'São Paulo', 'Rio de Janeiro', 'Belo Horizonte', 'Curitiba', 'Salvador', 'Fortaleza'],
    },
    27,
  ],
  [
    {
      country: 'United States',
      timezone: 'America/New_York',
      language: 'en-US',
      cities: ['New York', 'Los Angeles', 'Miami', 'Chicago', 'Houston', 'Atlanta', 'Seattle'],
    },
    21,
  ],
  [{ country: 'Portugal', timezone: 'Europe/Lisbon', language: 'pt-PT', cities: ['Lisbon', 'Porto', 'Braga'] }, 8],
  [
    {
      country: 'United Kingdom',
      timezone: 'Europe/London',
      language: 'en-GB',
      cities: ['London', 'Manchester', 'Leeds'],
    },
    8,
  ],
  [{ country: 'India', timezone: 'Asia/Kolkata', language: 'en-IN', cities: ['Mumbai', 'Delhi', 'Bengaluru'] }, 7],
  [{ country: 'Spain', timezone: 'Europe/Madrid', language: 'es-ES', cities: ['Madrid', 'Barcelona', 'Valencia'] }, 6],
  [{ country: 'Germany', timezone: 'Europe/Berlin', language: 'de-DE', cities: ['Berlin', 'Hamburg', 'Munich'] }, 5],
  [{ country: 'Mexico', timezone: 'America/Mexico_City', language: 'es-MX', cities: ['Mexico City', 'Monterrey'] }, 5],
  [{ country: 'France', timezone: 'Europe/Paris', language: 'fr-FR', cities: ['Paris', 'Lyon', 'Marseille'] }, 4],
  [{ country: 'Türkiye', timezone: 'Europe/Istanbul', language: 'tr-TR', cities: ['Istanbul', 'Ankara'] }, 3],
  [{ country: 'Italy', timezone: 'Europe/Rome', language: 'it-IT', cities: ['Milan', 'Rome', 'Naples'] }, 3],
  [{ country: 'Canada', timezone: 'America/Toronto', language: 'en-CA', cities: ['Toronto', 'Vancouver'] }, 2],
  [{ country: 'Nigeria', timezone: 'Africa/Lagos', language: 'en-NG', cities: ['Lagos', 'Abuja'] }, 1],
];

const iphoneScreens = ['390x844', '393x852', '430x932', '375x812'];
const androidScreens = ['360x800', '412x915', '393x873', '384x854'];
const desktopScreens = ['1920x1080', '1366x768', '1536x864', '2560x1440'];

export const machines: Weighted<Machine> = [
  [{ deviceType: 'mobile', os: 'iOS', browser: 'Safari', screens: iphoneScreens }, 33],
  [{ deviceType: 'mobile', os: 'Android', browser: 'Chrome', screens: androidScreens }, 31],
  [{ deviceType: 'mobile', os: 'iOS', browser: 'Chrome', screens: iphoneScreens }, 4],
  [{ deviceType: 'mobile', os: 'Android', browser: 'Firefox', screens: androidScreens }, 1],
  [{ deviceType: 'desktop', os: 'Windows', browser: 'Chrome', screens: desktopScreens }, 14],
  [{ deviceType: 'desktop', os: 'Windows', browser: 'Edge', screens: desktopScreens }, 4],
  [{ deviceType: 'desktop', os: 'macOS', browser: 'Safari', screens: ['1440x900', '1512x982', '1728x1117'] }, 4],
  [{ deviceType: 'desktop', os: 'macOS', browser: 'Chrome', screens: ['1440x900', '1512x982', '1728x1117'] }, 3],
  [{ deviceType: 'desktop', os: 'Windows', browser: 'Firefox', screens: desktopScreens }, 2],
  [{ deviceType: 'desktop', os: 'Linux', browser: 'Firefox', screens: desktopScreens }, 1],
  [{ deviceType: 'tablet', os: 'iPadOS', browser: 'Safari', screens: ['820x1180', '834x1194'] }, 3],
];

export const referrers: Weighted<string | null> = [
  [null, 38],
  ['https://l.instagram.com/', 24],
  ['https://www.google.com/', 19],
  ['https://www.tiktok.com/', 6],
  ['https://www.youtube.com/', 4],
  ['https://t.co/', 3],
  ['https://www.bing.com/', 3],
  ['https://duckduckgo.com/', 2],
  ['https://www.reddit.com/', 1],
];

const instagram = { source: 'l.instagram.com', referrer_host: 'l.instagram.com', landing: '/' };
const google = { source: 'google.com', referrer_host: 'google.com', landing: '/' };
const direct = { source: 'direct', landing: '/' };

/** Where the buyers of the orders came from; each as often as the others. */
export const orderSources: readonly VisitSource[] = [
  direct,
  google,
  instagram,
  direct,
  { ...instagram, campaign: 'creator-week' },
  { source: 'newsletter', medium: 'email', campaign: 'summer-launch', landing: '/' },
  google,
  { source: 'tiktok.com', referrer_host: 'tiktok.com', campaign: 'creator-week', landing: '/about' },
  direct,
  { ...instagram, campaign: 'bio-link' },
  { source: 'withheld' },
];

/** The pages of one visit, each once. */
export const paths: Weighted<readonly string[]> = [
  [['/'], 44],
  [['/', '/about'], 9],
  [['/', '/checkout'], 18],
  [['/', '/checkout', '/success'], 8],
  [['/', '/about', '/checkout'], 4],
  [['/', '/about', '/checkout', '/success'], 2],
  [['/about', '/'], 3],
  [['/', '/contact'], 3],
  [['/contact'], 1],
  [['/client'], 6],
  [['/client', '/contact'], 1],
  [['/', '/client'], 3],
];
