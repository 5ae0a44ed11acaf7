export { orderSeats, quoteSeats } from './buy-seats.ts';
export { companyEmployments, join, joining, ownCompany, seatsLeft, seatTerms, setLink, setSeat } from './company.ts';
export { requireLine, seatsSubject } from './seats-subject.ts';
