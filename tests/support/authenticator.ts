// A security key in software: makes one passkey (ES256, no attestation) and signs with it, as WebAuthn says, level 2.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

type Options = { challenge: string };

export type Authenticator = {
  /** What the browser hands over after `navigator.credentials.create`. */
  create(options: Options): ReturnType<typeof createdOf>;
  /** What it hands over after `navigator.credentials.get`; each call counts one use. */
  get(options: Options): ReturnType<typeof shownOf>;
};

type Key = { id: string; sign: (data: Buffer) => Buffer; attested: Buffer };

/** `origin` is the page's; with `verifies: false` nobody was asked for a finger or PIN. */
export function createAuthenticator(origin: string, { verifies = true } = {}): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const [px, py] = [Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
  // COSE: {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}
  const cose = Buffer.concat([Buffer.from('a5010203262001215820', 'hex'), px, Buffer.from('225820', 'hex'), py]);
  const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cose]);
  const key: Key = { id: id.toString('base64url'), sign: (data) => sign('sha256', data, privateKey), attested };
  const present = verifies ? 0x05 : 0x01;
  let uses = 0;
  return {
    create: (options) => createdOf(key, origin, options, present),
    get: (options) => {
      uses += 1;
      return shownOf(key, origin, options, present, uses);
    },
  };
}

function createdOf({ id, attested }: Key, origin: string, { challenge }: Options, flags: number) {
  const data = Buffer.concat([headOf(origin, flags | 0x40, 0), attested]);
  // CBOR: {"fmt": "none", "attStmt": {}, "authData": bytes}
  const attestation = Buffer.concat([
    Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
    Buffer.from([0x59, data.length >> 8, data.length & 255]),
    data,
  ]);
  return {
    ...envelopeOf(id),
    response: {
      clientDataJSON: clientData('webauthn.create', challenge, origin).toString('base64url'),
      attestationObject: attestation.toString('base64url'),
      transports: ['internal'],
    },
  };
}

function shownOf({ id, sign }: Key, origin: string, { challenge }: Options, flags: number, uses: number) {
  const signedData = clientData('webauthn.get', challenge, origin);
  const data = headOf(origin, flags, uses);
  const signature = sign(Buffer.concat([data, createHash('sha256').update(signedData).digest()]));
  return {
    ...envelopeOf(id),
    response: {
      clientDataJSON: signedData.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: signature.toString('base64url'),
    },
  };
}

function envelopeOf(id: string) {
  return { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} };
}

function headOf(origin: string, flags: number, counter: number): Buffer {
  const head = Buffer.alloc(37);
  createHash('sha256').update(new URL(origin).hostname).digest().copy(head);
  head.writeUInt8(flags, 32);
  head.writeUInt32BE(counter, 33);
  return head;
}

function clientData(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}
