import type { TicketQuestion } from '#contract/outputs/salon.ts';
import { Field } from '#ui/Field.tsx';
import { Select } from '#ui/Select.tsx';

interface Props {
  question: TicketQuestion;
  /** By key. */
  answers: Readonly<Record<string, string>>;
  error: string | null;
  onAnswers(answers: Record<string, string>): void;
}

/** What the organiser asks of somebody who comes. */
export function Question({ question: { key, label, required, options }, answers, error, onAnswers }: Props) {
  const value = answers[key] ?? '';
  const onValue = (text: string) => onAnswers({ ...answers, [key]: text });
  if (options.length === 0)
    return <Field label={label} required={required} maxLength={100} value={value} error={error} onValue={onValue} />;
  return <Select label={label} required={required} error={error} value={value} onValue={onValue} none="请选择" options={options} />;
}
