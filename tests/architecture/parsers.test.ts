import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { docOfText, safeHref, tidyDoc } from '#contract/article.ts';
import { plainLine, textBlocks, textParts } from '#contract/assistant-text.ts';
import { checkCaller } from '#contract/contact.ts';
import { findContactDetails, maskContactDetails } from '#contract/contact-details.ts';
import { refuseName } from '#contract/display-name.ts';
import { isIdCard, plainIdCard } from '#contract/id-card.ts';
import { wishFaults } from '#contract/invoice-wish.ts';
import { columnPlace } from '#contract/popups.ts';
import { checkPrice } from '#contract/publish.ts';
import { chapterSeconds } from '#contract/talk.ts';
import { isTaxNumber, plainTaxNumber } from '#contract/tax-number.ts';
import { typedFen } from '#contract/typed-amount.ts';
import { checkVtt } from '#contract/web-vtt.ts';
import { answerRange, isCurrent } from '#server/http/byte-range.ts';
import { clientAddress } from '#server/http/client-address.ts';
import { isMobile } from '#server/http/device-class.ts';
import { deviceName } from '#server/http/device-name.ts';
import { chooseEncoding } from '#server/http/page-encoding.ts';
import { pageKey } from '#server/http/page-key.ts';
import { readTarget } from '#server/http/request-target.ts';
import { viewSource } from '#server/http/view-source.ts';
import { calendarText } from '#server/kernel/calendar-text.ts';
import { AppError } from '#server/kernel/errors.ts';
import { plainText } from '#server/kernel/plain-text.ts';
import { readBrief } from '#server/modules/assistant/read-brief.ts';
import { cleanText, readJson } from '#server/modules/assistant/rules.ts';
import { entryName } from '#server/modules/downloads/rules.ts';
import { maskMailsIn } from '#server/modules/notices/rules.ts';
import { generalCutter } from '#server/modules/search/cut-words.ts';
import { normalise } from '#server/modules/search/normalise.ts';
import { parseQuery } from '#server/modules/search/parse-query.ts';
import { termsOf } from '#server/modules/search/rules.ts';
import { readingOf } from '#server/modules/search/sounds.ts';
import { vocabularyOf } from '#server/modules/search/vocabulary.ts';
import { makeDictionary } from '#server/modules/search/words/dictionary.ts';
import { tradeList } from '#server/modules/search/words/load-dictionary.ts';
import { moneyIn, peopleIn } from '#server/modules/search/words/numbers.ts';
import { itemOfAddress, plainAddress, sourceOf } from '#server/modules/tracking/rules.ts';
import { promptOf } from '#server/providers/assistant/prompt.ts';
import { asksForMore } from '#server/providers/document/pptx-links.ts';
import { leastCpuMs } from '../support/cpu-time.ts';

const dictionary = makeDictionary([tradeList()], generalCutter);

const LENGTH = 16_384;
const BOUND_MS = 20;

/** What comes before anything bounds it, or from fields that are longest. A second entry: the longest text that gets there. */
const PARSERS: Record<string, [parse: (text: string) => unknown, longest?: number]> = {
  'contact details': [findContactDetails],
  'masked contact details': [maskContactDetails],
  'If-None-Match': [(text) => isCurrent('"x"', text)],
  Range: [(text) => answerRange(100, '"x"', `bytes=${text}`, text)],
  'Accept-Encoding': [chooseEncoding],
  'User-Agent': [(text) => [deviceName(text), isMobile(text)]],
  'X-Forwarded-For': [
    (text) =>
      clientAddress({ headers: { 'x-forwarded-for': text }, socket: { remoteAddress: '127.0.0.1' } } as unknown as IncomingMessage, [
        '127.0.0.1',
      ]),
  ],
  'address line': [(text) => readTarget(`/${text}`)],
  'key of a page': [(text) => pageKey(`/programme?keyword=${text}`)],
  Referer: [(text) => [viewSource('/', `https://a.cn/${text}`, 'a.cn'), sourceOf(`https://${text}`, 'a.cn')]],
  'address of an event': [(text) => itemOfAddress(plainAddress(`/${text}`, 'a.cn'))],
  'place of a pop-up': [columnPlace],
  WebVTT: [(text) => checkVtt(`WEBVTT\n\n00:00.000 --> 00:01.000\n${text}`)],
  'article text': [(text) => tidyDoc(docOfText(text))],
  'address of a link': [safeHref],
  'plain text': [plainText],
  'calendar text': [
    (text) =>
      calendarText([{ uid: 'a', title: text, note: text, url: '', place: text, at: new Date(0), all_day: false, alarms: [] }], {
        name: text,
        now: new Date(0),
      }),
  ],
  'tax number': [(text) => isTaxNumber(plainTaxNumber(text))],
  'identity card': [(text) => isIdCard(plainIdCard(text), '2026-01-01')],
  'wish for an invoice': [(text) => wishFaults({ holder: 'company', title: text, tax_no: text, mail: text })],
  'amount and price': [(text) => [typedFen(text), checkPrice('paid', text), chapterSeconds(text)]],
  'phone of a caller': [checkCaller],
  'name of a user': [refuseName],
  'words of a model': [(text) => [cleanText(text), readJson(text)]],
  'marks of a model': [(text) => [textBlocks(text), textParts(text), plainLine(text)]],
  'prompt of a model': [
    (text) => promptOf({ tool: '', question: text, input: {}, history: [], sources: [{ n: 1, kind: '', title: text, text }] } as never),
  ],
  'name of a file': [(text) => entryName(1, text, 'jpeg')],
  'words of a provider': [maskMailsIn],
  'markup of a picture': [(text) => asksForMore(Buffer.from(text))],
  'brief of an event': [readBrief],
  'search text': [(text) => termsOf(normalise(text))],
  'search query': [(text) => [parseQuery(text, dictionary)], 200],
  'search numbers': [(text) => [peopleIn(text), moneyIn(text)], 200],
  'search words': [(text) => [vocabularyOf([text]), readingOf(text)], 200],
};

const SIGNS = [...' \t\n,;:./\\-_=&?%@#*!"\'<>[](){}|+1a中，。⑴\u0000\ufdfa'];
const WORDS = [
  '微信',
  'a<',
  '![',
  '](',
  '<a ',
  '<script>',
  'url(',
  '--> ',
  '00:',
  '127.0.0.1,',
  'gzip;q=',
  'W/"',
  '**',
  '# ',
  'a.',
  '年会',
];

it.each(Object.entries(PARSERS))('A0 %s takes time that grows with the text only', (_name, [parse, longest = LENGTH]) => {
  const runs = [...SIGNS, ...SIGNS.map((sign, at) => sign + (SIGNS[at + 1] ?? 'a')), ...WORDS];
  const slow = runs.filter((run) => {
    const text = `${run.repeat(Math.ceil(longest / run.length)).slice(0, longest)}`;
    return leastCpuMs(() => said(parse, `a${text}b`)) > BOUND_MS;
  });
  expect(slow).toEqual([]);
});

/** A refusal is an answer as well. */
function said(parse: (text: string) => unknown, text: string): void {
  try {
    parse(text);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}
