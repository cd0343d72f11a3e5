// The place of an IP address, from a database on this machine. Sends no request.

export type GeoLocation = {
  /** In English, or `unknownPlaceName`. */
  country: string;
  city: string;
};

export const unknownPlaceName = 'Unknown';

export type GeoIp = {
  findPlace(address: string): GeoLocation;
};
