export { checkRounds } from './check-rounds.ts';
export {
  draw,
  drawChance,
  drawChances,
  isDrawn,
  ownPrizes,
  prizeForStaff,
  revealAddress,
  saveAddress,
  shipPrize,
  withdrawPrize,
} from './draw.ts';
export { forgetPrizeAddresses, prizesToShip } from './forget-addresses.ts';
export { drawRows, type PrizeLine, prizeSource, type RoundLine, roundSource } from './repo.ts';
export {
  closeEndedRounds,
  closeRound,
  drawJobs,
  openRound,
  openRoundNow,
  publishedDraws,
  publishedRounds,
  roundForm,
} from './rounds.ts';
