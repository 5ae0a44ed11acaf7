import { ASIDE, gateway } from '#client/gateway.ts';
import type { Footprint } from '#contract/center.ts';
import type { ItemCard } from '#contract/item.ts';
import { detailPath, KINDS, type KindKey } from '#contract/kinds.ts';

/** A row each. */
const MOST = 4;

interface Line {
  href: string;
  title: string;
  picture: string;
  about: string;
}

/** What the reader looked at last and what their subscriptions brought. Without either the place stays empty. */
export async function fillReturning(place: HTMLElement): Promise<void> {
  const [seen, fresh] = await Promise.all([
    gateway('GET /footprint/index', { page: 1, size: 20 }, ASIDE).then(
      (groups) => groups.flatMap(({ list }) => list),
      () => [],
    ),
    gateway('GET /scheme/index/subscribe/works', { page: 1 }, ASIDE).then(
      ({ list }) => list,
      () => [],
    ),
  ]);
  place.replaceChildren(
    ...row('接着看', '上次看到这里', '/history', linesSeen(seen)),
    ...row('为你上新', '你订阅的有了新作品', '/personalCenter/mySubscribe', linesFresh(fresh)),
  );
}

/** Each work once, the last look first; what is gone has no address. */
function linesSeen(seen: readonly Footprint[]): Line[] {
  const once = new Map(seen.filter(({ url }) => url !== '').map((one) => [one.url, one]));
  return [...once.values()].map(({ url, title, img, type_name }) => ({ href: url, title, picture: img, about: type_name }));
}

const linesFresh = (works: readonly ItemCard[]): Line[] =>
  works.map(({ id, kind, title, cover, user }) => ({
    href: detailPath(KINDS[kind as KindKey], id),
    title,
    picture: cover?.src ?? '',
    about: user.nickname,
  }));

function row(title: string, note: string, href: string, lines: readonly Line[]): HTMLElement[] {
  if (lines.length === 0) return [];
  const list = element('ul', 'home-returning-row');
  list.append(...lines.slice(0, MOST).map(cell));
  const head = element('div', 'home-returning-head', element('h2', '', title), element('p', '', note), link('quiet-link', href, '全部'));
  return [head, list];
}

function cell({ href, title, picture, about }: Line): HTMLElement {
  const inside: Node[] = [element('span', '', element('b', '', title), element('small', '', about))];
  if (picture) {
    const shown = new Image(96, 60);
    shown.src = picture;
    shown.alt = '';
    shown.loading = 'lazy';
    inside.unshift(shown);
  }
  return element('li', '', link('panel lift', href, ...inside));
}

function element(name: string, look: string, ...inside: Array<string | Node>): HTMLElement {
  const made = document.createElement(name);
  made.className = look;
  made.append(...inside);
  return made;
}

function link(look: string, href: string, ...inside: Array<string | Node>): HTMLAnchorElement {
  const made = element('a', look, ...inside) as HTMLAnchorElement;
  made.href = href;
  return made;
}
