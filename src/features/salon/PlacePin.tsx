import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { Chips } from '#ui/Chips.tsx';
import { FormError } from '#ui/FormError.tsx';
import { fromMiddle, hasMiddle, MAP_HALF, placeFrom, placeMap } from './place-map.ts';

interface PlacePinProps {
  city: string;
  /** As the form has them; empty: no pin. */
  lat: string;
  lng: string;
  error: string | null;
  onPlace(place: { lat: string; lng: string }): void;
}

/** How far the drawing reaches from the middle of the city, km. */
const REACHES = [
  { key: '5', title: '5 公里' },
  { key: '15', title: '15 公里' },
  { key: '50', title: '50 公里' },
] as const;
type Reach = (typeof REACHES)[number]['key'];
const H = MAP_HALF;
const STEP = 4;
const ARROWS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};
const within = (n: number): number => Math.min(H, Math.max(-H, n));

/** Where in the city it is, by a pin that is dragged or moved with the arrow keys. */
export function PlacePin({ city, lat, lng, error, onPlace }: PlacePinProps) {
  const [reach, setReach] = useState<Reach>('15');
  const [dragging, setDragging] = useState(false);
  if (!hasMiddle(city)) {
    return <p className="text-xs text-muted">{city === '' ? '选择城市后可以标出大致位置' : '页面按详细地址给出地图入口'}</p>;
  }
  const unit = H / Number(reach);
  const place = lat === '' ? null : { lat: Number(lat), lng: Number(lng) };
  const far = place && fromMiddle(city, place);
  const pin = far ? { x: within(far.east * unit), y: within(far.south * unit) } : null;
  const put = (x: number, y: number) => onPlace(placeFrom(city, { east: within(x) / unit, south: within(y) / unit }));
  const putAt = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    put(((event.clientX - box.left) / box.width) * 2 * H - H, ((event.clientY - box.top) / box.height) * 2 * H - H);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = ARROWS[event.key];
    if (!by) return;
    event.preventDefault();
    put((pin?.x ?? 0) + by[0], (pin?.y ?? 0) + by[1]);
  };
  return (
    <fieldset className="grid gap-2 sm:grid-cols-[200px_minmax(0,1fr)] sm:gap-4">
      <legend className="mb-2 text-sm font-semibold">大致位置（选填）</legend>
      <button
        type="button"
        className="aspect-square w-50 touch-none overflow-hidden rounded-box bg-ground"
        aria-label="图钉：拖动，或用方向键移动"
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          setDragging(true);
          putAt(event);
        }}
        onPointerMove={(event) => dragging && putAt(event)}
        onPointerUp={() => setDragging(false)}
        onPointerCancel={() => setDragging(false)}
      >
        <svg viewBox={`${-H} ${-H} ${2 * H} ${2 * H}`} className="size-full" aria-hidden="true">
          {[1, 2, 3].map((n) => (
            <circle key={n} r={(H * n) / 3 - 1} className="stroke-muted" fill="none" strokeWidth="0.6" strokeDasharray="2 2" />
          ))}
          <path d={`M0 ${-H}V${H}M${-H} 0H${H}`} className="stroke-line" strokeWidth="0.6" />
          <circle r="2.4" className="fill-muted" />
          {pin && (
            <g transform={`translate(${pin.x} ${pin.y})`}>
              <path d="M0 0c-10 -13 -10 -23 0 -23s10 10 0 23z" className="fill-primary" />
              <circle cy="-14" r="3.4" fill="#fff" />
            </g>
          )}
        </svg>
      </button>
      <div className="grid content-start justify-items-start gap-2">
        <Chips label="图的范围" chips={REACHES} current={reach} onChoose={setReach} />
        <p role="status" className="num">
          {place ? placeMap(city, place).text : '点按图上的位置放下图钉'}
        </p>
        <p className="text-xs text-muted">圆心是市中心。只表示在城市的哪一边，到场的路线由地图应用按详细地址查找。</p>
        {place && (
          <Button size="sm" onClick={() => onPlace({ lat: '', lng: '' })}>
            不标位置
          </Button>
        )}
        <FormError className="text-xs text-error empty:hidden">{error}</FormError>
      </div>
    </fieldset>
  );
}
