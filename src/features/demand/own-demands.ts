import { DEMAND_TABS, type DemandTab, type OwnDemandList } from '#contract/demand.ts';
import type { OwnListQuery } from '#kit/own-list/own-list.store.ts';
import { actOnDemand, dropDraft, fetchMine } from './demand.api.ts';

export const DEMAND_TAB_KEYS = Object.keys(DEMAND_TABS) as DemandTab[];

/** What 我的需求 loads and changes. */
export const loadOwnDemands = ({ tab, page }: OwnListQuery): Promise<OwnDemandList> => fetchMine(tab as DemandTab, page);
export { actOnDemand as actOnOwn, dropDraft as dropOwn };
