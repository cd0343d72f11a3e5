// What is sent to the store, and what is wrong with it.
import type { EndpointName } from '../../contract/index.ts';
import type { Caller } from './callers.ts';
import type { Headers } from './edge-words.ts';

export type FuzzRequest = {
  number: number;
  /** Null for a page or a file. */
  name: EndpointName | null;
  /** What is wrong with it. */
  odd: string;
  method: string;
  /** As it is sent. */
  path: string;
  headers: Headers;
  body: Buffer | null;
  /** What a change of the password would make it. */
  password: string | null;
  /** Of a session that is not the first owner's. */
  caller?: Caller | undefined;
  /** It searches the orders of an address with the proof of a code. */
  isProved?: boolean;
  /** The body goes out in pieces. */
  isSlow?: boolean;
};
