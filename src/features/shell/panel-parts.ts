import type { FootprintGroup } from '#contract/center.ts';
import type { UserInfo, VipName } from '#contract/identity.ts';
import type { NoticeRow } from '#contract/notice.ts';
import { isOwnPicture } from '#contract/promotion.ts';
import { endText, timeText } from '#ui/time-text.ts';

/** Parts of the panels of header and toolbar, drawn without a framework: a visitor loads none for them. */
function element<K extends keyof HTMLElementTagNameMap>(name: K, look: string, ...inside: Array<string | Node>): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  made.className = look;
  made.append(...inside);
  return made;
}

function link(look: string, href: string, ...inside: Array<string | Node>): HTMLAnchorElement {
  const made = element('a', look, ...inside);
  made.href = href;
  return made;
}

/** One sentence, and where it leads on. */
export function textLine(text: string, on?: { title: string; href: string; from?: boolean }): HTMLElement {
  const line = element('p', 'py-4 text-center text-muted', text);
  if (!on) return line;
  const further = link('btn btn-sm btn-outline border-line mt-3', on.href, on.title);
  if (on.from) further.dataset['from'] = '';
  return element('div', 'pb-2 text-center', line, further);
}

/** A timeline: steps of what was seen within 300 s of each other. */
export function footSteps(groups: readonly FootprintGroup[]): HTMLElement {
  const steps = groups.map(({ update_time, list }) => {
    const time = element('time', 'num', timeText(update_time));
    time.dateTime = new Date(update_time * 1000).toISOString();
    const seen = list.map(({ title, img, type_name, url }) => {
      const words = element(
        'span',
        'min-w-0 flex-1',
        element('span', 'line-clamp-1', title),
        element('span', 'text-xs text-muted', `#${type_name}`),
      );
      const inside: Node[] = [words];
      if (img) {
        const picture = new Image(64, 40);
        picture.src = img;
        picture.alt = '';
        inside.unshift(picture);
      }
      return element('li', '', url ? link('foot-step quiet-link', url, ...inside) : element('span', 'foot-step text-muted', ...inside));
    });
    return element('li', '', time, element('ul', '', ...seen));
  });
  return element('ol', 'foot-steps', ...steps);
}

/** Unread messages; a press marks one as read and goes where it leads. */
export function messageLinks(rows: readonly NoticeRow[], onRead: (id: number) => void): HTMLElement[] {
  return rows.map(({ id, title, topic, create_time, jump_url }) => {
    const made = link(
      'message-link',
      jump_url || '/personalCenter/myMessage',
      element('span', 'line-clamp-1 font-semibold', title),
      element('span', 'num text-xs text-muted', [topic, timeText(create_time)].filter(Boolean).join(' · ')),
    );
    made.addEventListener('click', () => onRead(id));
    return made;
  });
}

const VIP_TITLES: Readonly<Record<VipName, string>> = {
  scheme: '方案会员',
  sample: '大案例会员',
  design: '设计会员',
  ppt: 'PPT 会员',
  resource: '资源会员',
  course: '课程会员',
  bidding: '竞标会员',
  all: '全站会员',
};

/** Running memberships with the day they end (spec 3, VIP product entry). */
export function vipLines(vip: UserInfo['vip']): HTMLElement[] {
  return Object.entries(vip).map(([name, { end_time }]) =>
    element('p', 'num', `${VIP_TITLES[name as VipName]} · 有效期至 ${endText(end_time)}`),
  );
}

/** The QR of a text; a path of ours that is a picture is shown as it is. */
export async function qrPicture(text: string): Promise<HTMLElement | SVGElement> {
  if (isOwnPicture(text)) {
    const picture = new Image();
    picture.src = text;
    picture.alt = '社群二维码';
    picture.className = 'fit';
    return picture;
  }
  const { create } = await import('qrcode');
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', `-2 -2 ${modules.size + 4} ${modules.size + 4}`);
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', '社群二维码');
  svg.setAttribute('shape-rendering', 'crispEdges');
  const path = document.createElementNS(svg.namespaceURI, 'path');
  const dark = [...modules.data.keys()].filter((at) => modules.data[at]);
  path.setAttribute('d', dark.map((at) => `M${at % modules.size} ${Math.floor(at / modules.size)}h1v1h-1z`).join(''));
  svg.append(path);
  return svg;
}
