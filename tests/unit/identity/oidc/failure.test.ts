import { errors } from "openid-client";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { asOidcFailure, OidcFailure } from "@/lib/identity/oidc/failure";
import { loadOpenidClient } from "@/lib/identity/oidc/package";
import { AppError } from "@/lib/errors";
import { log } from "@/lib/log";

beforeAll(loadOpenidClient);
const warnings = vi.spyOn(log, "warn").mockImplementation(() => {});
afterEach(() => warnings.mockClear());

const secret = "not-a-real-token";
const answered = (error: string) => new errors.OPError({ error, error_description: secret });
const refused = (message: string) => new errors.RPError({ message: `${message} ${secret}` });

test.each<[string, unknown, string]>([
  ["a code that was spent", answered("invalid_grant"), "OIDC_CODE_USED"],
  ["a client that it does not know", answered("invalid_client"), "OIDC_MISCONFIGURED"],
  ["a client that may not", answered("unauthorized_client"), "OIDC_MISCONFIGURED"],
  ["a request that it does not take", answered("invalid_request"), "OIDC_MISCONFIGURED"],
  ["a grant that it does not give", answered("unsupported_grant_type"), "OIDC_MISCONFIGURED"],
  ["a fault of its own", answered("server_error"), "OIDC_UNREACHABLE"],
  ["a word that only begins alike", answered("invalid_client_x"), "OIDC_UNREACHABLE"],
  ["a word that only ends alike", answered("x_invalid_client"), "OIDC_UNREACHABLE"],
  ["another state", refused("state mismatch, expected"), "OIDC_STATE"],
  ["no state", refused("state missing from the response"), "OIDC_STATE"],
  ["another issuer's token", refused("unexpected iss value, expected"), "OIDC_WRONG_ISSUER"],
  ["another issuer's answer", refused("iss mismatch, expected"), "OIDC_WRONG_ISSUER"],
  ["no issuer in the answer", refused("iss missing from the response"), "OIDC_WRONG_ISSUER"],
  ["a token that expired", refused("JWT expired, now"), "OIDC_TOKEN_EXPIRED"],
  ["an answer that did not come in time", refused("outgoing request timed out after"), "OIDC_UNREACHABLE"],
  ["any other fault of a token", refused("nonce mismatch, expected"), "OIDC_TOKEN_INVALID"],
  [
    "words that only stand further on",
    refused("got: state mismatch, iss mismatch, JWT expired, outgoing request timed out"),
    "OIDC_TOKEN_INVALID",
  ],
  ["a connection that broke", new TypeError(secret), "OIDC_UNREACHABLE"],
  ["what is no error at all", secret, "OIDC_UNREACHABLE"],
  ["an identity of somebody else's", new AppError("IDENTITY_TAKEN"), "IDENTITY_TAKEN"],
  ["registration that is closed", new AppError("REGISTRATION_CLOSED"), "REGISTRATION_CLOSED"],
  ["a session that is gone", new AppError("AUTH_REQUIRED"), "AUTH_REQUIRED"],
  ["a proof that is old", new AppError("REAUTHENTICATION_REQUIRED"), "REAUTHENTICATION_REQUIRED"],
  ["a refusal that a page has no words for", new AppError("ENTRY_NOT_FOUND"), "UNAVAILABLE"],
])("%s is reported by its name, and logged without the provider's words", (_, thrown, code) => {
  const failure = asOidcFailure(thrown);
  expect(failure).toBeInstanceOf(OidcFailure);
  expect([failure.code, failure.message, failure.name, failure.cause]).toEqual([code, code, "OidcFailure", thrown]);
  expect(warnings.mock.calls).toEqual([
    [{ event: "oidc", code, error: expect.objectContaining({ name: expect.any(String) as string }) }],
  ]);
  expect(JSON.stringify(warnings.mock.calls)).not.toContain(secret);
});

test("a failure that already has a name keeps it, and is not logged again", () => {
  const failure = new OidcFailure("OIDC_CANCELLED");
  expect(asOidcFailure(failure)).toBe(failure);
  expect(warnings).not.toHaveBeenCalled();
});
