import { Store } from 'lucide-react';
import { paths } from '#contract/paths.ts';
import type { ShopCard } from '#contract/shop.ts';
import { Empty } from '#ui/Empty.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { countText } from '#ui/price-text.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { useOwnShop } from './use-own-shop.ts';

/** 我的店铺: what it shows now, and what may be done with it. */
export default function MyShopIsland() {
  const { state, actions } = useOwnShop();
  if (state.failure) return <ErrorState {...state.failure} onRetry={() => void actions.load()} />;
  if (!state.known) return <Skeleton rows={3} row_class="h-24" />;
  return <div className="panel p-4 md:p-6">{state.shop ? <Shop shop={state.shop} /> : <NoShop />}</div>;
}

function NoShop() {
  return (
    <Empty title="还没有开通店铺" hint="有了店铺就能展示案例，出现在服务商列表里，让客户找到您。">
      <a className="btn btn-primary" href={paths.shops.edit}>
        开通店铺
      </a>
    </Empty>
  );
}

function Shop({ shop }: { shop: ShopCard }) {
  const counters: Array<[string, number]> = [
    ['资源', shop.res_num],
    ['案例', shop.case_num],
    ['关注', shop.focus_num],
    ['人气', shop.view_num],
  ];
  const missing = [!shop.logo_img && 'LOGO', !shop.cover_img && '封面', shop.introduction === '' && '店铺介绍'].filter(Boolean);
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center gap-4">
        <span className="grid size-22 shrink-0 place-items-center overflow-hidden rounded-box border border-line text-muted">
          {shop.logo_img ? <img src={shop.logo_img.src} alt="" className="fit" /> : <Store size={40} aria-hidden="true" />}
        </span>
        <div className="min-w-0 flex-1 basis-40">
          <h2 className="text-lg font-semibold break-words">{shop.name}</h2>
          <p className="text-muted">{[shop.area_name, shop.cate].filter(Boolean).join(' · ')}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <a className="btn" href={paths.shop(shop.id)}>
            查看店铺
          </a>
          <a className="btn btn-primary" href={paths.shops.edit}>
            编辑店铺
          </a>
        </div>
      </div>
      <dl className="num grid grid-cols-4 rounded-lg bg-ground py-3 text-center">
        {counters.map(([name, count]) => (
          <div key={name} className="flex flex-col-reverse">
            <dt className="text-xs text-muted">{name}</dt>
            <dd className="text-lg font-semibold">{countText(count)}</dd>
          </div>
        ))}
      </dl>
      {shop.risk_tips && (
        <p className="rounded-lg bg-gold-tint px-3 py-2 text-xs text-gold-ink">
          读者会看到：{shop.risk_tips} 在“编辑店铺”里填写统一社会信用代码后，这条提示就不再显示。
        </p>
      )}
      {missing.length > 0 && <p className="text-muted">还差{missing.join('、')}，补上后更容易被客户选中。</p>}
      <p>
        <a className="text-primary underline underline-offset-2" href={paths.shops.cases}>
          管理我的案例
        </a>
      </p>
    </div>
  );
}
