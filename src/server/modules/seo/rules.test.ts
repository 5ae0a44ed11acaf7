import { expect, it } from 'vitest';
import { spiderOf, spiderTitle } from './rules.ts';

it.each([
  ['Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)', 'baidu', '百度'],
  ['Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)', 'bing', '必应'],
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'google', 'Google'],
  ['Sogou web spider/4.0(+http://www.sogou.com/docs/help/webmasters.htm#07)', 'sogou', '搜狗'],
  ['Sogou inst spider/4.0', 'sogou', '搜狗'],
  ['Mozilla/5.0 (compatible; 360Spider/1.0)', '360', '360'],
  ['Mozilla/5.0 (compatible; HaosouSpider)', '360', '360'],
  ['Mozilla/5.0 (compatible; Bytespider; spider-feedback@bytedance.com)', 'toutiao', '头条'],
  ['YisouSpider', 'shenma', '神马'],
])('knows %s', (agent, key, title) => expect([spiderOf(agent), spiderTitle(key)]).toEqual([key, title]));

it.each([undefined, '', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 'AhrefsBot/7.0'])('counts nobody for %j', (agent) => {
  expect(spiderOf(agent)).toBeNull();
});

it('shows a key of old rows as it is', () => expect(spiderTitle('petal')).toBe('petal'));
