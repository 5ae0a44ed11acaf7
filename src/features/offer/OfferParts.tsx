import { Paperclip } from 'lucide-react';
import type { OfferFileView, OfferWork } from '#contract/outputs/offer.ts';
import { sizeText } from '#ui/size-text.ts';

/** Attachments with their signed addresses. */
export function OfferFiles({ files }: { files: readonly OfferFileView[] }) {
  if (files.length === 0) return null;
  return (
    <ul className="grid gap-1">
      {files.map(({ no, name, size_bytes, url }) => (
        <li key={no}>
          <a className="quiet-link num inline-flex max-w-full items-center gap-1" href={url} download={name}>
            <Paperclip size={14} aria-hidden="true" className="shrink-0" />
            <span className="truncate">{name}</span>
            <span className="shrink-0 text-xs text-muted">{sizeText(size_bytes)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Own works beside an offer. */
export function OfferWorks({ works }: { works: readonly OfferWork[] }) {
  if (works.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-2">
      {works.map(({ id, title, cover_src, path }) => {
        const card = (
          <>
            {cover_src !== '' && (
              <img src={cover_src} alt="" width={64} height={48} loading="lazy" className="h-12 w-16 rounded object-cover" />
            )}
            <span className="line-clamp-2 max-w-32 text-xs">{title}</span>
          </>
        );
        return (
          <li key={id}>
            {path === '' ? (
              <span className="flex items-center gap-2 text-muted">{card}</span>
            ) : (
              <a className="quiet-link flex items-center gap-2" href={path} target="_blank" rel="noopener">
                {card}
              </a>
            )}
          </li>
        );
      })}
    </ul>
  );
}
