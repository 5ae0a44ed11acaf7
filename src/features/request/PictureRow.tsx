import { ImagePlus, LoaderCircle, X } from 'lucide-react';
import { useId } from 'react';
import { REQUEST_MAX } from '#contract/request.ts';
import { FormError } from '#ui/FormError.tsx';
import type { NewPicture } from './new-request.store.ts';

interface PictureRowProps {
  pictures: readonly NewPicture[];
  error: string | null;
  onAdd(file: File): void;
  onRemove(at: number): void;
}

/** Up to three pictures, each shown while it is on its way. */
export function PictureRow({ pictures, error, onAdd, onRemove }: PictureRowProps) {
  const id = useId();
  return (
    <div className="grid gap-1">
      <p className="text-sm font-semibold">图片（最多 {REQUEST_MAX.pictures} 张）</p>
      <ul className="flex flex-wrap gap-3">
        {pictures.map(({ file, name, preview }, at) => (
          <li key={preview} className="relative size-24 overflow-hidden rounded-field border border-line">
            <img src={preview} alt={name} className="size-full object-cover" />
            {file === 0 && (
              <span role="status" className="absolute inset-0 grid place-items-center bg-base-100/70">
                <LoaderCircle size={20} className="animate-spin" aria-hidden="true" />
                <span className="sr-only">正在上传 {name}</span>
              </span>
            )}
            <button
              type="button"
              className="btn btn-sm btn-square absolute top-1 right-1"
              aria-label={`移除图片 ${name}`}
              onClick={() => onRemove(at)}
            >
              <X size={14} aria-hidden="true" />
            </button>
          </li>
        ))}
        {pictures.length < REQUEST_MAX.pictures && (
          <li>
            <label
              htmlFor={id}
              className="grid size-24 cursor-pointer place-items-center rounded-field border border-dashed border-line bg-ground text-center text-xs text-muted focus-within:outline-2 focus-within:outline-primary hover:border-primary"
            >
              <span className="grid justify-items-center gap-1">
                <ImagePlus size={22} aria-hidden="true" />
                添加图片
              </span>
              <input
                id={id}
                type="file"
                accept="image/png,image/jpeg,image/webp"
                className="sr-only"
                aria-describedby={`${id}-error`}
                onChange={(event) => {
                  const file = event.target.files?.[0];
                  event.target.value = '';
                  if (file) onAdd(file);
                }}
              />
            </label>
          </li>
        )}
      </ul>
      <FormError id={`${id}-error`}>{error}</FormError>
    </div>
  );
}
