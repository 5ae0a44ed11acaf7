import { ImagePlus } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { SHOP_PICTURES, type ShopCard, type ShopPictureSlot } from '#contract/shop.ts';
import { late } from '#kit/late.tsx';
import { Button } from '#ui/Button.tsx';
import { FormError } from '#ui/FormError.tsx';
import type { OwnShopActions, OwnShopState } from './shop.store.ts';

// only somebody who chooses a picture downloads what cuts it
const CropDialog = late(() => import('#kit/upload/CropDialog.tsx'));

export interface ShopPicturesProps {
  shop: ShopCard;
  state: OwnShopState;
  actions: OwnShopActions;
}

/** Logo and cover: chosen, cut, sent. */
export function ShopPictures({ shop, state, actions }: ShopPicturesProps) {
  return (
    <div className="grid gap-6">
      {(['logo', 'cover'] as const).map((slot) => (
        <Slot key={slot} slot={slot} src={(slot === 'logo' ? shop.logo_img : shop.cover_img)?.src ?? ''} state={state} actions={actions} />
      ))}
    </div>
  );
}

function Slot({ slot, src, state, actions }: Omit<ShopPicturesProps, 'shop'> & { slot: ShopPictureSlot; src: string }) {
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<File | null>(null);
  const { label, width, height } = SHOP_PICTURES[slot];
  return (
    <div className="flex flex-wrap items-center gap-4">
      <span
        className="grid h-22 shrink-0 place-items-center overflow-hidden rounded-box border border-line bg-ground text-muted"
        style={{ aspectRatio: `${width} / ${height}` }}
      >
        {src ? <img src={src} alt={label} className="fit" /> : <ImagePlus size={32} aria-hidden="true" />}
      </span>
      <div>
        <Button size="sm" busy={state.busy === slot} onClick={() => input.current?.click()}>
          {src ? `更换${label}` : `上传${label}`}
        </Button>
        <p className="num mt-1 text-xs text-muted">
          JPG、PNG 或 WebP，建议 {width} × {height} 像素，选好后可以裁剪。
        </p>
        <FormError>{state.picture_errors[slot]}</FormError>
      </div>
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        className="hidden"
        tabIndex={-1}
        aria-hidden="true"
        data-testid={`shop-${slot}`}
        onChange={(event) => {
          setChosen(event.target.files?.[0] ?? null);
          event.target.value = '';
        }}
      />
      {chosen && (
        <Suspense fallback={null}>
          <CropDialog
            file={chosen}
            title={`裁剪${label}`}
            use="使用这张图片"
            size={{ width, height }}
            onClose={() => setChosen(null)}
            onCropped={(file) => {
              setChosen(null);
              void actions.submitPicture(slot, file);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
