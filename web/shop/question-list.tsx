// Expandable questions. Native `details` elements work without script.
import { Icon } from '../ui/icons.tsx';
import type { Question } from './questions.ts';
import { Unbroken } from './unbroken.tsx';

export function QuestionList({ questions }: { questions: readonly Question[] }) {
  return (
    <div className="border-t border-hairline">
      {questions.map(({ topic, question, answer, more }) => (
        <details key={topic} className="question border-b border-hairline">
          <summary className="flex items-center justify-between gap-4 rounded-card py-4 font-semibold hover:text-accent-ink">
            <span>{question}</span>
            <Icon name="chevronDown" className="text-muted transition-transform duration-[120ms]" />
          </summary>
          <p className="max-w-prose pb-5 text-muted">
            <Unbroken text={answer} />
            <MoreLink more={more} />
          </p>
        </details>
      ))}
    </div>
  );
}

/** A link to the page with more information. */
export function MoreLink({ more }: { more: Question['more'] }) {
  if (!more) return null;
  return (
    <>
      <span> </span>
      <a href={more.href} className="font-medium text-ink underline hover:text-accent-ink">
        {more.text}
      </a>
      <span>.</span>
    </>
  );
}
