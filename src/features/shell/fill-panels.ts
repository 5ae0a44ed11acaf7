import { gateway } from '#client/gateway.ts';
import { $session } from '#client/session.ts';
import { UNREAD_IN_HEADER } from '#contract/unread.ts';
import { readAndLeave } from '../notice/own-notices.ts';
import { dressMenu } from './menu-pictures.ts';
import { footSteps, messageLinks, qrPicture, textLine, vipLines } from './panel-parts.ts';

/** What each panel of header and toolbar holds once it is opened; drawn again with every opening. */
const PANELS: Readonly<Record<string, (panel: HTMLElement) => Promise<Array<HTMLElement | SVGElement>>>> = {
  async footprints() {
    if (!$session.get()) return [textLine('您还没有足迹，请登录后记录足迹', { title: '登录', href: '/login', from: true })];
    // ten of them (spec 9)
    const groups = await gateway('GET /footprint/index', { page: 1, size: 10 }, { silent: true });
    return groups.length === 0 ? [textLine('暂无足迹')] : [footSteps(groups)];
  },
  async messages() {
    // the newest unread ones, as many as the header shows (spec 9)
    const { list } = await gateway('GET /user/message', { type: 0, p: 1, limit: UNREAD_IN_HEADER, is_read: 0 }, { silent: true });
    return list.length === 0 ? [textLine('没有未读消息')] : messageLinks(list, readAndLeave);
  },
  async qr(panel) {
    return [await qrPicture(panel.dataset['qr'] ?? '')];
  },
  async vips() {
    return vipLines($session.get()?.user.vip ?? {});
  },
};

/** Fills a panel that was opened. What cannot be had is said in its place, and asked for again with the next opening. */
export async function fillPanel(panel: HTMLElement): Promise<void> {
  const tiles = panel.querySelector<HTMLElement>('.menu-tiles');
  if (tiles) dressMenu(tiles);
  const place = panel.querySelector<HTMLElement>('[data-filled], [data-vips]');
  const fill = PANELS[panel.dataset['fill'] ?? ''];
  if (!place || !fill) return;
  if (!place.hasChildNodes() && place.dataset['vips'] === undefined) place.replaceChildren(textLine('正在加载…'));
  try {
    place.replaceChildren(...(await fill(panel)));
  } catch {
    place.replaceChildren(textLine('没有加载成功，请稍后再打开'));
  }
}
