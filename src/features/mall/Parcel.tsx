import { parcelUrl } from '#contract/mall.ts';
import type { Redemption } from '#contract/outputs/mall.ts';

/** A parcel's carrier and number, and the way to where it is. */
export function Parcel({ of: { carrier, tracking_no } }: { of: Pick<Redemption, 'carrier' | 'tracking_no'> }) {
  return (
    <>
      {carrier} {tracking_no}
      <a className="link ml-2" href={parcelUrl(carrier, tracking_no)} target="_blank" rel="noopener noreferrer">
        查物流<span className="sr-only">（快递100，在新窗口打开）</span>
      </a>
    </>
  );
}
