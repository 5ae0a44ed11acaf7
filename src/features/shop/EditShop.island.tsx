import { useRef } from 'react';
import { paths } from '#contract/paths.ts';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { ShopFields } from './ShopFields.tsx';
import { ShopPictures } from './ShopPictures.tsx';
import { useOwnShop } from './use-own-shop.ts';

/** Opening a shop, and changing it. */
export default function EditShopIsland() {
  const { state, actions } = useOwnShop();
  const form = useRef<HTMLDivElement>(null);
  if (state.failure) return <ErrorState {...state.failure} onRetry={() => void actions.load()} />;
  if (!state.known) return <Skeleton rows={5} row_class="h-14" />;
  const submit = async () => {
    if (await actions.submit()) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  };
  return (
    <div className="grid gap-6" ref={form}>
      <section className="panel p-4 md:p-6" aria-labelledby="shop-facts">
        <h2 id="shop-facts" className="text-base font-semibold">
          {state.shop ? '店铺资料' : '开通店铺'}
        </h2>
        <p className="mt-1 mb-4 text-muted">
          {state.shop ? '' : '登录后就可以开通店铺；'}资料由您填写并负责，读者都能看到。通过企业认证或店铺认证后，店铺更受信任。
        </p>
        <ShopFields state={state} actions={actions} onSubmit={() => void submit()} />
      </section>
      {state.shop ? (
        <>
          <section className="panel p-4 md:p-6" aria-labelledby="shop-pictures">
            <h2 id="shop-pictures" className="mb-4 text-base font-semibold">
              LOGO 与封面
            </h2>
            <ShopPictures shop={state.shop} state={state} actions={actions} />
          </section>
          <p>
            <a className="btn" href={paths.shop(state.shop.id)}>
              查看店铺
            </a>
          </p>
        </>
      ) : null}
    </div>
  );
}
