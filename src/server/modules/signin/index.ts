export { makeupRows, signInRows } from './repo.ts';
export { cardsOf, giveCards, makeUpDay, makeupDays, signedToday, signIn, signInMonth, signInPoints } from './sign-in.ts';
