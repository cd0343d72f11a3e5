// The source of an email for tests.
export type EmailSource = {
  from?: string;
  subject?: string;
  messageId?: string | null;
  text?: string;
  /** Further headers. */
  headers?: Record<string, string>;
};

let made = 0;

export function emailSource({ from, subject, messageId, text = 'Hello.', headers = {} }: EmailSource = {}): string {
  made += 1;
  const fields = {
    From: from ?? `Ana <ana${made}@mail.example>`,
    To: 'support@shop.example',
    Subject: subject ?? `Question ${made}`,
    ...(messageId === null ? {} : { 'Message-ID': `<${messageId ?? `${made}.mail@mail.example`}>` }),
    'MIME-Version': '1.0',
    ...('Content-Type' in headers ? {} : { 'Content-Type': 'text/plain; charset=utf-8' }),
    ...headers,
  };
  const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  return `${head.join('\n')}\n\n${text}\n`;
}
