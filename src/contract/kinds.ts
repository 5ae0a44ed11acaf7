import type { KindCalls, KindFacts, PublishCalls, TermFacet } from './kind-facts.ts';
import { DOWNLOAD_CALL } from './shared-calls.ts';

/**
 * Every kind of content, with all that the specification numbers or names for it. One table: maps, types and look-ups derive from it, so
 * that no number is written twice (spec 4 and 7; the same number means different things in different calls).
 */

export type { FieldFacts, ItemCall, KindCalls, KindFacts, MediaFacts, PublishCalls, TermFacet } from './kind-facts.ts';

const CATEGORY: TermFacet = { key: 'category', param: 'cid', label: '分类', choice: true };
const TAG: TermFacet = { key: 'tag', param: 'tag', label: '标签', choice: false };
const INDUSTRY: TermFacet = { key: 'industry', param: 'industry', label: '行业', choice: true };
const SERVICE: TermFacet = { ...CATEGORY, label: '服务类型' };
const ACTIVITY: TermFacet = { key: 'activity', param: 'activity', label: '活动类型', choice: true };

export const KINDS = {
  scheme: {
    code: 1,
    key: 'scheme',
    noun: '方案',
    measure: '份',
    paths: {
      list: '/programme',
      detail: '/programme/detail',
      add: '/programme/add',
      edit: '/programme/edit',
      orders: '/personalCenter/mySchemeOrder',
      mobile: '/programme/detail',
      missing: '/hmh?type=1',
    },
    types: { collect: 3, share: 3, report: 3, zan: 3, history: 1, hot_search: 3, relate: 1 },
    sale: { divide_type: 1, coupon_type: 5, vip_type: 1, vip_text: '', member_discount: 7.5 },
    overlay_top_px: 260,
    formats: ['pdf', 'pptx'],
    facets: [CATEGORY, INDUSTRY, ACTIVITY, TAG],
    calls: {
      detail: { path: '/scheme/index/detail', id: 'id' },
      related: { path: '/scheme/index/recommend', id: 'id', limit: 6 },
      download: DOWNLOAD_CALL,
      publish: {
        form: '/scheme/schemev2',
        options: '/scheme/schemev2/options',
        change: '/scheme/schemev2/change',
        draft: '/scheme/scheme',
        shelf: '/scheme/scheme/editSchemes',
        mine: '/scheme/scheme/mine',
      },
      order: '/scheme/buy/order',
    },
    gives: 'file',
  },
  ppt: {
    code: 2,
    key: 'ppt',
    noun: 'PPT模板',
    short: 'PPT',
    download: '立即下载',
    measure: '套',
    paths: {
      list: '/ppt',
      detail: '/ppt/detail',
      add: '/ppt/add',
      edit: '/ppt/edit',
      orders: '/personalCenter/myPPTOrder',
      mobile: '/ppt/detail',
      missing: '/hmh?type=1',
    },
    types: { collect: 12, share: 16, report: 1, zan: 12, history: 7 },
    sale: { divide_type: 4, coupon_type: 20, vip_type: 2, vip_text: 'ppt', member_discount: 7.5 },
    overlay_top_px: 260,
    formats: ['pptx', 'pdf'],
    facets: [
      CATEGORY,
      { key: 'style', param: 'style', label: '风格', choice: true },
      { key: 'scene', param: 'scene', label: '场景', choice: true },
      INDUSTRY,
      ACTIVITY,
      TAG,
    ],
    calls: {
      detail: { path: '/scheme/ppt/detail', id: 'id' },
      related: { path: '/scheme/ppt/pptRelate', id: 'data_id', limit: 2 },
      download: '/scheme/ppt/downloadurl',
      publish: {
        form: '/scheme/ppt',
        options: '/scheme/ppt/options',
        change: '/scheme/ppt/change',
        draft: '/scheme/ppt',
        shelf: '/scheme/ppt/editPpts',
        mine: '/scheme/ppt/mine',
      },
      order: '/scheme/ppt/order',
    },
    gives: 'file',
  },
  design: {
    code: 3,
    key: 'design',
    noun: '设计作品',
    short: '设计',
    download: '下载设计文件',
    measure: '件',
    paths: {
      list: '/design',
      detail: '/design/detail',
      add: '/design/add',
      edit: '/design/add',
      orders: '/personalCenter/myDesignOrder',
      missing: '/hmh?type=1',
    },
    types: { collect: 10, share: 10, report: 13, history: 8 },
    sale: { divide_type: 3, coupon_type: 19, vip_type: 3, vip_text: 'design', member_discount: 7.5 },
    formats: ['psd', 'ai', 'cdr', 'eps', 'pdf', 'png', 'jpg', '3ds', 'skp', 'max', 'zip'],
    facets: [CATEGORY, TAG],
    media: { pictures: { min: 1, max: 30 }, video: false, locked: false },
    fields: [
      {
        key: 'type',
        label: '类型',
        type: 'choice',
        required: true,
        options: [
          { value: '1', label: '平面' },
          { value: '2', label: '3D' },
        ],
      },
      {
        key: 'color_mode',
        label: '颜色模式',
        type: 'choice',
        only: { key: 'type', value: '1' },
        options: ['CMYK', 'RGB', '灰度'].map((mode) => ({ value: mode, label: mode })),
      },
      { key: 'file_format', label: '文件格式', type: 'text', max: 20, hint: '上传压缩包时，写里面的源文件格式，例如 PSD' },
    ],
    calls: {
      detail: { path: '/design/index/designDetail', id: 'design_id' },
      related: { path: '/design/index/getRelateDesign', id: 'design_id', limit: 10 },
      download: '/design/index/downloadurl',
      download_by_get: 'design_id',
      publish: {
        form: '/design/design',
        options: '/design/design/options',
        change: '/design/design/change',
        draft: '/design/design',
        shelf: '/design/design/editDesigns',
        mine: '/design/design/mine',
      },
      order: '/design/buy/order',
    },
    gives: 'file',
  },
  sample: {
    code: 4,
    key: 'sample',
    noun: '大案例',
    download: '查看云相册',
    measure: '个',
    paths: {
      list: '/bigcase',
      detail: '/bigcase/details',
      add: '/bigcase/add',
      edit: '/bigcase/add',
      album: '/bigcase/album',
      mobile: '/bigcase/detail',
      missing: '/hmh?type=1',
    },
    types: { collect: 9, share: 12, report: 10, history: 9 },
    sale: {
      divide_type: 2,
      vip_type: 4,
      vip_text: 'sample',
      member_discount: 7.5,
      opened_by: { vip_type: 1, vip_text: '' },
    },
    formats: [],
    facets: [CATEGORY, INDUSTRY, TAG],
    media: { pictures: { min: 1, max: 300 }, video: false, locked: true },
    fields: [
      { key: 'theme', label: '活动主题', type: 'text', max: 60, required: true },
      { key: 'start_time', label: '开始日期', type: 'date', to: 'end_time' },
      { key: 'end_time', label: '结束日期', type: 'date' },
      { key: 'location', label: '活动城市', type: 'text', max: 30 },
      { key: 'adress', label: '活动场地', type: 'text', max: 80 },
      { key: 'activity_company', label: '执行公司', type: 'text', max: 60 },
      { key: 'sponsor', label: '主办方', type: 'text', max: 60 },
      { key: 'toppic', label: '摄影机构', type: 'text', max: 60 },
      {
        key: 'album',
        label: '云相册',
        type: 'choice',
        required: true,
        hint: '提供后，有权限的读者可以查看全部照片并下载原图',
        options: [
          { value: '1', label: '提供' },
          { value: '0', label: '不提供' },
        ],
      },
      { key: 'scheme_id', label: '关联方案', type: 'item', kind: 'scheme', hint: '这场活动用的方案，读者可以从案例直接找到它' },
      { key: 'resource_id', label: '关联资源', type: 'item', kind: 'resource', hint: '这场活动用到的供应商资源' },
    ],
    calls: {
      detail: { path: '/sample/index/sampleDetail', id: 'sample_id' },
      related: { path: '/sample/index/getSampleList', id: 'sample_id', limit: 6 },
      publish: {
        form: '/sample/index/addSample',
        options: '/sample/index/options',
        change: '/sample/index/change',
        draft: '/sample/index/addSample',
        shelf: '/sample/index/editSamples',
        mine: '/sample/index/mine',
        read: { path: '/sample/index/sampleEditDetail', id: 'sample_id' },
        edit: '/sample/index/editSample',
      },
      order: '/sample/buy/order',
    },
    gives: 'pictures',
  },
  resource: {
    code: 5,
    key: 'resource',
    noun: '资源',
    measure: '个',
    paths: { list: '/resources', detail: '/resources/details', add: '/resources/add', edit: '/resources/add', missing: '/hmh?type=2' },
    types: { collect: 22, share: 1, report: 22, history: 2, hot_search: 1 },
    formats: [],
    facets: [
      CATEGORY,
      { key: 'area', param: 'area', label: '地区', choice: true },
      { key: 'pricing', param: 'pricing', label: '计价方式', choice: true },
      TAG,
    ],
    media: { pictures: { min: 1, max: 30 }, video: true, locked: false },
    // the price stands here and in no column: no list, search or page of everybody's can tell it
    fields: [
      { key: 'price', label: '价格', type: 'price', signed_in: true, hint: '有区间时填最低价，不填为面议', to: 'price_max' },
      { key: 'price_max', label: '最高价', type: 'price', signed_in: true },
      { key: 'supplement', label: '补充信息', type: 'pairs', max: 12, shown_key: 5 },
    ],
    shop: 'if_any',
    calls: {
      detail: { path: '/api/resource', id: 'id' },
      related: { path: '/resource/resource/recommend', id: 'id', limit: 6, size: 'size' },
      publish: {
        form: '/resource/resource/form',
        options: '/resource/resource/options',
        change: '/resource/resource/change',
        draft: '/resource/resource/draft',
        shelf: '/resource/resource/shelf',
        mine: '/resource/resource/mine',
      },
    },
    gives: 'contact',
  },
  resource_case: {
    code: 6,
    key: 'resource_case',
    noun: '资源案例',
    measure: '个',
    paths: {
      list: '/resourceCase',
      detail: '/resourceCase/detail',
      add: '/resourceCase/add',
      edit: '/resourceCase/edit',
      mobile: '/resourceCase/detail',
      missing: '/hmh?type=2',
    },
    types: { collect: 11, share: 20, report: 20 },
    formats: [],
    facets: [CATEGORY, TAG],
    media: { pictures: { min: 1, max: 30 }, video: true, locked: false },
    fields: [{ key: 'resource_id', label: '关联资源', type: 'item', kind: 'resource', hint: '案例用到的资源，读者可由此联系供应商' }],
    shop: 'required',
    calls: {
      detail: { path: '/resourcecase/index/resourceCaseDetail', id: 'case_id' },
      related: { path: '/resourcecase/index/related', id: 'case_id', limit: 3 },
      like: { path: '/resourcecase/index/zan', how: 'toggle' },
      publish: {
        form: '/resourcecase/index/form',
        options: '/resourcecase/index/options',
        change: '/resourcecase/index/change',
        draft: '/resourcecase/index/draft',
        shelf: '/resourcecase/index/shelf',
        mine: '/resourcecase/index/mine',
      },
    },
    gives: 'nothing',
  },
  supplier_case: {
    code: 7,
    key: 'supplier_case',
    noun: '供应商案例',
    measure: '个',
    paths: {
      list: '/enterpriseCenter/cases',
      detail: '/enterpriseCenter/case',
      add: '/personalCenter/myEnterprise/myCase/addCase',
      edit: '/personalCenter/myEnterprise/myCase/addCase',
      missing: '/hmh?type=2',
    },
    types: { share: 11, report: 21 },
    formats: [],
    facets: [SERVICE, TAG],
    media: { pictures: { min: 1, max: 30 }, video: true, locked: false },
    fields: [
      { key: 'custom_name', label: '客户', type: 'text', max: 40, required: true },
      { key: 'site_address', label: '场地', type: 'text', max: 60 },
      { key: 'start_time', label: '活动时间', type: 'date', required: true, to: 'end_time' },
      { key: 'end_time', label: '结束日期', type: 'date', hint: '当天结束的活动可以不填' },
      { key: 'price', label: '价格', type: 'price', hint: '有区间时填最低价，不填为面议', to: 'max_price' },
      { key: 'max_price', label: '最高价', type: 'price' },
      { key: 'resource_id', label: '关联资源', type: 'item', kind: 'resource', hint: '案例用到的资源，读者可由此联系供应商' },
    ],
    shop: 'required',
    calls: {
      detail: { path: '/activity/activityCase/detail', id: 'case_id' },
      related: { path: '/activity/activityCase/related', id: 'case_id', limit: 3, page: 'p' },
      like: { path: '/activity/activityCase/like', how: 'set' },
      publish: {
        form: '/activity/activityCase/index',
        own: '/activity/activityCase/own',
        options: '/activity/activityCase/options',
        change: '/activity/activityCase/change',
        draft: '/activity/activityCase/index',
        shelf: '/activity/activityCase/shelf',
        mine: '/activity/activityCase/mine',
      },
    },
    gives: 'nothing',
  },
  article: {
    code: 8,
    key: 'article',
    noun: '文章',
    measure: '篇',
    paths: { list: '/article', detail: '/article/details', add: '/article/add', mobile: '/article/articleH5', missing: '/article' },
    types: {},
    formats: [],
    facets: [CATEGORY, TAG],
    gives: 'nothing',
  },
  course: {
    code: 9,
    key: 'course',
    noun: '课程',
    measure: '门',
    paths: { list: '/study/list', detail: '/study/detail', missing: '/study' },
    types: { hot_search: 4 },
    formats: [],
    facets: [CATEGORY, TAG],
    gives: 'lessons',
  },
  talk: {
    code: 10,
    key: 'talk',
    noun: '短分享',
    measure: '段',
    paths: { list: '/salon/xtedList', detail: '/salon/playVideo', missing: '/salon' },
    types: {},
    formats: [],
    facets: [CATEGORY, TAG],
    gives: 'nothing',
  },
  salon: {
    code: 11,
    key: 'salon',
    noun: '沙龙',
    measure: '场',
    paths: { list: '/salon/list', detail: '/salon/details', add: '/salon/establish', missing: '/salon' },
    types: {},
    formats: [],
    facets: [CATEGORY, TAG],
    gives: 'seat',
  },
  demand: {
    code: 12,
    key: 'demand',
    noun: '需求',
    measure: '个',
    paths: { list: '/demand', detail: '/demandProgramme/details', add: '/demand/add', missing: '/demand' },
    types: {},
    formats: [],
    facets: [CATEGORY, TAG],
    gives: 'nothing',
  },
  job: {
    code: 13,
    key: 'job',
    noun: '招聘',
    measure: '个',
    paths: { list: '/demand', detail: '/demand/detailsRecruit', add: '/demand/addJob', missing: '/demand' },
    types: {},
    formats: [],
    facets: [CATEGORY, TAG],
    gives: 'nothing',
  },
} as const satisfies Record<string, KindFacts>;

export type KindKey = keyof typeof KINDS;

/** Memberships (spec 8): those of kinds stand with their kind. */
export const VIP_BIDDING = 5;
export const VIP_ALL = 6;
export const VIP_UNION = 99;

/** Report type of the site itself; it has no item. */
export const REPORT_SITE = 99;

/** The number under which likes are kept: kinds whose likes have a call of their own use one that no other call takes. */
export function likeType({ code, types }: Pick<KindFacts, 'code' | 'types'>): number {
  return types.zan ?? -code;
}

/** Whether readers take something away that has a price here: not where they only look, nor where they meet whoever offers it. */
export function isTaken({ gives }: Pick<KindFacts, 'gives'>): boolean {
  return gives !== 'nothing' && gives !== 'contact';
}

/** The kinds that have calls, with them. */
export const KINDS_WITH_CALLS: ReadonlyArray<KindFacts & { calls: KindCalls }> = Object.values<KindFacts>(KINDS).flatMap((kind) =>
  kind.calls ? [{ ...kind, calls: kind.calls }] : [],
);

/** Kinds that readers publish here. */
export const PUBLISHED_KINDS: ReadonlyArray<KindFacts & { calls: { publish: PublishCalls } }> = KINDS_WITH_CALLS.flatMap((kind) =>
  kind.calls.publish ? [{ ...kind, calls: { ...kind.calls, publish: kind.calls.publish } }] : [],
);

/** What the pages of a kind are counted in: pictures are no pages. */
export function pageUnit({ media }: Pick<KindFacts, 'media'>): '页' | '张' {
  return media ? '张' : '页';
}

/** Address of the kind's detail page. */
export function detailPath(kind: KindFacts, id: number): string {
  return `${kind.paths.detail}?id=${id}`;
}
