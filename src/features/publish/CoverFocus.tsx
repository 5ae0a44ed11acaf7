import type { KeyboardEvent } from 'react';
import type { Focus } from '#contract/publish.ts';

export interface CoverFocusProps {
  src: string;
  focus: Focus | null;
  onChange(focus: Focus): void;
}

const STEP = 10;
const MIDDLE: Focus = { x: 50, y: 50 };
const toStep = (value: number) => Math.max(0, Math.min(100, Math.round(value / STEP) * STEP));

/** The whole cover; a press, or the arrow keys, say what must be seen where lists cut it. */
export function CoverFocus({ src, focus, onChange }: CoverFocusProps) {
  const { x, y } = focus ?? MIDDLE;
  const byKey = (event: KeyboardEvent) => {
    const [dx, dy] = { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP] }[event.key] ?? [];
    if (dx === undefined || dy === undefined) return;
    event.preventDefault();
    onChange({ x: toStep(x + dx), y: toStep(y + dy) });
  };
  return (
    <button
      type="button"
      className="relative block w-full cursor-crosshair overflow-hidden rounded-field bg-ground"
      aria-label={`封面焦点：横向 ${x}%，纵向 ${y}%。点击图片或按方向键调整`}
      onKeyDown={byKey}
      onClick={(event) => {
        // pressed by a key: there is no place in it
        if (event.detail === 0) return;
        const box = event.currentTarget.getBoundingClientRect();
        onChange({ x: toStep(((event.clientX - box.left) / box.width) * 100), y: toStep(((event.clientY - box.top) / box.height) * 100) });
      }}
    >
      <img src={src} alt="" className="block w-full" />
      <span
        aria-hidden="true"
        className="pointer-events-none absolute size-5 -translate-x-1/2 -translate-y-1/2 rounded-full border-2 border-base-100 bg-primary/70 shadow"
        style={{ left: `${x}%`, top: `${y}%` }}
      />
    </button>
  );
}
