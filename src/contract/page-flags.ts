/** What differs between pages in frame and session (spec 2.2, "route meta flags"): one table, read by layouts and by the browser. */
export interface PageFlags {
  /** `receive_order`: the header of the hall, with its own search. */
  header: 'standard' | 'receive_order' | 'none';
  footer: boolean;
  /** A visitor who presses a link to it is led to the login, and comes back to it. */
  need_login: boolean;
}

const STANDARD: PageFlags = { header: 'standard', footer: true, need_login: false };

/** Own pages; adding and editing; the assistant, chat and wishes of the hall. */
export const NEED_LOGIN =
  /^\/(personalCenter|order|studyOrder|assistant|integral\/(integralTask|settleUp|settleResults)|receiveOrder\/(chat|new)|demand\/addJob|ai\/morenew|salon\/(establish|addTalk)|[a-zA-Z]+\/(add|edit))(\/|$)/;

/** Pages on which a signed-out user cannot stay (spec 4.1); elsewhere the page is loaded again. */
export const LEFT_ON_LOGOUT =
  /^\/(personalCenter|order|studyOrder|history|admin|integral|vip\/payVip|receiveOrder\/(chat|new)|demand\/addJob|assistant|ai\/morenew|salon\/(establish|addTalk)|[a-zA-Z]+\/(add|edit))(\/|$)/;

const NO_FRAME = /^\/(login|register|study\/(player|playerH5)|salon\/door)(\/|$)/;
const HALL = /^\/receiveOrder(\/|$)/;

/** The flags of a path. Resources with `type=4` (spec 2.2) have the frame of all others: see decision 0148. */
export function pageFlags(path: string): PageFlags {
  const need_login = NEED_LOGIN.test(path);
  if (NO_FRAME.test(path)) return { header: 'none', footer: false, need_login };
  if (HALL.test(path)) return { header: 'receive_order', footer: !/^\/receiveOrder\/chat(\/|$)/.test(path), need_login };
  return { ...STANDARD, need_login };
}

/** The search of a header: where it goes and what it shows while it is empty. */
export interface HeaderSearch {
  action: string;
  placeholder: string;
  /** An empty keyword is refused (spec 5); in the hall it shows everything. */
  needs_keyword: boolean;
}

export function headerSearch(header: PageFlags['header'], hot_word: string): HeaderSearch {
  if (header === 'receive_order') return { action: '/receiveOrder/index', placeholder: '搜索你擅长的领域看看', needs_keyword: false };
  return { action: '/search', placeholder: hot_word ? `大家都在搜：${hot_word}` : '搜索', needs_keyword: true };
}
