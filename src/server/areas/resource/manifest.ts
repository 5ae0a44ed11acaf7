import { z } from 'zod';
import type { Pair } from '#contract/fields.ts';
import type { ItemPublic } from '#contract/item.ts';
import { KINDS } from '#contract/kinds.ts';
import { KIND, resourceCalls } from '#contract/resource/calls.ts';
import { resourceTopicCalls } from '#contract/resource/topic-calls.ts';
import type { ResourceDetail } from '#contract/resource.ts';
import { TOPIC_MENU_TITLES, topicMenuOf } from '#contract/topic.ts';
import type { Ctx } from '../../app/ctx.ts';
import { pageTags } from '../../http/cache-tags.ts';
import { type Endpoint, serve } from '../../http/endpoint.ts';
import { purgeTags } from '../../http/purge-channel.ts';
import { readDetail } from '../../http/read-detail.ts';
import {
  allKinds,
  type Item,
  recommendItems,
  saveTopic,
  showTopic,
  type TopicLine,
  topicForm,
  topicItems,
  topicSource,
} from '../../modules/catalog/index.ts';
import { actsOf, BY_DAY, BY_TIME, choiceFilter, type StaffList, showRows, stateFilter } from '../../modules/console/index.ts';
import { contactButton } from '../../modules/contacts/index.ts';
import { takePublicCopy } from '../../modules/publishing/index.ts';
import { findItems } from '../../modules/search/index.ts';
import { defineSetting } from '../../modules/settings/index.ts';
import { relatedItems } from '../../views/item-screen.ts';
import { resourcePrice, shopInfo } from '../../views/shop-screens.ts';
import type { Manifest } from '../manifest.ts';

const act = actsOf('topic.edit');

/** Topics of the console; a row leads to its form. */
export const topicList: StaffList = {
  key: 'topics',
  add: { title: '新建专题', route: '/admin/topic' },
  title: '专题',
  verb: 'topic.edit',
  source: topicSource,
  columns: [
    { key: 'id', title: '编号', kind: 'number' },
    { key: 'title', title: '标题' },
    { key: 'menu', title: '位置' },
    { key: 'item_num', title: '内容', kind: 'number' },
    { key: 'state', title: '状态', kind: 'state' },
    { key: 'updated_at', title: '修改时间', kind: 'time' },
  ],
  filters: [
    stateFilter({ shown: '公开', hidden: '已下架' }, { hidden: 'over' }),
    choiceFilter('menu', '位置', TOPIC_MENU_TITLES),
    ...BY_DAY,
  ],
  orders: BY_TIME,
  search: '编号或标题',
  actions: [
    act('show', '公开', '专题出现在专题列表、详情页与站点地图中。', (tx, id, reason) => showTopic(tx, Number(id), true, reason)),
    act('hide', '下架', '专题页不再可见，其中的内容不受影响。', (tx, id, reason) => showTopic(tx, Number(id), false, reason)),
  ],
  show: showRows<TopicLine>(({ id, title, kind, shown, item_num, updated_at }) => ({
    id: String(id),
    href: `/admin/topic?id=${id}`,
    cells: {
      id,
      title,
      menu: TOPIC_MENU_TITLES[topicMenuOf(kind) ?? ''] ?? '',
      item_num,
      state: shown ? '公开' : '已下架',
      updated_at,
    },
  })),
};

/** Where 发布资源 leads (K-411): suppliers may publish on a platform of the operator's. */
export const resourcePublishAddress = defineSetting(
  'resource_publish_address',
  z
    .string()
    .trim()
    .max(300)
    .refine((text) => text === '' || (URL.canParse(text) && /^https?:\/\//.test(text)), '请输入 http:// 或 https:// 开头的网址')
    .default(''),
  {
    group: '页面与联系方式',
    title: '发布资源的地址',
    about: '“发布资源”前往的外部平台网址；留空则使用本站自己的发布表单。修改已发布的资源总在本站。',
  },
);

const ONE_LINE = 60;

type Shared = Pick<
  ResourceDetail,
  'name' | 'details' | 'img_urls' | 'video_url' | 'supplement' | 'category' | 'category_new' | 'update_time' | 'tags' | 'aword'
>;

/** What the detail call of a resource says beyond what all do (CP66), the same for every reader. */
export function resourceFields(_ctx: Ctx, part: ItemPublic): Promise<Shared & { price: undefined }> {
  const { category_id: first, category_id_sub: second } = part;
  const line = part.introduction.replace(/\s+/g, ' ').trim();
  return Promise.resolve({
    // the reader's part says it, and to visitors nothing
    price: undefined,
    name: part.title,
    details: part.introduction,
    img_urls: part.imgs.map(({ picture }) => picture.src),
    video_url: part.video?.src ?? '',
    supplement: Array.isArray(part.fields['supplement']) ? [...(part.fields['supplement'] as readonly Pair[])] : [],
    category: [...(first ? [{ ...first, parent_id: 0 }] : []), ...(first && second ? [{ ...second, parent_id: first.id }] : [])],
    category_new: first ? [{ name: first.name, child: { name: second?.name ?? '' } }] : [],
    update_time: part.updated_at,
    tags: part.tagsList.map(({ name }) => name).join(','),
    aword: [...line].length > ONE_LINE ? `${[...line].slice(0, ONE_LINE - 1).join('')}…` : line,
  });
}

/** The price, for readers who are signed in, and the shop as this reader has it. */
export async function resourceReaderFields(
  ctx: Ctx,
  item: Item,
  user_id: number | null,
): Promise<Pick<ResourceDetail, 'price' | 'price_max' | 'show_price' | 'shop_id' | 'shop' | 'is_focus' | 'contact_button'>> {
  const [shop, priced, contact_button] = await Promise.all([
    item.shop_id === null ? null : shopInfo(ctx, item.shop_id),
    user_id === null ? { price: 0, price_max: 0 } : resourcePrice(ctx, item.id),
    user_id === null ? undefined : contactButton(ctx, item, user_id),
  ]);
  return {
    ...{ ...priced, show_price: user_id === null ? 0 : 1, shop_id: item.shop_id ?? 0, shop },
    is_focus: shop?.is_focus ?? 0,
    ...(contact_button === undefined ? {} : { contact_button }),
  };
}

/** Calls of resources beside those that the row of the kind makes (publishing). Calling a supplier comes with the paid release. */
const resourceEndpoints: Endpoint[] = [
  serve(resourceCalls.api_path, (ctx, { id }) => readDetail(ctx, KIND, id)),
  serve(resourceCalls.resource_path, async (ctx, { id, cid, page, size }) => ({
    list: relatedItems(await recommendItems(ctx, KIND, { id, ...(cid === undefined ? {} : { cid }), page, limit: size })),
    page,
    limit: size,
  })),
];

/** Found of each kind. */
const FOUND = 4;

/** Topics for staff: readers meet them as pages and by /api/relate/getList. */
const topicEndpoints: Endpoint[] = [
  serve(resourceTopicCalls.get_topic, (ctx, { id }) => topicForm(ctx, id)),
  serve(resourceTopicCalls.post_topic, async (ctx, { cover_file_id, ...form }) => {
    const cover = typeof cover_file_id === 'number' ? await takePublicCopy(ctx, cover_file_id) : cover_file_id;
    return { id: await saveTopic(ctx, form, cover) };
  }),
  serve(resourceTopicCalls.items, async (ctx, { keyword }) => {
    if (/^\d{1,15}$/.test(keyword)) return { list: await topicItems(ctx, [Number(keyword)]) };
    const found = await Promise.all(allKinds().map((kind) => findItems(ctx, kind, { keyword }, FOUND)));
    return {
      list: await topicItems(
        ctx,
        found.flatMap(({ list }) => list.map(({ id }) => id)),
      ),
    };
  }),
];

/** What suppliers offer, and the topics that staff put together of it. */
export const resourceArea: Manifest = {
  name: 'resource',
  endpoints: [...resourceEndpoints, ...topicEndpoints],
  staff_lists: [topicList],
  settings: [resourcePublishAddress],
  own_fields: { [KINDS.resource.key]: resourceFields },
  reader_parts: { [KINDS.resource.key]: resourceReaderFields },
  on: (app) => ({
    'collection.changed': [
      ({ collection_id, item_ids }) =>
        purgeTags(app, [pageTags.collection(collection_id), pageTags.collections, pageTags.home, ...item_ids.map(pageTags.item)]),
    ],
  }),
};
