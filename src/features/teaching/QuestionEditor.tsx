import { ChevronDown, ChevronUp, Trash2, X } from 'lucide-react';
import { useId } from 'react';
import { QUESTION_KINDS, QUIZ_MAX, type QuizQuestion } from '#contract/quiz.ts';
import { Button } from '#ui/Button.tsx';
import { FormError } from '#ui/FormError.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { TextBox } from '#ui/TextArea.tsx';

export interface QuestionEditorProps {
  question: QuizQuestion;
  number: number;
  last: boolean;
  error: string | undefined;
  onChange(question: QuizQuestion): void;
  onRemove(): void;
  onStep(by: -1 | 1): void;
}

/** One question: its text, its options with what is right, and why. Every part is reached by Tab. */
export function QuestionEditor({ question, number, last, error, onChange, onRemove, onStep }: QuestionEditorProps) {
  const id = useId();
  const { kind, text, options, right, explanation } = question;
  const mark = (at: number, on: boolean) => {
    if (kind !== 'many') return onChange({ ...question, right: [at] });
    onChange({ ...question, right: (on ? [...right, at] : right.filter((one) => one !== at)).toSorted((a, b) => a - b) });
  };
  const removeOption = (at: number) =>
    onChange({
      ...question,
      options: options.filter((_, place) => place !== at),
      right: right.filter((one) => one !== at).map((one) => (one > at ? one - 1 : one)),
    });
  return (
    <li className="rounded-box border border-line p-4">
      <fieldset className="grid gap-3" aria-describedby={error ? `${id}-error` : undefined}>
        <div className="flex flex-wrap items-center gap-1">
          <legend className="num flex-1 font-semibold">
            第 {number} 题 · {QUESTION_KINDS[kind]}
          </legend>
          <IconButton label={`上移第 ${number} 题`} disabled={number === 1} onPress={() => onStep(-1)}>
            <ChevronUp size={16} aria-hidden="true" />
          </IconButton>
          <IconButton label={`下移第 ${number} 题`} disabled={last} onPress={() => onStep(1)}>
            <ChevronDown size={16} aria-hidden="true" />
          </IconButton>
          <IconButton label={`删除第 ${number} 题`} onPress={onRemove}>
            <Trash2 size={16} aria-hidden="true" />
          </IconButton>
        </div>
        <TextBox
          rows={2}
          maxLength={QUIZ_MAX.text}
          aria-label={`第 ${number} 题的题目`}
          aria-invalid={Boolean(error)}
          placeholder="题目"
          value={text}
          onValue={(text) => onChange({ ...question, text: text })}
        />
        <ul className="grid grid-cols-1 gap-2" aria-label={`第 ${number} 题的选项，勾选正确答案`}>
          {options.map((option, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an option is its place
            <li key={at} className="flex items-center gap-2">
              <input
                type={kind === 'many' ? 'checkbox' : 'radio'}
                name={`${id}-right`}
                className={kind === 'many' ? 'checkbox checkbox-sm' : 'radio radio-sm'}
                aria-label={`选项 ${at + 1} 是正确答案`}
                checked={right.includes(at)}
                onChange={(event) => mark(at, event.target.checked)}
              />
              {kind === 'judge' ? (
                <span>{option}</span>
              ) : (
                <>
                  <input
                    className="input input-sm w-full"
                    maxLength={QUIZ_MAX.option}
                    aria-label={`第 ${number} 题的选项 ${at + 1}`}
                    placeholder={`选项 ${at + 1}`}
                    value={option}
                    onChange={(event) =>
                      onChange({ ...question, options: options.map((one, place) => (place === at ? event.target.value : one)) })
                    }
                  />
                  <IconButton label={`删除第 ${number} 题的选项 ${at + 1}`} disabled={options.length <= 2} onPress={() => removeOption(at)}>
                    <X size={16} aria-hidden="true" />
                  </IconButton>
                </>
              )}
            </li>
          ))}
        </ul>
        {kind !== 'judge' && options.length < QUIZ_MAX.options && (
          <div>
            <Button size="sm" look="ghost" onClick={() => onChange({ ...question, options: [...options, ''] })}>
              添加选项
            </Button>
          </div>
        )}
        <TextBox
          rows={2}
          maxLength={QUIZ_MAX.explanation}
          aria-label={`第 ${number} 题的解析`}
          placeholder="解析：答完以后显示，可不填"
          value={explanation}
          onValue={(text) => onChange({ ...question, explanation: text })}
        />
        {error && (
          <FormError id={`${id}-error`} className="text-xs text-error">
            {error}
          </FormError>
        )}
      </fieldset>
    </li>
  );
}
