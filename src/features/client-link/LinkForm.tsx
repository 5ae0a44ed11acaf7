import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { ApiError } from '#client/api-error.ts';
import { toastSuccess } from '#client/toast.ts';
import {
  CLIENT_DAYS,
  CLIENT_NAME_MAX,
  CLIENT_NOTE_MAX,
  CLIENT_PASSWORD,
  CLIENT_TITLE_MAX,
  type ClientLink,
} from '#contract/client-link.ts';
import { type Logo, LogoField } from '#kit/upload/LogoField.tsx';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Field } from '#ui/Field.tsx';
import { Form } from '#ui/Form.tsx';
import { FormError } from '#ui/FormError.tsx';
import { Select } from '#ui/Select.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { timeText } from '#ui/time-text.ts';
import { saveLink } from './link-calls.ts';

interface Props {
  /** Of a new link. */
  work?: { id: number; title: string; is_paper?: boolean };
  /** Whose name and picture a new one takes over. */
  like?: ClientLink | undefined;
  /** The one to be changed. */
  link?: ClientLink;
  close(saved: ClientLink | null): void;
}

const DAYS = [7, CLIENT_DAYS.default, 90, 180, CLIENT_DAYS.max].map((days) => [String(days), `${days} 天`] as const);

/** What a link says to the client, and who may open it how long. */
export function LinkForm({ work, like, link, close }: Props) {
  const before = link ?? like;
  const [title, setTitle] = useState(link?.title ?? [...(work?.title ?? '')].slice(0, CLIENT_TITLE_MAX).join(''));
  const [name, setName] = useState(before?.name ?? '');
  const [note, setNote] = useState(link?.note ?? '');
  const [password, setPassword] = useState('');
  const [keep, setKeep] = useState(link?.has_password === 1);
  const [days, setDays] = useState(link ? '' : String(CLIENT_DAYS.default));
  const [most, setMost] = useState(link && link.view_most > 0 ? String(link.view_most) : '');
  const [logo, setLogo] = useState<Logo>({ src: before?.logo ?? '' });
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const is_paper = work?.is_paper ?? link?.is_paper === 1;
  const [sources, setSources] = useState(link?.sources === 1);
  const [more, setMore] = useState(link !== undefined);
  const save = async () => {
    setBusy(true);
    setErrors({});
    try {
      const saved = await saveLink({
        ...(link ? { id: link.id } : { [is_paper ? 'paper_id' : 'item_id']: work?.id ?? 0 }),
        ...(is_paper ? { sources: sources ? 1 : 0 } : {}),
        ...{ title, name, note, view_most: most.trim() === '' ? 0 : most.trim() },
        ...(password !== '' ? { password } : keep ? {} : { password: '' }),
        ...(days === '' ? {} : { days }),
        ...(logo.id === undefined ? {} : { logo_id: logo.id }),
      });
      if (link) toastSuccess('已保存');
      close(saved);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setErrors(Object.keys(error.fields).length > 0 ? error.fields : { form: error.msg });
      setMore(true);
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      title={link?.is_talk === 1 ? '修改分享链接' : link ? '修改客户链接' : '发给客户看'}
      width={480}
      onClose={() => close(null)}
    >
      <Form className="grid gap-1" onSubmit={() => void save()}>
        <p className="mb-2 text-muted">
          {link?.is_talk === 1
            ? '拿到链接的人不用登录，只能看，不能改；看到的是分享时的内容，删除对话后链接随之失效。'
            : is_paper
              ? '客户不用登录，只能看，不能改；看到的总是文档现在的内容，删除文档后链接随之失效。'
              : `客户不用登录，只能看页面图片，不能下载；每页带有您的署名和标题水印。《${work?.title ?? link?.work}》的权益结束后，链接随之失效。`}
        </p>
        <Field
          label={link?.is_talk === 1 ? '标题' : '给客户看的标题'}
          required
          maxLength={CLIENT_TITLE_MAX}
          value={title}
          error={errors['title'] ?? errors['item_id']}
          onValue={setTitle}
        />
        <Select
          label="有效期"
          options={link?.is_talk === 1 ? [...DAYS, ['0', '没有期限']] : DAYS}
          {...(link ? { none: link.ends_at === 0 ? '保持没有期限' : `保持到 ${timeText(link.ends_at)}` } : {})}
          value={days}
          error={errors['days']}
          onValue={setDays}
        />
        <TextArea
          label="留言"
          rows={2}
          maxLength={CLIENT_NOTE_MAX}
          placeholder="写在页面上方，如：请重点看第 6 页的预算"
          value={note}
          error={errors['note']}
          onValue={setNote}
        />
        {is_paper && (
          <label className="mb-3 flex items-center gap-2">
            <input
              type="checkbox"
              className="checkbox checkbox-primary checkbox-sm"
              checked={sources}
              onChange={(event) => setSources(event.target.checked)}
            />
            让客户看到参考来源（如有）
          </label>
        )}
        <details className="group mb-3" open={more} onToggle={(event) => setMore(event.currentTarget.open)}>
          <summary className="mb-3 flex items-center gap-1 text-muted">
            署名、标志、密码、次数
            <ChevronDown size={16} className="transition-transform duration-150 group-open:rotate-180" aria-hidden="true" />
          </summary>
          <div className="grid gap-x-3 sm:grid-cols-2">
            <Field
              label="署名"
              maxLength={CLIENT_NAME_MAX}
              placeholder="不填用您的昵称"
              value={name}
              error={errors['name']}
              onValue={setName}
            />
            <LogoField
              {...{ logo, busy, testid: 'client-logo', error: errors['logo_id'] }}
              onLogo={setLogo}
              onBusy={setBusy}
              onError={(logo_id) => setErrors(logo_id === '' ? {} : { logo_id })}
            />
            <Field
              label={keep ? '新密码' : '查看密码'}
              autoComplete="off"
              maxLength={CLIENT_PASSWORD.max}
              placeholder={keep ? '不改请留空' : '不填则不需要密码'}
              value={password}
              error={errors['password']}
              onValue={setPassword}
            />
            <Field
              label="最多打开人次"
              inputMode="numeric"
              maxLength={5}
              placeholder="不限"
              value={most}
              error={errors['view_most']}
              onValue={setMost}
            />
          </div>
          {link?.has_password === 1 && (
            <label className="mb-3 flex items-center gap-2">
              <input
                type="checkbox"
                className="checkbox checkbox-primary checkbox-sm"
                checked={!keep}
                onChange={(event) => setKeep(!event.target.checked)}
              />
              取消密码
            </label>
          )}
        </details>
        {errors['form'] && <FormError className="text-error">{errors['form']}</FormError>}
        <div>
          <Button type="submit" look="primary" busy={busy}>
            {link ? '保存' : '生成链接'}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
