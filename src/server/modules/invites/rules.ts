import { shanghaiDay } from '../../kernel/clock.ts';
import type { TraceKind } from '../identity/index.ts';

/** So many of an inviter's people behind one network look like one person. */
export const CROWD_LEAST = 3;
/** Of the newest this many. */
export const CROWD_AMONG = 50;

export const FLAG_TEXTS = {
  same_device: '与邀请人使用同一设备',
  same_phone: '与邀请人使用同一手机号',
  same_payer: '与邀请人使用同一付款账户',
  same_company: '与邀请人属于同一企业',
  same_network: '与邀请人使用同一网络',
  crowd: '多位被邀请人使用同一网络',
} as const;
export type InviteFlag = keyof typeof FLAG_TEXTS;

/** What staff should look at before anything is given. */
export function flagsOf(of: { links: ReadonlySet<TraceKind>; same_network: boolean; crowd: boolean }): InviteFlag[] {
  const kinds = (['device', 'phone', 'payer', 'company'] as const).filter((kind) => of.links.has(kind));
  return [
    ...kinds.map((kind) => `same_${kind}` as const),
    ...(of.same_network ? (['same_network'] as const) : []),
    ...(of.crowd ? (['crowd'] as const) : []),
  ];
}

/** The Shanghai month of an instant: its first moment, and that of the next. */
export function monthOf(at: Date): { from: Date; to: Date } {
  const [year = 0, month = 0] = shanghaiDay(at).split('-').map(Number);
  const start = (y: number, m: number) => new Date(Date.UTC(y, m - 1, 1) - 8 * 3_600_000);
  return { from: start(year, month), to: start(year, month + 1) };
}
