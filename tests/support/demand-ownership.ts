import { EMPTY_DEMAND } from '#contract/demand.ts';

/** Calls of demands for the ownership test; words in `with` are those of `stand_ins` there. */
const FORM = { ...EMPTY_DEMAND, draft_key: 'foreign-demand-1' };
const NOT_THERE = 'a demand that is not there';

export const DEMAND_OWNERSHIP: Record<string, { expect: 'refused' | 'public'; with?: Record<string, unknown>; why?: string }> = {
  'GET /attachment/:signed': { expect: 'refused', why: 'a link that nobody signed' },
  'GET /demand/index/detail': { expect: 'refused', why: NOT_THERE },
  'GET /demand/index/recommend': { expect: 'public', why: 'public cards' },
  'GET /demand/index/list': { expect: 'public', why: 'public cards; the id is a label' },
  'POST /demand/demand': {
    expect: 'refused',
    with: { ...FORM, label_id: null, from_id: null, files: 'foreign_files' },
    why: 'a new draft may not take the file of another',
  },
  'PUT /demand/demand': { expect: 'refused', with: { ...FORM, label_id: null, from_id: null, id: 'demand' } },
  'GET /demand/demand': { expect: 'refused', with: { id: 'demand' } },
  'DELETE /demand/demand/draft': { expect: 'refused', with: { id: 'demand' } },
  'GET /demand/demand/state': { expect: 'refused', with: { id: 'demand' } },
  'PUT /demand/demand/act': { expect: 'refused', with: { id: 'demand', act: 'close', why: '想要' } },
  'GET /demand/index/file': { expect: 'refused', with: { id: 'demand', file_id: 1 } },
  'GET /admin/demandLabel': { expect: 'refused', with: { id: 1 } },
  'POST /admin/demandLabel': { expect: 'refused', with: { id: 0, name: '自己加', type: 1 } },
};
