export { campaignForm, saveCampaign, shownCampaign, switchCampaign } from './campaigns.ts';
export { type CampaignLine, campaignSource } from './repo.ts';
