import type { TicketKindForm, TicketQuestion } from '#contract/outputs/salon.ts';
import { SALON_QUESTIONS_MAX, YES_NO } from '#contract/salon.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { FormError } from '#ui/FormError.tsx';
import { Select } from '#ui/Select.tsx';

interface Props {
  kind: TicketKindForm;
  at: number;
  /** The salon is online as well: each kind is for one of both. */
  both: boolean;
  fault(name: keyof TicketKindForm): string | null;
  /** Its seats are those of the plan. */
  seated: boolean;
  onChange(patch: Partial<TicketKindForm>): void;
  onDrop?(): void;
}

/** A kind of ticket of the form, with what it asks of each guest. */
export function KindRow({ kind, at, both, fault, seated, onChange, onDrop }: Props) {
  const text = (name: 'name' | 'about' | 'price' | 'capacity' | 'early_price' | 'early_until' | 'member_price') => ({
    value: kind[name],
    error: fault(name),
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  });
  return (
    <fieldset className="grid gap-x-3 rounded-box border border-line p-4 sm:grid-cols-3">
      <legend className="px-1 text-xs text-muted">票种 {at + 1}</legend>
      <Field label="名称" required maxLength={20} {...text('name')} />
      <Field label="价格（元）" required inputMode="decimal" hint="免费填 0" {...text('price')} />
      <Field label="名额" required inputMode="numeric" disabled={seated} hint={seated ? '由座位图决定' : undefined} {...text('capacity')} />
      <Field label="早鸟价（元）" inputMode="decimal" hint="选填" {...text('early_price')} />
      <Field label="早鸟截止" type="date" hint="含当天" {...text('early_until')} />
      <Field label="会员价（元）" inputMode="decimal" hint="选填" {...text('member_price')} />
      <div className="sm:col-span-3">
        <Field label="说明" maxLength={100} {...text('about')} />
      </div>
      {both && (
        <label className="mb-3 flex items-center gap-2 sm:col-span-3">
          <input
            type="checkbox"
            className="checkbox checkbox-sm"
            checked={kind.online}
            onChange={(event) => onChange({ online: event.target.checked })}
          />
          线上票：从网络参加，不能入场
        </label>
      )}
      <FormError className="text-xs text-error empty:hidden sm:col-span-3">{fault('online')}</FormError>
      <div className="grid gap-2 sm:col-span-3">
        {kind.questions.map((question, n) => (
          <Question
            key={question.key}
            question={question}
            name={`票种 ${at + 1} 的问题 ${n + 1}`}
            onChange={(patch) => onChange({ questions: kind.questions.map((one, m) => (m === n ? { ...one, ...patch } : one)) })}
            onDrop={() => onChange({ questions: kind.questions.filter((_one, m) => m !== n) })}
          />
        ))}
        <FormError className="text-xs text-error empty:hidden">{fault('questions')}</FormError>
        <p className="flex flex-wrap gap-2">
          {kind.questions.length < SALON_QUESTIONS_MAX && (
            <Button size="sm" onClick={() => onChange({ questions: [...kind.questions, newQuestion(kind.questions)] })}>
              向报名者提问
            </Button>
          )}
          {onDrop && (
            <Button size="sm" look="ghost" aria-label={`删除票种 ${at + 1}`} onClick={onDrop}>
              删除票种
            </Button>
          )}
        </p>
      </div>
    </fieldset>
  );
}

function newQuestion(known: readonly TicketQuestion[]): TicketQuestion {
  const numbers = known.map(({ key }) => Number(key.slice(1)) || 0);
  return { key: `q${Math.max(0, ...numbers) + 1}`, label: '', required: false, options: [] };
}

interface QuestionProps {
  question: TicketQuestion;
  name: string;
  onChange(patch: Partial<TicketQuestion>): void;
  onDrop(): void;
}

const WAYS = { text: [], choice: ['选项一', '选项二'], yes_no: YES_NO } as const;

function Question({ question, name, onChange, onDrop }: QuestionProps) {
  const { options } = question;
  const way = options.length === 0 ? 'text' : options.join() === YES_NO.join() ? 'yes_no' : 'choice';
  return (
    <div className="grid items-start gap-x-3 sm:grid-cols-[minmax(0,1fr)_120px_minmax(0,1fr)_auto_auto]">
      <Field label={name} maxLength={60} value={question.label} onValue={(text) => onChange({ label: text })} />
      <Select
        label="回答方式"
        aria-label={`${name} 的回答方式`}
        value={way}
        onValue={(chosen) => onChange({ options: [...WAYS[chosen as keyof typeof WAYS]] })}
        options={[
          ['text', '填空'],
          ['choice', '单选'],
          ['yes_no', '是或否'],
        ]}
      />
      {way === 'choice' ? (
        <Field
          label="选项"
          hint="用顿号或逗号隔开"
          value={options.join('、')}
          onValue={(text) => onChange({ options: text === '' ? [''] : text.split(/[、，,]/).slice(0, 12) })}
        />
      ) : (
        <span className="max-sm:hidden" />
      )}
      <label className="flex items-center gap-2 sm:mt-8">
        <input
          type="checkbox"
          className="checkbox checkbox-sm"
          checked={question.required}
          onChange={(event) => onChange({ required: event.target.checked })}
        />
        必填
      </label>
      <Button size="sm" look="ghost" className="sm:mt-7" aria-label={`删除${name}`} onClick={onDrop}>
        删除
      </Button>
    </div>
  );
}
