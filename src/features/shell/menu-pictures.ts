type Tile = readonly [picture: string, line: string];

/** By where a link of the publish menu leads: its picture in public/menu.svg, and what one gets. */
export const PUBLISH_TILES: Readonly<Record<string, Tile>> = {
  '/programme/add': ['scheme', 'PPTX 或 PDF，按份收益'],
  '/resources/add': ['resource', '场地、演艺与设备'],
  '/bigcase/add': ['case', '真实项目的照片与做法'],
  '/ppt/add': ['ppt', '可编辑的模板，按份收益'],
  '/design/add': ['design', '源文件，按份收益'],
  '/receiveOrder/new': ['request', '小活儿，很快有人接'],
  '/study/add': ['course', '录成课程，长期收益'],
  '/article/add': ['article', '写下经验，攒下关注'],
  '/demand/add': ['demand', '说清预算，等人来报价'],
  '/salon/establish': ['salon', '办线下活动，在线卖票'],
  '/demand/addJob': ['job', '招策划，也招执行'],
};

/** What members reach for most; the centre has all of it. */
export const OWN_TILES: ReadonlyArray<readonly [title: string, href: string, ...Tile]> = [
  ['我的订单与下载', '/personalCenter/myOrder', 'orders', '再次下载、退款'],
  ['发票', '/personalCenter/myInvoice', 'invoice', '一按就开，随时下载'],
  ['我的收藏', '/personalCenter/myCollect', 'collect', '收藏过的作品'],
  ['我的发布', '/personalCenter/myPublish', 'works', '草稿、审核、上下架'],
  ['我的钱包', '/personalCenter/myWallet', 'wallet', '余额、收益、提现'],
  ['我的工作台', '/personalCenter/myWorkbench', 'workbench', '需求、报价、日程'],
  ['我的优惠券', '/personalCenter/myCoupon', 'coupon', '优惠券与下载券'],
  ['账号设置', '/personalCenter/mySetting', 'setting', '资料、登录、隐私'],
];

/** Gives the links of a menu their pictures and lines; the account menu gets its links with them. Once is enough. */
export function dressMenu(tiles: HTMLElement): void {
  if (tiles.querySelector('img')) return;
  if (tiles.childElementCount === 0) tiles.append(...OWN_TILES.map(ownTile));
  else for (const link of tiles.querySelectorAll('a')) dress(link, PUBLISH_TILES[link.pathname]);
}

function ownTile([title, href, ...tile]: (typeof OWN_TILES)[number]): HTMLAnchorElement {
  const link = document.createElement('a');
  link.href = href;
  link.textContent = title;
  dress(link, tile);
  return link;
}

function dress(link: HTMLAnchorElement, tile: Tile | undefined): void {
  if (!tile) return;
  const [picture, line] = tile;
  const shown = new Image(20, 20);
  shown.src = `/menu.svg#${picture}`;
  shown.alt = '';
  const words = document.createElement('span');
  const small = document.createElement('small');
  small.textContent = line;
  words.append(...link.childNodes, small);
  link.append(shown, words);
}
