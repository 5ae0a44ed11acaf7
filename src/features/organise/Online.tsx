import { useState } from 'react';
import { ApiError, type Failure, failureOf } from '#client/api-error.ts';
import { toastSuccess } from '#client/toast.ts';
import type { OrganisedSalon } from '#contract/organise.ts';
import { LINK_MAX, LINK_MINUTES, REMIND_TEXT_MAX } from '#contract/salon.ts';
import { focusFirstError } from '#kit/focus-error.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Form } from '#ui/Form.tsx';
import { FormError } from '#ui/FormError.tsx';
import { Select } from '#ui/Select.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { saveOnline } from './screen-calls.ts';

const minutesText = (n: number) => (n < 60 ? `${n} 分钟` : n < 1_440 ? `${n / 60} 小时` : '1 天');

/** Where those who are not there take part, and what reminders say. */
export function Online({ salon, onSaved }: { salon: OrganisedSalon; onSaved(): void }) {
  const { mode, ...known } = salon.online;
  const [form, setForm] = useState(known);
  const [error, setError] = useState<string | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [busy, setBusy] = useState(false);
  const change = (patch: Partial<typeof form>) => setForm((before) => ({ ...before, ...patch }));
  const fixed = salon.state === 'over' || salon.state === 'cancelled';
  const save = async () => {
    const wrong = form.link.trim() === '' || /^https:\/\/\S+$/.test(form.link.trim()) ? null : '请填写以 https:// 开头的会议链接';
    setError(wrong);
    if (wrong) return void requestAnimationFrame(() => focusFirstError());
    setBusy(true);
    setFailure(null);
    try {
      await saveOnline(salon.id, form);
      toastSuccess(known.link !== '' && known.link !== form.link ? '已保存，持票人会收到新入口的消息' : '已保存');
      onSaved();
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown;
      if (!thrown.fields['link']) return setFailure(failureOf(thrown));
      setError(thrown.fields['link']);
      requestAnimationFrame(() => focusFirstError());
    } finally {
      setBusy(false);
    }
  };
  return (
    <Form className="grid max-w-2xl gap-2" onSubmit={() => void save()}>
      {mode === 'here' ? (
        <p className="mb-2 text-muted">这是线下沙龙。要在线上举办，请先在“修改”里把举办方式改为线上，或线上线下同步。</p>
      ) : (
        <>
          <Field
            label="线上入口"
            type="url"
            placeholder="https://meeting.tencent.com/…"
            maxLength={LINK_MAX}
            hint="任何会议平台的链接都可以。只有持线上票的人在下面的时间起看得到，不出现在任何页面和名单里；换了链接，他们会收到消息。"
            disabled={fixed}
            error={error}
            value={form.link}
            onValue={(link) => change({ link })}
          />
          <Select
            label="开始前多久开放"
            disabled={fixed}
            value={form.before_min}
            onValue={(chosen) => change({ before_min: Number(chosen) })}
            options={LINK_MINUTES.map((n) => [n, minutesText(n)] as const)}
          />
        </>
      )}
      <TextArea
        label="提醒里加一句话"
        hint="开始前一天，所有持票人会收到时间、地点或线上入口；这里可以写要带什么、几点签到。"
        rows={3}
        maxLength={REMIND_TEXT_MAX}
        disabled={fixed}
        value={form.text}
        onValue={(text) => change({ text })}
      />
      <FormError className="text-error empty:hidden" failure={failure} />
      {!fixed && (
        <p>
          <Button look="primary" type="submit" busy={busy}>
            保存
          </Button>
        </p>
      )}
    </Form>
  );
}
