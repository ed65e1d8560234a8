import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import {
  beginPasskey,
  createPasskey,
  type Passkey,
  type PasskeyAssertion,
  type PasskeyAttestation,
  type PasskeyOptions,
} from "@/lib/contracts/people/passkeys";
import { type Actor, sharedBaseUrl } from "../callers/actors";

/** Mistakes that an authenticator, or the browser around it, may make. */
export type AssertionFaults = {
  origin?: string;
  rpId?: string;
  userVerified?: boolean;
  counter?: number;
  userHandle?: string;
  type?: string;
};

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();

/**
 * A passkey in software (WebAuthn level 3): one ES256 key, attestation "none". It acts for a page of `origin`. Browsers
 * check which domains may use a passkey; this one does not.
 */
export class Authenticator {
  readonly id = randomBytes(16).toString("base64url");
  counter = 0;
  private userHandle = "";
  private readonly keys = generateKeyPairSync("ec", { namedCurve: "P-256" });

  constructor(private readonly baseUrl = sharedBaseUrl()) {}

  /** Creates a passkey for the session's user through the API. */
  async register(session: Actor, name = "test"): Promise<Passkey> {
    const options = await session.call(beginPasskey);
    return session.call(createPasskey, { body: { name, credential: this.attest(options) } });
  }

  /** The response to creation options. */
  attest(options: PasskeyOptions, faults: AssertionFaults = {}): PasskeyAttestation {
    this.userHandle = (options["user"] as { id: string }).id;
    const id = Buffer.from(this.id, "base64url");
    const { x = "", y = "" } = this.keys.publicKey.export({ format: "jwk" });
    // COSE: {1: EC2, 3: ES256, -1: P-256, -2: x, -3: y}
    const coseKey = Buffer.concat([
      Buffer.from("a5010203262001215820", "hex"),
      Buffer.from(x, "base64url"),
      Buffer.from("225820", "hex"),
      Buffer.from(y, "base64url"),
    ]);
    const credential = Buffer.concat([Buffer.alloc(16), Buffer.of(0, id.length), id, coseKey]);
    const authenticatorData = Buffer.concat([this.authenticatorData({ attested: true, ...faults }), credential]);
    // CBOR: {"fmt": "none", "attStmt": {}, "authData": bytes}
    const attestationObject = Buffer.concat([
      Buffer.from("a363666d74646e6f6e656761747453746d74a068617574684461746159", "hex"),
      Buffer.of(authenticatorData.length >> 8, authenticatorData.length & 255),
      authenticatorData,
    ]);
    return {
      id: this.id,
      rawId: this.id,
      type: "public-key",
      response: {
        clientDataJSON: this.clientData("webauthn.create", options, faults),
        attestationObject: attestationObject.toString("base64url"),
        transports: ["internal"],
      },
    };
  }

  /** The response to request options. */
  assert(options: PasskeyOptions, faults: AssertionFaults = {}): PasskeyAssertion {
    this.counter = faults.counter ?? this.counter + 1;
    const authenticatorData = this.authenticatorData(faults);
    const clientDataJSON = this.clientData("webauthn.get", options, faults);
    const signature = sign(
      "sha256",
      Buffer.concat([authenticatorData, sha256(Buffer.from(clientDataJSON, "base64url"))]),
      this.keys.privateKey,
    );
    return {
      id: this.id,
      rawId: this.id,
      type: "public-key",
      response: {
        clientDataJSON,
        authenticatorData: authenticatorData.toString("base64url"),
        signature: signature.toString("base64url"),
        userHandle: faults.userHandle ?? this.userHandle,
      },
    };
  }

  private clientData(type: string, { challenge }: PasskeyOptions, faults: AssertionFaults): string {
    return Buffer.from(
      JSON.stringify({
        type: faults.type ?? type,
        challenge,
        origin: faults.origin ?? this.baseUrl,
        crossOrigin: false,
      }),
    ).toString("base64url");
  }

  private authenticatorData({
    rpId = new URL(this.baseUrl).hostname,
    userVerified = true,
    attested = false,
  }: AssertionFaults & { attested?: boolean }): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([sha256(rpId), Buffer.of(1 | (userVerified ? 4 : 0) | (attested ? 64 : 0)), counter]);
  }
}
