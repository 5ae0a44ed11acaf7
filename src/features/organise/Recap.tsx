import { useStore } from '@nanostores/react';
import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { KINDS } from '#contract/kinds.ts';
import { RECAP_CAPTION_MAX, RECAP_PICTURES_MAX, RECAP_STATE_TEXT, RECAP_TEXT_MAX, RECAP_TEXT_MIN, recapHref } from '#contract/recap.ts';
import { SaveLine, TwoTexts } from '#kit/SaveLine.tsx';
import { Button } from '#ui/Button.tsx';
import { Empty } from '#ui/Empty.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { FilePicker } from '#ui/FilePicker.tsx';
import { Form } from '#ui/Form.tsx';
import { FormError } from '#ui/FormError.tsx';
import { Select } from '#ui/Select.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { createRecap } from './recap.store.ts';

/** The recap of an own salon: text, pictures with their words, and the film of one of one's talks. */
export function Recap({ id }: { id: number }) {
  const [{ $state, actions }] = useState(() => createRecap(id));
  const { own, failure, form, shown, uploading, errors, save, busy } = useStore($state);
  useEffect(() => void actions.load(), [actions]);
  if (failure && !own) return <ErrorState {...failure} onRetry={() => void actions.load()} />;
  if (!own) return <Skeleton rows={3} row_class="h-24" />;
  if (!own.may_write) return <Empty title="活动结束后在这里写回顾" hint="文字、现场照片和短分享，会出现在沙龙页面和沙龙首页。" />;
  if (save.kind === 'conflict' && save.whole) return <TwoTexts acts={actions} />;
  return (
    <Form className="grid gap-4" onSubmit={actions.submit}>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span className="badge">{RECAP_STATE_TEXT[own.state]}</span>
        <span className="num text-muted">到场 {own.attended} 人（按签到）</span>
        {own.shown && (
          <a className="link" href={recapHref(id)}>
            查看回顾页
          </a>
        )}
        <a className="link" href={KINDS.talk.paths.add}>
          发布短分享
        </a>
      </p>
      {own.reject_reason && <p className="rounded-box bg-gold-tint p-3 text-gold-ink">没有通过：{own.reject_reason}</p>}
      {own.shown && own.state === 'waiting' && <p className="text-muted">读者现在看到的仍是上一次通过的内容。</p>}
      <TextArea
        label="回顾正文"
        required
        error={errors['text']}
        hint={`至少 ${RECAP_TEXT_MIN} 个字，每段之间空一行`}
        rows={10}
        maxLength={RECAP_TEXT_MAX}
        value={form.text}
        onValue={(text) => actions.change({ text: text })}
      />
      <fieldset className="grid gap-3">
        <legend className="mb-2 text-sm font-semibold">
          现场照片（{form.pictures.length}/{RECAP_PICTURES_MAX}）
        </legend>
        <ol className="grid gap-3 sm:grid-cols-2">
          {form.pictures.map(({ file_id, caption }, at) => (
            <li key={file_id} className="grid grid-cols-[96px_1fr_auto] items-center gap-3 rounded-lg border border-line p-2">
              <img className="aspect-[4/3] w-24 rounded object-cover" src={shown[file_id] || undefined} alt={caption || `照片 ${at + 1}`} />
              <input
                className="input w-full"
                aria-label={`照片 ${at + 1} 的说明`}
                placeholder="说明（可不填）"
                maxLength={RECAP_CAPTION_MAX}
                value={caption}
                onChange={(event) => actions.setCaption(file_id, event.target.value)}
              />
              <span className="grid">
                <Button
                  size="sm"
                  look="ghost"
                  disabled={at === 0}
                  aria-label={`照片 ${at + 1} 前移`}
                  onClick={() => actions.movePicture(at, -1)}
                >
                  <ArrowUp size={14} aria-hidden="true" />
                </Button>
                <Button
                  size="sm"
                  look="ghost"
                  disabled={at === form.pictures.length - 1}
                  aria-label={`照片 ${at + 1} 后移`}
                  onClick={() => actions.movePicture(at, 1)}
                >
                  <ArrowDown size={14} aria-hidden="true" />
                </Button>
                <Button size="sm" look="ghost" aria-label={`移除照片 ${at + 1}`} onClick={() => actions.dropPicture(file_id)}>
                  <X size={14} aria-hidden="true" />
                </Button>
              </span>
            </li>
          ))}
        </ol>
        <FilePicker
          label="添加照片"
          accept="image/jpeg,image/png,image/webp"
          multiple
          chosen={uploading > 0 ? `正在上传，还有 ${uploading} 张` : undefined}
          onFiles={(files) => void actions.addPictures(files)}
        />
        {errors['pictures'] && <FormError className="text-xs text-error">{errors['pictures']}</FormError>}
      </fieldset>
      <Select
        label="开头的视频"
        error={errors['film']}
        hint="选自您发布的短分享"
        value={form.film ?? ''}
        onValue={(chosen) => actions.change({ film: chosen === '' ? null : Number(chosen) })}
        none="不放视频"
        options={own.talks.map((talk) => [talk.id, talk.title])}
      />
      {errors['form'] && <FormError className="text-error">{errors['form']}</FormError>}
      <div className="flex flex-wrap items-center gap-3">
        <Button look="primary" type="submit" busy={busy} disabled={uploading > 0}>
          提交审核
        </Button>
        {(own.shown || own.state === 'waiting') && (
          <Button busy={busy} onClick={() => void actions.withdraw()}>
            {own.shown ? '撤下回顾' : '撤回审核'}
          </Button>
        )}
        <SaveLine save={save} acts={actions} />
      </div>
    </Form>
  );
}
