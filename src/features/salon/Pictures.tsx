import { UploadCover } from '#kit/upload/UploadCover.tsx';
import { Button } from '#ui/Button.tsx';
import { FormError } from '#ui/FormError.tsx';
import type { createSalonForm, PictureSlot, SalonFormState } from './salon-form.store.ts';

interface PicturesProps {
  state: SalonFormState;
  actions: ReturnType<typeof createSalonForm>['actions'];
}

/** The picture above a salon's page and on its card. */
export function SalonCover({ state, actions }: PicturesProps) {
  const { cover } = state.form;
  return (
    <fieldset aria-label="封面" className="mb-3 flex flex-wrap items-center gap-3">
      {cover === undefined ? null : (
        <img src={state.shown[cover]} alt="封面预览" className="aspect-16/10 w-40 rounded-field object-cover" />
      )}
      <Choose slot_of="cover" label={cover === undefined ? '上传图片作封面' : '更换封面'} state={state} actions={actions} />
      {cover === undefined ? (
        <span className="text-xs text-muted">不上传则按主题画一张海报</span>
      ) : (
        <Button size="sm" look="ghost" onClick={() => actions.putPicture('cover', undefined)}>
          改用海报
        </Button>
      )}
      <Stopped slot_of="cover" state={state} />
    </fieldset>
  );
}

/** The face of a guest. */
export function GuestPicture({ at, state, actions }: PicturesProps & { at: number }) {
  const { picture, name } = state.form.guests[at] ?? { picture: undefined, name: '' };
  return (
    <fieldset aria-label={`第 ${at + 1} 位嘉宾的照片`} className="flex flex-wrap items-center gap-2">
      <span className="grid size-10 place-items-center overflow-hidden rounded-full bg-tint font-semibold text-primary">
        {picture === undefined ? <span aria-hidden="true">{[...name][0]}</span> : <img src={state.shown[picture]} alt="" className="fit" />}
      </span>
      <Choose slot_of={at} label={picture === undefined ? '上传照片' : '更换照片'} state={state} actions={actions} />
      {picture === undefined ? null : (
        <Button size="sm" look="ghost" onClick={() => actions.putPicture(at, undefined)}>
          移除照片
        </Button>
      )}
      <Stopped slot_of={at} state={state} />
    </fieldset>
  );
}

function Choose({ slot_of, label, state: { upload }, actions }: PicturesProps & { slot_of: PictureSlot; label: string }) {
  const busy = upload?.slot === slot_of && upload.state.stopped === null;
  return <UploadCover busy={busy} label={label} onCover={(file) => actions.choosePicture(slot_of, file)} />;
}

function Stopped({ slot_of, state: { upload } }: { slot_of: PictureSlot; state: SalonFormState }) {
  const why = upload?.slot === slot_of ? upload.state.stopped : null;
  return why ? <FormError className="w-full text-xs text-error">{why.message}</FormError> : null;
}
