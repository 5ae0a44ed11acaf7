import { ImagePlus } from 'lucide-react';
import { useRef } from 'react';

/** Takes a picture of its own for the cover. */
export function UploadCover({ busy, onCover, label = '上传图片作封面' }: { busy: boolean; onCover(file: File): void; label?: string }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" className="btn btn-ghost btn-sm" disabled={busy} onClick={() => input.current?.click()}>
        {busy ? <span className="loading loading-spinner loading-xs" aria-hidden="true" /> : <ImagePlus size={16} aria-hidden="true" />}
        {label}
      </button>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        className="hidden"
        tabIndex={-1}
        aria-hidden="true"
        onChange={(event) => {
          const chosen = event.target.files?.[0];
          if (chosen) onCover(chosen);
          event.target.value = '';
        }}
      />
    </>
  );
}
