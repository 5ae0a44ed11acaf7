/** Robots of search engines by what they call themselves. Anybody can: the figures are a hint. */
const SPIDERS = [
  { key: 'baidu', title: '百度', agent: /baiduspider/i },
  { key: 'bing', title: '必应', agent: /bingbot/i },
  { key: 'google', title: 'Google', agent: /googlebot/i },
  { key: 'sogou', title: '搜狗', agent: /sogou (web|inst|orion|pic)? ?spider|sogou web/i },
  { key: '360', title: '360', agent: /360spider|haosouspider/i },
  { key: 'toutiao', title: '头条', agent: /bytespider/i },
  { key: 'shenma', title: '神马', agent: /yisouspider/i },
] as const;

const ANY = /spider|bot/i;

/** Key of the robot, or null: a reader, or somebody whom we do not count. */
export function spiderOf(user_agent: string | undefined): string | null {
  if (!user_agent || !ANY.test(user_agent)) return null;
  return SPIDERS.find(({ agent }) => agent.test(user_agent))?.key ?? null;
}

export const spiderTitle = (key: string): string => SPIDERS.find((spider) => spider.key === key)?.title ?? key;
