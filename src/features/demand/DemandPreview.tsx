import { budgetFen, budgetText, type DemandForm, type DemandLabel, VENUE_TEXT, WHO_MAY } from '#contract/demand.ts';
import type { FormFile } from './demand-form.store.ts';

/** The demand as readers will see it. */
export function DemandPreview({ form, labels, files }: { form: DemandForm; labels: DemandLabel[]; files: FormFile[] }) {
  const facts = [
    ['预算', budgetText(budgetFen(form.budget_min), budgetFen(form.budget_max) ?? budgetFen(form.budget_min))],
    ['活动类型', form.event],
    ['人数', form.people && `${form.people} 人`],
    ['活动日期', form.event_date || '未定'],
    ['城市', form.city],
    ['场地', form.venue && VENUE_TEXT[form.venue]],
    ['谁可以报价', WHO_MAY[form.who_may]],
    ['开放', `${form.open_days} 天`],
  ].filter(([, value]) => value);
  return (
    <article className="grid gap-4 rounded-box border border-line p-4">
      <header className="grid gap-1">
        <p className="text-xs text-primary">{labels.find(({ id }) => id === form.label_id)?.name}</p>
        <h3 className="text-lg font-semibold">{form.title}</h3>
      </header>
      <dl className="num grid grid-cols-2 gap-3 sm:grid-cols-4">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="text-xs text-muted">{name}</dt>
            <dd className="font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="whitespace-pre-line break-words">{form.needs}</p>
      {files.length > 0 && (
        <ul className="grid gap-1 text-muted">
          {files.map(({ key, name }) => (
            <li key={key} className="break-all">
              附件：{name}
            </li>
          ))}
        </ul>
      )}
    </article>
  );
}
