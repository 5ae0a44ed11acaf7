import { useStore } from '@nanostores/react';
import { Paperclip, X } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { toastSuccess } from '#client/toast.ts';
import { DEPOSIT_RULE, OFFER_FILE_MAX_BYTES, OFFER_FILES_MAX, OFFER_TEXT_MAX, OFFER_WORKS_MAX, offerNoun } from '#contract/offer.ts';
import type { Offer } from '#contract/outputs/offer.ts';
import type { PublishedRow } from '#contract/publish.ts';
import { focusFirstError } from '#kit/focus-error.ts';
import { FilesField } from '#kit/upload/FilesField.tsx';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Field } from '#ui/Field.tsx';
import { Form } from '#ui/Form.tsx';
import { FormError } from '#ui/FormError.tsx';
import { amountText } from '#ui/price-text.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { loadOwnWorks } from './offer-acts.ts';
import { createOfferForm } from './offer-form.store.ts';
import { offerPanelOf } from './offer-panel.store.ts';

export interface OfferFormDialogProps {
  demand_id: number;
  title: string;
  own: Offer | null;
  is_tender: boolean;
  /** Offers for other demands that are left today. */
  left_today: number;
  /** True: it was sent. */
  onClose(sent: boolean): void;
}

/** Price, days, text, files and own works of an offer. */
export function OfferFormDialog({ demand_id, title, own, is_tender, left_today, onClose }: OfferFormDialogProps) {
  const noun = offerNoun(is_tender);
  const onSent = () => {
    toastSuccess(`${noun}${is_tender ? '已密封提交' : own ? '已更新' : '已提交'}`);
    onClose(true);
  };
  const [{ $state, actions }] = useState(() => createOfferForm({ demand_id, own, sealed: is_tender, onSent }));
  const { form, files, unsent, stored, errors, busy } = useStore($state);
  const [blank] = useState(own?.now.sealed === true && form.text === '');
  const [works, setWorks] = useState<PublishedRow[]>([]);
  useEffect(() => {
    let gone = false;
    // without works an offer stands as well
    loadOwnWorks().then(
      (list) => !gone && setWorks(list),
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, []);
  const kept = own?.now.files.filter(({ no }) => form.kept_files.includes(no)) ?? [];
  return (
    <Dialog open title={own ? `修改${noun}` : is_tender ? '投标' : '提交报价'} width={640} modal_only onClose={() => onClose(false)}>
      <p className="mb-4 text-muted">{title}</p>
      {is_tender && (
        <p className="mb-4 rounded-lg bg-tint p-3 text-sm">
          投标提交后立即密封，截止前谁也打不开，包括您自己。
          {blank
            ? '上一份也打不开了，这个浏览器里没有它的底稿，请重新填写；提交后替换上一份。'
            : stored && '您填写的底稿留在这个浏览器里（退出登录时删除），可以改好再次密封；附件需要重新添加。'}
        </p>
      )}
      {!stored && (
        <p className="mb-4 rounded-lg bg-gold-tint p-3 text-sm text-gold-ink" role="status">
          浏览器没有空间保存填写的内容，刷新或离开页面后就找不回来，请自行留一份。
        </p>
      )}
      {unsent && (
        <p className="mb-4 flex flex-wrap items-center gap-2 rounded-lg bg-tint p-3 text-sm" role="status">
          下面填的还没有提交，和您已提交的{noun}不同。
          <Button
            size="sm"
            onClick={({ currentTarget }) => {
              currentTarget.closest('dialog')?.querySelector('input')?.focus();
              actions.restore();
            }}
          >
            放弃，恢复为已提交的
          </Button>
        </p>
      )}
      <Deposit demand_id={demand_id} />
      <Form className="grid gap-1" onSubmit={(form) => actions.submit().then((sent) => sent || focusFirstError(form))}>
        <div className="grid gap-x-4 sm:grid-cols-3">
          <Field
            label="报价（元）"
            required
            maxLength={20}
            inputMode="decimal"
            placeholder="例如 12800"
            value={form.price}
            error={errors.price}
            onValue={(text) => actions.setForm({ price: text })}
          />
          <Field
            label="最高价（元）"
            maxLength={20}
            inputMode="decimal"
            placeholder="一口价时留空"
            value={form.price_max}
            error={errors.price_max}
            onValue={(text) => actions.setForm({ price_max: text })}
          />
          <Field
            label="所需天数"
            inputMode="numeric"
            maxLength={4}
            placeholder="例如 14"
            value={form.days}
            error={errors.days}
            onValue={(text) => actions.setForm({ days: text })}
          />
        </div>
        <TextArea
          label="说明"
          required
          error={errors.text}
          rows={6}
          maxLength={OFFER_TEXT_MAX}
          placeholder={`${noun}包含什么、怎么做、有哪些经验。请不要写联系方式，可以在沟通中交流。`}
          value={form.text}
          onValue={(text) => actions.setForm({ text: text })}
        />
        <FilesField
          label="附件"
          most={OFFER_FILES_MAX}
          beside={kept.length}
          max_bytes={OFFER_FILE_MAX_BYTES}
          files={files}
          error={errors.files}
          onFiles={actions.setFiles}
          onBusy={actions.setUploading}
        />
        {kept.length > 0 && (
          <ul className="grid gap-1 text-sm" aria-label="之前的附件">
            {kept.map(({ no, name }) => (
              <FileLine key={no} name={name} onDrop={() => actions.setForm({ kept_files: form.kept_files.filter((one) => one !== no) })} />
            ))}
          </ul>
        )}
        {works.length > 0 && (
          <fieldset className="mt-2">
            <legend className="mb-1 text-sm font-semibold">附上自己的作品（最多 {OFFER_WORKS_MAX} 个）</legend>
            <div className="grid max-h-40 gap-1 overflow-y-auto rounded-lg border border-line p-2">
              {works.map(({ id, title: name }) => (
                <label key={id} className="flex items-center gap-2 text-sm">
                  <input
                    type="checkbox"
                    className="checkbox checkbox-sm"
                    checked={form.works.includes(id)}
                    onChange={(event) =>
                      actions.setForm({ works: event.target.checked ? [...form.works, id] : form.works.filter((one) => one !== id) })
                    }
                  />
                  <span className="line-clamp-1">{name}</span>
                </label>
              ))}
            </div>
            <FormError>{errors.works}</FormError>
          </fieldset>
        )}
        {errors.form && <FormError className="text-error">{errors.form}</FormError>}
        <div className="mt-2 flex flex-wrap items-center justify-end gap-3">
          {!own && (
            <span className="num mr-auto text-xs text-muted max-sm:w-full">
              今天还可以为 {left_today} 条需求{noun}
            </span>
          )}
          <Button onClick={() => onClose(false)}>取消</Button>
          <Button type="submit" look="primary" busy={busy}>
            {is_tender ? '密封并提交' : own ? '更新报价' : '提交报价'}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

const PurseCard = lazy(async () => ({ default: (await import('../wallet/PurseCard.tsx')).PurseCard }));

/** What a bidder's purse has to cover, and where something is missing the way to fill it, beside what is typed. */
function Deposit({ demand_id }: { demand_id: number }) {
  const { $state, actions } = offerPanelOf(demand_id);
  const { deposit = 0, deposit_short: short = 0 } = useStore($state).panel ?? {};
  if (deposit === 0) return null;
  const state = short > 0 ? `您还差 ¥${amountText(short)}` : '您的保证金足够';
  return (
    <>
      <p className="num mb-4 rounded-lg bg-gold-tint p-3 text-sm text-gold-ink" role="status">
        本次投标占用保证金 ¥{amountText(deposit)}，{state}。{short > 0 ? '' : DEPOSIT_RULE}
      </p>
      <Suspense fallback={<Skeleton rows={1} row_class="h-24" />}>
        {short > 0 && <PurseCard missing={short} onMoved={() => void actions.load()} />}
      </Suspense>
    </>
  );
}

function FileLine({ name, onDrop }: { name: string; onDrop(): void }) {
  return (
    <li className="flex items-center gap-2">
      <Paperclip size={14} aria-hidden="true" className="shrink-0 text-muted" />
      <span className="min-w-0 truncate">{name}</span>
      <button type="button" className="btn btn-ghost btn-xs btn-square" aria-label={`移除 ${name}`} onClick={onDrop}>
        <X size={14} aria-hidden="true" />
      </button>
    </li>
  );
}
