// THE PORT to where an address is, as far as a database on this machine knows. Nobody outside is asked.

export type Place = {
  /** In English; "Unknown" where nothing is known. */
  country: string;
  city: string;
};

export type Places = {
  placeOf(address: string): Place;
};
