// Questions that unfold. Native, so that they work without script.
import { Icon } from '../ui/icons.tsx';
import type { Question } from './questions.ts';

export function QuestionList({ questions }: { questions: readonly Question[] }) {
  return (
    <div className="border-t border-hairline">
      {questions.map(({ topic, question, answer }) => (
        <details key={topic} className="question border-b border-hairline">
          <summary className="flex items-center justify-between gap-4 rounded-card py-4 font-semibold hover:text-accent-ink">
            {question}
            <Icon name="chevronDown" className="text-muted transition-transform duration-[120ms]" />
          </summary>
          <p className="max-w-prose pb-5 text-muted">{answer}</p>
        </details>
      ))}
    </div>
  );
}
