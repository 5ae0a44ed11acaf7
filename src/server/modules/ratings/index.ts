export {
  forgetRatings,
  givenRatings,
  hideRating,
  type RatingInput,
  rate,
  ratingJobs,
  ratingList,
  ratingState,
  ratingsOf,
  showDueRatings,
} from './rate.ts';
export { type RatingLine, ratingSource } from './repo.ts';
