/** Calls of resources and their cases for the ownership test; words in `with` are those of its things. */
export const RESOURCE_OWNERSHIP: Record<string, { expect: 'refused' | 'public'; with?: Record<string, unknown>; why?: string }> = {
  'GET /resourcecase/index/resourceCaseDetail': { expect: 'refused', with: { case_id: 'resource_case_draft' } },
  'GET /resourcecase/index/getResourceCaseList': { expect: 'public', with: { shop_id: 'shop' }, why: 'what a shop shows' },
  'GET /resourcecase/index/related': { expect: 'public', with: { case_id: 'resource_case_draft' }, why: 'an id only says like what' },
  'GET /resourcecase/index/getRalateCase': {
    expect: 'public',
    with: { resource_id: 'resource_case_draft' },
    why: 'an id only says of what',
  },
  'POST /resourcecase/index/zan': { expect: 'refused', with: { case_id: 'resource_case_draft' } },
  'GET /api/resource': { expect: 'refused', with: { id: 'resource_draft' }, why: 'a draft is seen by its publisher only' },
  'GET /resource/resource/recommend': { expect: 'public', with: { id: 'resource_draft' }, why: 'an id only says like what' },
  'GET /admin/term': { expect: 'refused', with: { id: 1 } },
  'POST /admin/term': { expect: 'refused', with: { place: 'scheme.category', name: '自己加' } },
  'GET /admin/topic': { expect: 'refused' },
  'POST /admin/topic': { expect: 'refused', with: { title: '专题', item_ids: [1] } },
};
