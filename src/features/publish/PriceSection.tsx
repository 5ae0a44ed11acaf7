import { useId } from 'react';
import type { KindFacts } from '#contract/kinds.ts';
import { isLicensed, LICENCES } from '#contract/licence.ts';
import { checkPrice, type FormErrors, type ItemForm, PRICE_MAX, PRICE_MIN, plainPrice } from '#contract/publish.ts';
import { classNames } from '#ui/class-names.ts';
import { Field } from '#ui/Field.tsx';
import { amountText } from '#ui/price-text.ts';

export interface PriceSectionProps {
  kind: KindFacts;
  form: ItemForm;
  errors: FormErrors;
  /** Share of the price the publisher earns, basis points. */
  share_bp: number;
  /** Of memberships' income to publishers, basis points. */
  pool_bp: number;
  onChange(patch: Partial<ItemForm>): void;
  onLeave(name: keyof FormErrors): void;
}

const CHOICES: Array<{ type: ItemForm['price_type']; title: string; about: string }> = [
  { type: 'paid', title: '付费', about: '单独购买后可看全文并下载' },
  { type: 'vip', title: '会员专享', about: '会员可下载，也可另设单独购买价' },
  { type: 'free', title: '免费', about: '登录即可下载，帮您积累粉丝' },
];

/** The same for what is learnt and not downloaded. */
const LESSONS_ABOUT: Record<ItemForm['price_type'], string> = {
  paid: '单独购买后可以学习全部课时',
  vip: '课程会员可以学习，也可另设单独购买价',
  free: '登录即可学习全部课时',
};

/** The same for a kind that a membership opens whole. */
const WHOLE_ABOUT: Record<ItemForm['price_type'], string> = {
  paid: '单独购买后可看全部图片并下载原图；方案会员与全站会员直接可用',
  vip: '会员可解锁下载，也可另设单独购买价',
  free: '所有人可看全部图片；原图归方案会员与全站会员',
};

/** The same for a file beside pictures that everybody sees. */
const FILE_ABOUT: Partial<Record<ItemForm['price_type'], string>> = { paid: '单独购买后可下载源文件' };

function aboutOf(kind: KindFacts): Partial<Record<ItemForm['price_type'], string>> {
  if (kind.gives === 'lessons') return LESSONS_ABOUT;
  if (kind.sale?.opened_by) return WHOLE_ABOUT;
  return kind.media ? FILE_ABOUT : {};
}

/** How the work is sold, and what its publisher gets. */
export function PriceSection({ kind, form, errors, share_bp, pool_bp, onChange, onLeave }: PriceSectionProps) {
  const id = useId();
  const of_lessons = kind.gives === 'lessons';
  const opened_whole = kind.sale?.opened_by !== undefined;
  const others = aboutOf(kind);
  return (
    <section className="panel p-5 md:p-6" aria-labelledby={id}>
      <h2 id={id} className="mb-4 text-base font-semibold">
        收费方式
      </h2>
      <div role="radiogroup" aria-labelledby={id} className="grid gap-3 md:grid-cols-3">
        {CHOICES.map(({ type, title, about }) => (
          <label
            key={type}
            className={classNames('flex cursor-pointer gap-3 rounded-box p-4 framed', form.price_type === type && 'bg-tint framed-chosen')}
          >
            <input
              type="radio"
              name="price_type"
              className="radio radio-primary radio-sm mt-0.5"
              checked={form.price_type === type}
              onChange={() => onChange({ price_type: type })}
            />
            <span>
              <span className="block font-semibold">{title}</span>
              <span className="block text-xs text-muted">{others[type] ?? about}</span>
            </span>
          </label>
        ))}
      </div>
      {opened_whole && form.price_type === 'paid' && (
        <p className="mt-4 text-muted">方案会员与全站会员凭会员权益查看和下载时{memberShare(pool_bp)}。兑换券与看广告解锁没有收益。</p>
      )}
      {form.price_type === 'vip' && (
        <p className="mt-4 text-muted">
          会员凭会员权益{of_lessons ? '学习' : '下载'}时{memberShare(pool_bp)}
          。兑换券与看广告解锁没有收益。不填单独购买价，就只有会员能{of_lessons ? '学习' : '下载'}。
        </p>
      )}
      {form.price_type !== 'free' && (
        <div className="mt-4 max-w-sm">
          <Field
            label={form.price_type === 'vip' ? '单独购买价（元，可不填）' : '价格（元）'}
            required={form.price_type === 'paid'}
            inputMode="decimal"
            className="num"
            placeholder={`${PRICE_MIN} 至 ${PRICE_MAX}`}
            value={form.price}
            error={errors.price}
            hint={earning(kind, form, share_bp)}
            onValue={(text) => onChange({ price: text })}
            onBlur={() => onLeave('price')}
          />
          {isLicensed(kind) && (
            <>
              <Field
                label="企业授权价（元，可不填）"
                inputMode="decimal"
                className="num"
                value={form.company_price ?? ''}
                error={errors.company_price}
                hint={`上面的价格是个人授权。企业授权：${LICENCES.company.about}`}
                onValue={(text) => onChange({ company_price: text })}
                onBlur={() => onLeave('company_price')}
              />
              <label className="mt-2 flex items-center gap-2">
                <input
                  type="checkbox"
                  className="checkbox checkbox-primary checkbox-sm"
                  checked={form.exclusive ?? false}
                  onChange={(event) => onChange({ exclusive: event.target.checked })}
                />
                接受洽谈独家授权（在消息里与买家另行约定）
              </label>
            </>
          )}
        </div>
      )}
    </section>
  );
}

/** What members' use brings. */
const memberShare = (pool_bp: number): string =>
  pool_bp > 0 ? `，按读者数分得每月会员收入的 ${pool_bp / 100}%（所有发布者共享）` : '您没有收益，收益只来自单独购买';

function earning(kind: KindFacts, form: ItemForm, share_bp: number) {
  const share = `${share_bp / 100}%`;
  const sold = `每售出一${kind.measure}，您将获得`;
  const text = plainPrice(form.price);
  if (text === '' || Number(text) === 0 || checkPrice(form.price_type, text) !== null) return `${sold}价格的 ${share}`;
  const fen = Math.floor((Math.round(Number(text) * 100) * share_bp) / 10_000);
  return (
    <span className="num">
      {sold} <strong className="text-sm text-primary">¥{amountText(fen / 100)}</strong>（{share}）
    </span>
  );
}
