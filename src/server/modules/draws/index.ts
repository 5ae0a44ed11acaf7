export {
  draw,
  drawChance,
  drawChances,
  forgetPrizeAddresses,
  isDrawn,
  ownPrizes,
  prizeForStaff,
  prizesToShip,
  revealAddress,
  saveAddress,
  shipPrize,
  withdrawPrize,
} from './draw.ts';
export { drawRows, type PrizeLine, prizeSource, type RoundLine, roundSource } from './repo.ts';
export {
  checkRounds,
  closeEndedRounds,
  closeRound,
  drawJobs,
  openRound,
  openRoundNow,
  publishedDraws,
  publishedRounds,
  roundForm,
} from './rounds.ts';
