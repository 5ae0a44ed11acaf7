import { expect, it } from 'vitest';
import { seedBanners } from '#demo/banners.ts';
import { siteFrame } from '#server/views/site-frame.ts';
import { testApp } from '../support/app.ts';

const t = testApp();

it('H10 the demo fills the three tools that an empty site leaves out, each with a place of the site', async () => {
  const tools = async () => {
    const { free_order, community, outside } = await siteFrame(t.ctx());
    return { free_order: free_order !== null, community, publish: outside.publish_resource };
  };
  expect(await tools()).toEqual({ free_order: false, community: '', publish: '' });
  await seedBanners(t.ctx({ kind: 'job', name: 'demo' }));
  const { site_url } = t.app.config;
  // what a process remembers of the frame has a time
  t.clock.advance_ms(3_600_000);
  await tools();
  await expect.poll(tools).toEqual({ free_order: true, community: `${site_url}/receiveOrder`, publish: '/resources/add' });
});
