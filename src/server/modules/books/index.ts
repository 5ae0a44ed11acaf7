export { type BookLine, type LineSum, lineSource } from './lines.repo.ts';
export { type BooksOf, booksJobs, booksOf, closeMonth, matchBills, matchMissing, subjectTitles, waitingMonths } from './months.ts';
export { feeRate } from './settings.ts';
