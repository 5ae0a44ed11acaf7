/** Every URL of the site is built here; what differs by kind stands in contract/kinds.ts. */

/** As much of a kind as its URLs need: `KindFacts`, or what a page passes to its islands. */
export interface Routed {
  paths: { list: string; detail: string; edit?: string };
}

/** Parameters that are undefined are left out. */
function withQuery(path: string, query: Readonly<Record<string, string | number | undefined>>): string {
  const given = Object.entries(query).flatMap(
    ([name, value]): Array<[string, string]> => (value === undefined ? [] : [[name, String(value)]]),
  );
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}

export const paths = {
  list: ({ paths }: Routed, query: Readonly<Record<string, string | number | undefined>> = {}) => withQuery(paths.list, query),
  detail: ({ paths }: Routed, id: number) => `${paths.detail}?id=${id}`,
  /** Null: items of the kind are not edited by their publishers. */
  edit: ({ paths }: Routed, id: number) => (paths.edit ? `${paths.edit}?id=${id}` : null),
  /** `type` as the specification writes it for the kind the reader comes from. */
  publisher: (uid: number, type?: number) => withQuery('/personalLecturer', { uid, type }),
  /** A collection of the kind with this key: schemes have collections, resources topics. */
  collection: ({ id, kind }: { id: number; kind: string }, page?: number) =>
    withQuery(kind === 'resource' ? '/resources/resourceSpecial' : '/programme/heji', { id, page: page === 1 ? undefined : page }),
  /** All collections of a kind, or those that contain an item. */
  collections: (kind: string, of?: number, page?: number) =>
    withQuery(kind === 'resource' ? '/resources/topics' : '/programme/collections', { of, page }),
  /** Fixed addresses of topics: collections of suppliers' resources. */
  topics: { one: '/resources/resourceSpecial', all: '/resources/topics' },
  series: (id: number) => `/series?id=${id}`,
  /** What is new in a work that the reader has. */
  changes: (id: number) => withQuery('/personalCenter/myOrder', { changes: id }),
  /** The buyer's own order, and its receipt; `paid_by`: they come back from that app, so the page waits for the money. */
  order: (orderid: string, paid_by?: string) => withQuery('/personalCenter/order', { orderid, paid_by }),
  /** Fixed addresses of shops and of what their owners see. */
  shops: {
    shop: '/enterpriseCenter',
    providers: '/serviceProvider',
    mine: '/personalCenter/myEnterprise/myCatShop',
    edit: '/personalCenter/myEnterprise/myCatShop/edit',
    cases: '/personalCenter/myEnterprise/myCase',
  },
  /** A shop with one of its tabs (SHOP_TAB_...). */
  shop: (id: number, type?: number, page?: number) => withQuery('/enterpriseCenter', { id, type, page: page === 1 ? undefined : page }),
  /** Newest works for feed readers: of a kind, one tag of it, or a publisher. */
  feed: (of: { kind: string; tag?: number } | { uid: number }) => withQuery('/feed.xml', { ...of }),
  cart: '/personalCenter/cart',
  help: (id: number) => `/about/helpCenter?id=${id}`,
  login: (from: string) => withQuery('/login', { from }),
  /** A screen of the console with a list's query. */
  admin: (screen: string, query: Readonly<Record<string, string | number | undefined>> = {}) =>
    withQuery(screen === '' ? '/admin' : `/admin/${screen}`, query),
  /** Pays for one: its type, and which spec is chosen first. */
  /** The page behind a QR that asks for consent to renewals. */
  agree: (agreement_no: string) => `/pay/${agreement_no}`,
  payVip: (vip_type: number, vip_id?: number) => withQuery('/vip/payVip', { vipType: vip_type, vipId: vip_id }),
  vipResult: (orderid: string) => withQuery('/vip/result', { orderid }),
  /** Where a membership is opened; schemes have no `vipText`. */
  openVip: (vip_text: string) => withQuery('/vip/openVip', { vipText: vip_text === '' ? undefined : vip_text }),
} as const;
