import { expect, it } from 'vitest';
import { CAMPAIGN_PAGES } from '#contract/campaign.ts';
import { seedCampaigns } from '#demo/campaigns.ts';
import { campaignView, luckView } from '#server/views/hub.ts';
import { unionView } from '#server/views/vip-plans.ts';
import { testApp } from '../support/app.ts';

const t = testApp();

it('M-299, O-001 fills every activity page, the draw and the union page, once however often it goes on', async () => {
  await seedCampaigns(t.ctx());
  await seedCampaigns(t.ctx());
  for (const page of CAMPAIGN_PAGES) {
    const { campaign, round } = await campaignView(t.ctx(), page);
    expect(campaign).toMatchObject({ state: 'running', with_plans: true });
    expect(campaign?.coupons.length).toBeGreaterThan(1);
    expect(campaign?.coupons.every(({ refusal }) => refusal === '')).toBe(true);
    expect(round !== null).toBe(page === 'newYear');
  }
  expect(await luckView(t.ctx())).toMatchObject([{ state: 'open', seed: '' }]);
  expect((await unionView(t.ctx(), 0)).list).toHaveLength(2);
  const [first, second] = (await unionView(t.ctx(), 0)).list;
  expect((await unionView(t.ctx(), second?.id ?? 0)).shown?.id).toBe(second?.id);
  expect((await unionView(t.ctx(), 999_999)).shown).toBeNull();
  expect((await unionView(t.ctx(), 0)).shown?.id).toBe(first?.id);
});

it('shows what is next before it begins and what is over after its end', async () => {
  t.clock.advance_ms(61 * 86_400_000);
  expect((await campaignView(t.ctx(), 'newYear')).campaign).toMatchObject({ state: 'over', coupons: [] });
  expect((await campaignView(t.ctx(), 'newYear')).round).toBeNull();
});
