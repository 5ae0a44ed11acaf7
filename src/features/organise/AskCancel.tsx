import type { OrganisedSalon } from '#contract/organise.ts';
import { CANCEL_WHY_MAX } from '#contract/salon.ts';
import { ReasonDialog } from '#kit/ask-reason.tsx';
import { Field } from '#ui/Field.tsx';
import { openDialog } from '#ui/open-dialog.tsx';

/** Why a salon does not take place; null: its organiser thought better of it. */
export function askCancel({ title, sold }: Pick<OrganisedSalon, 'title' | 'sold'>): Promise<string | null> {
  let [count, why]: [string, string | null] = ['', null];
  return openDialog<string | null>((close) => (
    <ReasonDialog
      title="取消这场沙龙？"
      subject={title}
      about={`${sold} 张有效票会全额退款，持票人会收到通知和原因。取消后不能恢复。`}
      label="取消的原因"
      max={CANCEL_WHY_MAX}
      fields={
        <Field
          label={`输入有效票数（${sold}）以确认`}
          inputMode="numeric"
          onValue={(text) => {
            count = text;
          }}
        />
      }
      verb="取消并退款"
      back="不取消"
      onClose={() => close(why)}
      onDo={async (reason) => {
        if (count.trim() !== String(sold)) return `请输入有效票数 ${sold} 以确认`;
        why = reason;
        return null;
      }}
    />
  ));
}
