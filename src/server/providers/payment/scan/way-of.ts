import type { ChannelName, PaymentChannel, PayWay } from '../channel.ts';

/** Who reads the page behind the QR. */
export interface Reader {
  /** In which app's own browser; null: another browser. */
  inside: ChannelName | null;
  on_phone: boolean;
  /** What they chose to pay with; null: nothing yet. */
  wants: ChannelName | null;
}

export interface Way {
  channel: ChannelName;
  way: PayWay;
}

/**
 * How this reader pays. Within an app only that app pays, whatever they chose; another browser opens what they chose, on a phone alone.
 * Null: they have to choose, or to scan.
 */
export function wayOf(
  channels: ReadonlyMap<ChannelName, Pick<PaymentChannel, 'inside_way' | 'phone_way'>>,
  { inside, on_phone, wants }: Reader,
): Way | null {
  if (inside !== null) {
    const channel = channels.get(inside);
    return channel ? { channel: inside, way: channel.inside_way } : null;
  }
  const way = wants !== null && on_phone ? channels.get(wants)?.phone_way : null;
  return wants !== null && way ? { channel: wants, way } : null;
}
