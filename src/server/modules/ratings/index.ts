export { ratingJobs } from './jobs.ts';
export {
  forgetRatings,
  givenRatings,
  hideRating,
  type RatingInput,
  rate,
  ratingList,
  ratingState,
  ratingsOf,
  showDueRatings,
} from './rate.ts';
export { type RatingLine, ratingSource } from './repo.ts';
