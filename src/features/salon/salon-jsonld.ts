import { type SalonPublic, salonPath } from '#contract/salon.ts';

const iso = (at_s: number): string => `${new Date((at_s + 8 * 3_600) * 1000).toISOString().slice(0, 19)}+08:00`;

const ATTENDANCE = { here: 'Offline', online: 'Online', both: 'Mixed' } as const;

/** schema.org data of a salon. `site_url` has no trailing slash. */
export function salonJsonLd(salon: SalonPublic, about: string, site_url: string): object {
  const url = site_url + salonPath(salon.id);
  // where holders enter is theirs alone
  const room = { '@type': 'VirtualLocation', url };
  const place = {
    '@type': 'Place',
    name: salon.venue,
    address: { '@type': 'PostalAddress', addressLocality: salon.city, streetAddress: salon.address, addressCountry: 'CN' },
    ...(salon.place ? { geo: { '@type': 'GeoCoordinates', latitude: salon.place.lat, longitude: salon.place.lng } } : {}),
  };
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: salon.title,
    ...(salon.cover ? { image: site_url + salon.cover.src } : {}),
    description: about.slice(0, 300),
    url,
    startDate: iso(salon.starts_at),
    endDate: iso(salon.ends_at),
    eventAttendanceMode: `https://schema.org/${ATTENDANCE[salon.mode]}EventAttendanceMode`,
    eventStatus: `https://schema.org/${salon.stage === 'cancelled' ? 'EventCancelled' : 'EventScheduled'}`,
    location: salon.mode === 'here' ? place : salon.mode === 'online' ? room : [place, room],
    organizer: { '@type': 'Organization', name: salon.organiser },
    performer: salon.guests.map(({ name }) => ({ '@type': 'Person', name })),
    offers: salon.kinds.map((kind) => ({
      '@type': 'Offer',
      name: kind.name,
      url,
      price: (kind.early_price >= 0 ? kind.early_price : kind.price).toFixed(2),
      priceCurrency: 'CNY',
      availability: `https://schema.org/${kind.left > 0 && kind.on_sale && salon.stage === 'coming' ? 'InStock' : 'SoldOut'}`,
    })),
  };
}
