// The emails to the buyer, and the buyer's messages with the replies, in the evidence of an order.
import { type PartProps, Section, Sheet } from './evidence-parts.tsx';

export function MailSections({ evidence: { emails, messages }, texts: { own, shared }, format }: PartProps) {
  const kinds: Partial<Record<string, string>> = shared.inbox.kinds;
  return (
    <>
      <Section title={own.emails}>
        <Sheet
          label={own.emails}
          columns={[own.kind, own.recipient, own.accepted]}
          none={own.none}
          rows={emails.map(({ kind, recipient, state, created_at, sent_at }, at) => ({
            key: `${at} ${created_at}`,
            cells: [
              kinds[kind] ?? kind,
              recipient,
              sent_at !== null && state === 'sent' ? format.time(sent_at) : capitalized(shared.timeline.mails[state]),
            ],
          }))}
        />
      </Section>
      <Section title={own.messages} isLong>
        {messages.length === 0 ? <p className="text-sm">{own.none}</p> : null}
        <ol className="grid gap-5 text-sm">
          {messages.map(({ name, email, subject, message, received_at, replies }) => (
            <li key={received_at}>
              <p className="break-after-avoid text-xs text-muted">
                <span>{`${own.from} `}</span>
                <bdi>{name}</bdi>
                <span> </span>
                <bdi translate="no">{`<${email}>`}</bdi>
                <span>{`, ${format.time(received_at)}`}</span>
              </p>
              <p className="break-after-avoid font-semibold break-words">{subject}</p>
              <p className="break-words whitespace-pre-line">{message}</p>
              {replies.map(({ text, written_at, sent_at }) => (
                <div key={written_at} className="mt-2 border-l-2 border-hairline pl-3">
                  <p className="break-after-avoid text-xs text-muted">
                    {[own.reply(format.time(written_at)), sent_at && own.replyAccepted(format.time(sent_at))]
                      .filter(Boolean)
                      .join(', ')}
                  </p>
                  <p className="break-words whitespace-pre-line">{text}</p>
                </div>
              ))}
            </li>
          ))}
        </ol>
      </Section>
    </>
  );
}

function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
