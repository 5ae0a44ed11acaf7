import type { FormErrors, ItemForm } from '#contract/publish.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { inputTime, timeOfInput } from '#ui/time-input.ts';

export interface ScheduleSectionProps {
  form: ItemForm;
  errors: FormErrors;
  /** Where works are reviewed, the time comes after the review. */
  held: boolean;
  onChange(patch: Partial<ItemForm>): void;
}

/** When a work that was never on the site appears. */
export function ScheduleSection({ form, errors, held, onChange }: ScheduleSectionProps) {
  const hint = `北京时间；不填则${held ? '审核通过后' : '提交后'}立即发布。${held ? '到时还在审核的，通过后发布。' : ''}`;
  return (
    <section className="panel p-5 md:p-6" aria-label="发布时间">
      <h2 className="mb-4 text-base font-semibold">发布时间</h2>
      <div className="max-w-sm">
        <Field
          label="定时发布（可不填）"
          type="datetime-local"
          className="num"
          value={inputTime(form.publish_at)}
          error={errors.publish_at}
          hint={hint}
          onValue={(text) => onChange({ publish_at: timeOfInput(text) })}
          after={form.publish_at === null ? null : <Button onClick={() => onChange({ publish_at: null })}>清除</Button>}
        />
      </div>
    </section>
  );
}
