import { chatCalls } from '#contract/chat/calls.ts';
import type { ChatSubjectKind } from '#contract/chat.ts';
import { paths } from '#contract/paths.ts';
import { type Ctx, requireUser } from '../../app/ctx.ts';
import { serve, serveDone } from '../../http/endpoint.ts';
import { sendFile } from '../../http/send-file.ts';
import { answerEvents } from '../../http/streams.ts';
import { contentDisposition } from '../../kernel/disposition.ts';
import { itemsById, kindOf } from '../../modules/catalog/index.ts';
import {
  actOnMessage,
  askAbout,
  blockOther,
  type ChatSubject,
  chatChanges,
  chatState,
  chatTopicOf,
  conversationOf,
  conversationsOf,
  findInTalk,
  lookAtCase,
  messageEvents,
  messagesBefore,
  muteConversation,
  openFile,
  phrasesOf,
  reactTo,
  readUpTo,
  reportMessage,
  type SubjectFacts,
  searchMessages,
  sendMessage,
  setPhrases,
  talkTopicOf,
} from '../../modules/chat/index.ts';
import { hasOffered } from '../../modules/offers/index.ts';
import { hasApplied } from '../../modules/recruiting/index.ts';
import { getShop } from '../../modules/shops/index.ts';
import { plainAddress, plainPage, plainSend } from './plain-page.ts';

/** Works, demands and jobs are items of the engine: who publishes one is asked about it. */
const itemSubject = (kind: ChatSubjectKind): ChatSubject => ({
  kind,
  async load(ctx, ids) {
    const items = await itemsById(ctx, ids);
    return new Map(
      [...items.values()].map((item): [number, SubjectFacts] => {
        const facts = kindOf(item.kind);
        const open = item.status === 'published';
        const path = open ? paths.detail(facts, item.id) : '';
        return [item.id, { title: item.title, noun: facts.noun, path, owner_id: item.publisher_id, open }];
      }),
    );
  },
});

const shopSubject: ChatSubject = {
  kind: 'shop',
  async load(ctx: Ctx, ids) {
    const shops = new Map<number, SubjectFacts>();
    for (const id of ids) {
      const shop = await getShop(ctx, id);
      if (shop) shops.set(id, { title: shop.card.name, path: paths.shop(id), owner_id: shop.owner_id, open: true });
    }
    return shops;
  },
};

/** `request` belongs to the area of requests. */
export const chatSubjects: readonly ChatSubject[] = [
  itemSubject('item'),
  // its owner asks a bidder
  { ...itemSubject('demand'), mayAsk: (ctx, demand_id, user_id) => hasOffered(ctx, demand_id, user_id) },
  // whose job it is asks who applied
  { ...itemSubject('job'), mayAsk: (ctx, job_id, user_id) => hasApplied(ctx, job_id, user_id) },
  shopSubject,
];

export const chatEndpoints = [
  serve(chatCalls.open, (ctx, input) => askAbout(ctx, input)),
  serve(chatCalls.list, (ctx, input) => conversationsOf(ctx, input)),
  serve(chatCalls.conversation, (ctx, { id }) => conversationOf(ctx, id)),
  serve(chatCalls.messages, async (ctx, { id, after }, c) => {
    await conversationOf(ctx, id);
    const source = { topics: [talkTopicOf(id)], read: (from: number, limit: number) => messageEvents(ctx, id, from, limit) };
    return (await answerEvents(ctx, c, after, source)) as Response;
  }),
  serve(chatCalls.before, (ctx, input) => messagesBefore(ctx, input)),
  serve(chatCalls.send, (ctx, input) => sendMessage(ctx, input)),
  serve(chatCalls.settle, (ctx, input) => actOnMessage(ctx, input)),
  serve(chatCalls.recall, (ctx, { id, seq }) => actOnMessage(ctx, { id, seq, act: 'recall' })),
  serve(chatCalls.react, (ctx, input) => reactTo(ctx, input)),
  serveDone(chatCalls.read, (ctx, input) => readUpTo(ctx, input)),
  serveDone(chatCalls.mute, (ctx, input) => muteConversation(ctx, input)),
  serveDone(chatCalls.block, (ctx, input) => blockOther(ctx, input)),
  serveDone(chatCalls.report, (ctx, input) => reportMessage(ctx, input)),
  serve(chatCalls.search, (ctx, { q, p }) => searchMessages(ctx, { q, page: p })),
  serve(chatCalls.find, (ctx, input) => findInTalk(ctx, input)),
  serve(chatCalls.phrases, (ctx) => phrasesOf(ctx)),
  serve(chatCalls.set_phrases, (ctx, input) => setPhrases(ctx, input)),
  serve(chatCalls.num, (ctx) => chatState(ctx)),
  serve(chatCalls.stream, async (ctx, { after }, c) => {
    const source = { topics: [chatTopicOf(requireUser(ctx))], read: (from: number, limit: number) => chatChanges(ctx, from, limit) };
    return (await answerEvents(ctx, c, after, source)) as Response;
  }),
  serve(chatCalls.file, async (ctx, input, c) => {
    const file = await openFile(ctx, input);
    const how = /^(image|audio)\//.test(file.type) ? 'inline' : 'attachment';
    const headers = {
      'content-type': file.type,
      'content-disposition': contentDisposition(file.name, how),
      'cache-control': 'private, max-age=3600',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': "default-src 'none'; sandbox",
    };
    return sendFile(c, { size_bytes: file.size_bytes, etag: file.etag, headers, read: file.read }, ctx.log);
  }),
  serve(chatCalls.plain_link, (ctx, { id }) => plainAddress(ctx, id)),
  serve(chatCalls.get_plain, (ctx, input) => plainPage(ctx, input)),
  serve(chatCalls.post_plain, (ctx, input) => plainSend(ctx, input)),
  serve(chatCalls.case, (ctx, { id }) => lookAtCase(ctx, id)),
];
