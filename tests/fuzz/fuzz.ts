// What is sent to the store, and what is wrong with it.
import type { EndpointName } from '../../contract/index.ts';
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
};
