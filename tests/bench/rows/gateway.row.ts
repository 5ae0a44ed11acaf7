import { signIn, startBenchSite } from '../bench-site.ts';
import { alternate } from '../load.ts';
import { type Row, ratioResult } from '../row.ts';

/** The call that every island of a detail page makes, against the cheapest call there is. */
const row: Row = {
  name: 'gateway',
  async run({ seconds }) {
    const { site, scheme_id, stop } = await startBenchSite();
    try {
      const token = await signIn(site.url);
      const [ours, base] = await alternate(
        { url: `${site.url}/gateway/scheme/index/detail?id=${scheme_id}`, headers: { token, platform: '4' } },
        { url: `${site.url}/gateway/index/index/nowtime`, headers: { platform: '4' } },
        seconds,
      );
      return [ratioResult('GET /scheme/index/detail with token', 0.45, ours, base, 'GET /index/index/nowtime')];
    } finally {
      await stop();
    }
  },
};
export default row;
