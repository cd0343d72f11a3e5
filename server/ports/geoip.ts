// THE PORT to where an address is, as far as a database on this machine knows. Nobody outside is asked.

export type GeoLocation = {
  /** In English; `unknownPlaceName` where nothing is known. */
  country: string;
  city: string;
};

export const unknownPlaceName = 'Unknown';

export type GeoIp = {
  placeOf(address: string): GeoLocation;
};
