// The IP address of a visitor. An address that was truncated before storage is shown as a network.
import { Link } from 'wouter';
import { settingsPath } from './paths.ts';

/** The visitors tab is in Portuguese, as specified. */
const wordsIn = {
  en: {
    none: 'Unknown',
    shortened: 'shortened',
    help: 'The store keeps only the network of an address. Open the setting.',
  },
  pt: {
    none: 'Desconhecido',
    shortened: 'encurtado',
    help: 'A loja guarda só a rede do endereço. Abrir a configuração.',
  },
};

export function VisitorIp({ ip, language = 'en' }: { ip: string; language?: keyof typeof wordsIn }) {
  const words = wordsIn[language];
  if (ip === '') return words.none;
  const network = networkOf(ip);
  if (network === null) return ip;
  return (
    <>
      {network}{' '}
      <Link
        href={`${settingsPath}#retention`}
        title={words.help}
        className="font-sans text-muted underline decoration-hairline underline-offset-4 hover:text-ink"
      >
        {words.shortened}
      </Link>
    </>
  );
}

/** The network of a truncated address: /24, or /48 for IPv6; null for a full address. */
export function networkOf(ip: string): string | null {
  if (/^\d+\.\d+\.\d+\.0$/.test(ip)) return `${ip}/24`;
  return /^[0-9a-f]+:[0-9a-f]+:[0-9a-f]+::$/i.test(ip) ? `${ip}/48` : null;
}
