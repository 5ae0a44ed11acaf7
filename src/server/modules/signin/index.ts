export { makeupRows, signInRows } from './repo.ts';
export { makeupDays, signInPoints } from './settings.ts';
export { cardsOf, giveCards, makeUpDay, signedToday, signIn, signInMonth } from './sign-in.ts';
