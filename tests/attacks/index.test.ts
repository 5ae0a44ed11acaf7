import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What was tried on the whole site by hand, each with the test that tries it again: file and the beginning of its title. */
const ATTACKS: Array<[attack: string, file: string, title: string]> = [
  // what once succeeded
  ['codes and bills of the stand-ins from outside', 'tests/attacks/stand-ins.test.ts', 'codes and bills of the stand-ins are not shown to'],
  ['a start in public without a word', 'src/server/config/config.test.ts', 'with SITE_URL %j on HOST %j'],
  ['the known password of the demo staff', 'tests/attacks/stand-ins.test.ts', 'a demo that others reach has no staff'],
  ['a login that leads to another site', 'src/features/identity/login-forms.test.ts', 'of %s is %s'],
  [
    'originals read by another user of the machine',
    'src/server/providers/storage/local.test.ts',
    'AT-8 keeps other users of the machine out',
  ],
  ['lines forged into the log', 'tests/attacks/pages.test.ts', 'AT-10 %s reaches nothing of the framework'],
  ['names of prototypes in a query', 'tests/attacks/pages.test.ts', 'AT-11 %s is no error'],
  ['codes of a phone used up by a stranger', 'tests/attacks/accounts.test.ts', 'AT-13 a stranger cannot use up the codes'],
  ['tries of a code used up by a stranger', 'tests/attacks/accounts.test.ts', 'a stranger who guesses does not end the code'],
  ['a disk filled with uploads', 'tests/attacks/uploads.test.ts', 'AT-14 one account has at most 20 uploads'],
  ['a disk filled with drafts', 'tests/attacks/uploads.test.ts', 'files that nobody sells may not fill the disk'],
  ['everybody behind a proxy taken for one', 'tests/attacks/limits.test.ts', 'AT-15 a proxy that nobody named is told of once'],
  ['bytes changed after the check', 'tests/attacks/uploads.test.ts', 'AT-16 a writer that another process still lets in'],
  ['names that nobody sees, or that are ours', 'tests/attacks/accounts.test.ts', 'AT-17 takes no name that is invisible'],
  ['passwords guessed without a trace', 'tests/attacks/accounts.test.ts', 'leaves a trace of wrong passwords'],
  ['searches without end', 'tests/attacks/limits.test.ts', 'words that nobody searched before'],
  ['files of the machine read by a presentation', 'tests/attacks/documents.test.ts', 'AT-1 gets none where only the place is in the way'],
  ['addresses asked for by a presentation', 'tests/attacks/documents.test.ts', 'AT-2 does not even ask by %s'],
  ['another format in disguise', 'tests/attacks/documents.test.ts', 'is no ODF presentation in disguise'],
  ['a document that wants all memory', 'tests/attacks/documents.test.ts', 'is given up with a reason: a PDF that draws itself twice'],
  ['documents that stop all publishing', 'tests/db/publishing-rendering.test.ts', 'serves the first file of a newcomer'],
  ['a document without end', 'tests/attacks/documents.test.ts', 'AT-5 a document whose pages together take too long'],
  ['a voucher and a payment at the same moment', 'tests/races/money-vouchers.test.ts', 'AT-7 takes the voucher or the money of each'],
  ['links that outlive their right', 'tests/attacks/money-links.test.ts', 'ends every link of a purchase at once'],
  ['films by a copied address', 'tests/attacks/lessons.test.ts', 'a copied address is worth nothing'],
  ['films by a changed address', 'tests/attacks/lessons.test.ts', 'no sign of an address can be changed'],
  ['odd words under a right signature', 'tests/attacks/money-notify.test.ts', 'AT-12 refuses a rightly signed notify with %s'],
  // what failed, and has to go on failing
  ['odd values in every field of every call', 'tests/http/gateway-fuzz.test.ts', 'answers whatever it is sent with an envelope'],
  ['requests inside requests', 'tests/attacks/requests.test.ts', 'a request with %s carries no second one'],
  ['bodies without end', 'tests/attacks/requests.test.ts', 'a body of ten million bytes'],
  ['connections that say nothing', 'tests/attacks/requests.test.ts', 'many who open a connection'],
  ['paths that leave their folder', 'tests/http/edge-listener.test.ts', 'answers %s without falling over'],
  ['invented hosts in pages', 'tests/attacks/requests.test.ts', 'a host, a scheme or an address'],
  ['ids of somebody else', 'tests/http/gateway-ownership.test.ts', 'as another user'],
  ['roles and money offered by the caller', 'tests/http/identity-calls.test.ts', 'takes nothing that nobody offered'],
  ['tokens where none belongs', 'tests/attacks/accounts.test.ts', 'a token opens nothing but in its header'],
  ['links forged, lent or late', 'tests/http/downloads-link.test.ts', 'refuses expired, forged and lent links'],
  ['locked pages by another URL', 'tests/http/downloads-link.test.ts', 'never lets a locked page out'],
  ['notifies forged, changed or old', 'tests/http/money-calls.test.ts', 'refuses one that is not signed by the provider'],
  ['a price named by the buyer', 'tests/http/money-calls.test.ts', 'IM-11 ignores a price in the request'],
  ['one coupon many times at once', 'tests/races/money-orders.test.ts', 'IM-9 uses a single-use coupon once'],
  ['one balance many times at once', 'tests/races/money-ledger.test.ts', 'never lets a balance go below zero'],
  ['one voucher many times at once', 'tests/races/money-ledger.test.ts', 'redeems a voucher once'],
  ['free downloads many times at once', 'tests/races/downloads-quota.test.ts', 'M-011 64 free items at once'],
  ['any order of paying, closing and refunding', 'tests/races/money-invariants.test.ts', 'M2 P1 keeps every invariant'],
  ['files that are not what they say', 'tests/http/publishing-uploads.test.ts', 'by its content, whatever its name says'],
  ['policies of somebody else', 'tests/http/publishing-uploads.test.ts', 'with a foreign, changed or expired policy'],
  ['scripts in what people write', 'tests/attacks/pages.test.ts', 'what publishers and readers write is text'],
  ['scripts past the policy', 'tests/e2e/edge-policy.test.ts', 'breaks no rule of the content security policy'],
  ['invented addresses against limits', 'tests/attacks/limits.test.ts', 'an address that the reader invents is not believed'],
  ['many registrations of one phone', 'tests/races/identity-races.test.ts', '64 parallel registrations'],
  ['one code guessed many times at once', 'tests/races/identity-races.test.ts', '64 parallel wrong tries'],
  ['known phones told by the answer', 'tests/http/identity-calls.test.ts', 'by password; a wrong password and an unknown phone'],
  ['secrets in the log', 'tests/http/gateway-secrets.test.ts', 'writes no password, code, token'],
];

it.each(ATTACKS)('%s: there is a test in %s', (_attack, file, title) => {
  const text = readFileSync(`${root}${file}`, 'utf8');
  const quoted = ["'", '"', '`'].some((quote) => text.includes(`${quote}${title}`));
  expect([title, quoted]).toEqual([title, true]);
});
