// The IP address of a visitor. An address that was truncated before storage is shown as a network.
import { Link } from 'wouter';
import { settingsPath } from './paths.ts';
import type { Texts } from './texts/texts.ts';

/** `words` are those of its tab: in "As specified" the visitors tab is in Portuguese, and the live users in English. */
export function VisitorIp({ ip, words }: { ip: string; words: Texts['visitors']['ip'] }) {
  if (ip === '') return <span>{words.none}</span>;
  const network = networkOf(ip);
  if (network === null) return <span translate="no">{ip}</span>;
  return (
    <>
      <span translate="no">{`${network} `}</span>
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
