// The place of an IP address, from a database on this machine. Sends no request.

export type GeoLocation = {
  /** In English, or `unknownPlaceName`. */
  country: string;
  city: string;
};

export const unknownPlaceName = 'Unknown';

export type GeoIp = {
  findPlace(address: string): GeoLocation;
  /** The ISO 3166-1 code of its country; null where that is unknown. */
  findCountry(address: string): string | null;
};
