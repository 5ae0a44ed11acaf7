export { addGuest } from './add-guest.ts';
export { holdAgain } from './again.ts';
export { attendancePdf, provenAttendance } from './attendance.ts';
export { boughtTickets, computeTickets, orderTickets, priceList } from './buy.ts';
export { actOnSalon, cancelByStaff, deleteSalonDraft, followSalonItem, whySalonNotAgain } from './cancel-salon.ts';
export { checkInByHand, doorList, scanOrder, scanTicket, syncScans, undoCheckIn } from './door.ts';
export { doorLinks, endDoorLink, endDoorLinks, liveDoors, makeDoorLink } from './door-links.ts';
export { countOpenSalons, exportedSalons, exportedTickets, forgetSalons } from './forget-salons.ts';
export { changeHolder } from './give-ticket.ts';
export { handoverRows } from './handover.repo.ts';
export type { HolderInput } from './holders.ts';
export { countSeats, endSalons, openLinks, refundCancelled, remindOfSalons, salonJobs } from './jobs.ts';
export { joinOnline, setOnline } from './online.ts';
export {
  askedLabels,
  countReached,
  guestList,
  guestPieces,
  noteGuestExport,
  organisedSalon,
  sentMessages,
  setSale,
  tellGuests,
} from './organise.ts';
export { changeSeat, organisedSeats } from './organise-seats.ts';
export { ownSalon, ownSalons, salonWorkbench } from './own-salons.ts';
export { ownTickets, shownTicket, ticketCalendar, ticketPdf } from './own-tickets.ts';
export { comingSalons, pastSalons, publicSalon, salonCards } from './read-salon.ts';
export { ownRecap, recapFiles, recapOf, saveRecap, shownRecap, shownRecaps, submitRecap, withdrawRecap } from './recap.ts';
export { refundByOrganiser, refundByStaff, refundTicket } from './refund-ticket.ts';
export { type SalonLine, salonSource, type TicketLine, ticketSource } from './repo.ts';
export { recapReview, takeDownRecap } from './review-recap.ts';
export { salonReview } from './review-salon.ts';
export { saveSalon, submitSalon } from './save-salon.ts';
export { checkInRows, recapRows, waitingRows } from './seats.repo.ts';
export { organiserShare, salonReviewMode } from './settings.ts';
export { type CheckinLine, checkinSource, type RecapLine, recapSource, type TalkLine, talkSource } from './staff-door.repo.ts';
export { tellBought } from './tell.ts';
export { ticketSubject } from './ticket-subject.ts';
export { joinWaiting, leaveWaiting, ownWaiting, placeOffers } from './waiting.ts';
