import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest();
const text = (value: string): Buffer => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);

const userPresent = 0x01;
const userVerified = 0x04;
const withCredential = 0x40;

/** An authenticator with one passkey, as far as WebAuthn needs it: attestation `none`, ES256. */
export class Authenticator {
  readonly #origin: string;
  readonly #rpId: string;
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #id = randomBytes(32);
  counter = 0;
  /** Whether the authenticator claims to have verified its user. */
  verifies = true;

  constructor(origin: string, rpId = new URL(origin).hostname) {
    this.#origin = origin;
    this.#rpId = rpId;
  }

  #data(flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const all = flags | userPresent | (this.verifies ? userVerified : 0);
    return Buffer.concat([sha256(this.#rpId), Buffer.from([all]), counter]);
  }

  #clientData = (type: string, challenge: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin: this.#origin, crossOrigin: false }));

  #answer(response: Record<string, Buffer>) {
    const id = this.#id.toString('base64url');
    const encoded = Object.fromEntries(
      Object.entries(response).map(([name, bytes]) => [name, bytes.toString('base64url')]),
    );
    return { id, rawId: id, type: 'public-key', response: encoded, clientExtensionResults: {} };
  }

  register({ challenge }: { challenge: string }) {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const coordinate = (label: number, value: string) =>
      Buffer.concat([Buffer.from([label, 0x58, 32]), Buffer.from(value, 'base64url')]);
    // This is a COSE key: EC2, for ES256 on P-256.
    const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]);
    const key = Buffer.concat([head, coordinate(0x21, x), coordinate(0x22, y)]);
    const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, this.#id.length]), this.#id, key]);
    const data = Buffer.concat([this.#data(withCredential), credential]);
    const attestationObject = Buffer.concat([
      Buffer.from([0xa3]),
      ...[text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0]), text('authData')],
      Buffer.from([0x58, data.length]),
      data,
    ]);
    return this.#answer({ clientDataJSON: this.#clientData('webauthn.create', challenge), attestationObject });
  }

  sign({ challenge }: { challenge: string }) {
    this.counter += 1;
    const clientDataJSON = this.#clientData('webauthn.get', challenge);
    const authenticatorData = this.#data(0);
    const signed = createSign('sha256').update(Buffer.concat([authenticatorData, sha256(clientDataJSON)]));
    return this.#answer({ clientDataJSON, authenticatorData, signature: signed.sign(this.#keys.privateKey) });
  }
}
