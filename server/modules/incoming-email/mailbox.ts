// The port to a mailbox: one folder, opened read-only.

export type RawEmail = {
  /** Cut after `largestEmailBytes`. */
  source: Buffer;
  isWhole: boolean;
};

export type Folder = {
  /** The UIDs of another value belong to other emails. */
  uidValidity: number;
  /** The UIDs above `uid` in ascending order; with `since`, only of emails that the server received from then on. */
  listAfter(uid: number, since: Date | null): Promise<number[]>;
  /** Null for an email that was deleted meanwhile. It stays as unread as it is. */
  fetch(uid: number): Promise<RawEmail | null>;
  /** The highest UID that an email of the folder can have. */
  findLastUid(): Promise<number>;
};

export type Mailbox = {
  /** Identifies user, server and folder, without the password. */
  key: string;
  /** Signs in, opens the folder for `use`, and signs out. Throws ExternalError where the server fails. */
  open<T>(use: (folder: Folder) => Promise<T>): Promise<T>;
};

export const largestEmailBytes = 1_048_576;
