import { gateway, SILENT } from '#client/gateway.ts';

/** Unix seconds by the server's clock, and by this one's where it cannot be asked (spec 4). */
export async function serverNow_s(): Promise<number> {
  try {
    return (await gateway('GET /index/index/nowtime', {}, SILENT)).time;
  } catch {
    return Date.now() / 1_000;
  }
}
