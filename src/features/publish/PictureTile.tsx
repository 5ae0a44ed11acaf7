import { ChevronLeft, ChevronRight, Star, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { classNames } from '#ui/class-names.ts';
import { FormError } from '#ui/FormError.tsx';
import type { PictureEntry } from './picture-uploads.ts';

export interface PictureTileProps {
  entry: PictureEntry;
  at: number;
  count: number;
  is_cover: boolean;
  /** Only buyers see it. */
  is_locked: boolean;
  is_dragged: boolean;
  onCover(): void;
  onMove(to: number): void;
  onRetry(): void;
  onRemove(): void;
  onDrag(key: string | null): void;
  onDropHere(): void;
}

/** One picture of the form with what can be done to it; moved by dragging, by its buttons, or by the arrow keys on them. */
export function PictureTile(props: PictureTileProps) {
  const { entry, at, count, is_cover, is_locked, is_dragged, onCover, onMove, onRetry, onRemove, onDrag, onDropHere } = props;
  const number = at + 1;
  // the object URL of a file that is no picture fails to load: its name is shown instead
  const [broken_src, setBrokenSrc] = useState('');
  const byKey = (event: KeyboardEvent<HTMLElement>) => {
    const to = { ArrowLeft: at - 1, ArrowUp: at - 1, ArrowRight: number, ArrowDown: number, Home: 0, End: count - 1 }[event.key];
    if (to === undefined || to < 0 || to >= count) return;
    event.preventDefault();
    const pressed = event.currentTarget;
    onMove(to);
    // the list moves the element, and the focus with it is lost
    requestAnimationFrame(() => pressed.focus());
  };
  return (
    <li
      draggable={entry.state === 'stored'}
      onDragStart={() => onDrag(entry.key)}
      onDragEnd={() => onDrag(null)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        onDropHere();
      }}
      className={classNames(
        'relative min-w-0 overflow-hidden rounded-field bg-base-100 framed',
        is_cover ? 'framed-chosen' : entry.state === 'stopped' && 'framed-wrong',
        is_dragged && 'opacity-50',
      )}
    >
      {entry.src && entry.src !== broken_src ? (
        <img
          src={entry.src}
          alt={`第 ${number} 张 ${entry.name}`}
          loading="lazy"
          className="aspect-[4/3] w-full bg-ground object-cover"
          onError={() => setBrokenSrc(entry.src)}
        />
      ) : (
        <span className="grid aspect-[4/3] w-full place-items-center truncate bg-ground px-2 text-xs text-muted">{entry.name}</span>
      )}
      <span className="num absolute top-1 left-1 rounded-field bg-base-100/90 px-2 py-0.5 text-xs">
        {number}
        {is_cover && <strong className="ml-1 text-primary">封面</strong>}
        {is_locked && <span className="ml-1 text-gold-ink">付费</span>}
      </span>
      <State entry={entry} onRetry={onRetry} />
      <div className="flex items-center justify-between p-1">
        <Tool name={`第 ${number} 张前移`} disabled={at === 0} onPress={() => onMove(at - 1)} onKeyDown={byKey}>
          <ChevronLeft size={16} aria-hidden="true" />
        </Tool>
        <Tool name={`第 ${number} 张设为封面`} disabled={entry.file_id === null} pressed={is_cover} onPress={onCover}>
          <Star size={16} aria-hidden="true" fill={is_cover ? 'currentColor' : 'none'} />
        </Tool>
        <Tool name={`移除第 ${number} 张`} onPress={onRemove}>
          <X size={16} aria-hidden="true" />
        </Tool>
        <Tool name={`第 ${number} 张后移`} disabled={number === count} onPress={() => onMove(number)} onKeyDown={byKey}>
          <ChevronRight size={16} aria-hidden="true" />
        </Tool>
      </div>
    </li>
  );
}

/** Percent on its way, the reason after a stop, and where the same picture is shown already. */
function State({ entry, onRetry }: { entry: PictureEntry; onRetry(): void }) {
  if (entry.state === 'stopped') {
    return (
      <FormError className="px-2 pt-1 text-xs text-error">
        {entry.message}
        {entry.can_resume && (
          <button type="button" className="ml-1 underline underline-offset-2" onClick={onRetry}>
            重试
          </button>
        )}
      </FormError>
    );
  }
  if (entry.state === 'stored') return entry.alike ? <p className="px-2 pt-1 text-xs text-gold-ink">{entry.alike}</p> : null;
  return (
    <div className="grid gap-0.5 px-2 pt-1">
      <progress className="progress progress-primary w-full" value={entry.percent} max={100} aria-label={`${entry.name} 的上传进度`} />
      <span className="num text-xs text-muted">{progressText(entry)}</span>
    </div>
  );
}

function progressText({ state, percent }: PictureEntry): string {
  if (state === 'waiting') return '等待上传';
  return percent < 100 ? `${percent}%` : '正在检查';
}

interface ToolProps {
  name: string;
  disabled?: boolean;
  pressed?: boolean;
  onPress(): void;
  onKeyDown?(event: KeyboardEvent<HTMLElement>): void;
  children: ReactNode;
}

function Tool({ name, disabled = false, pressed, onPress, onKeyDown, children }: ToolProps) {
  return (
    <button
      type="button"
      className={classNames('btn btn-square btn-ghost btn-sm', pressed && 'text-primary')}
      aria-label={name}
      title={name}
      aria-pressed={pressed}
      disabled={disabled}
      onClick={onPress}
      onKeyDown={onKeyDown}
    >
      {children}
    </button>
  );
}
