/**
 * Every error of the API: code → [HTTP status, default message]. Server and OpenAPI read this list; the browser takes
 * both from the response.
 */
export const errorCatalogue = {
  VALIDATION_ERROR: [400, "The request is not valid"],
  INVALID_JSON: [400, "The body is not valid JSON: send one UTF-8 encoded JSON object"],
  CATEGORY_SIMPLE_REQUIRES_ENV_VAR: [400, "A category of type simple needs envVarName, such as STRIPE_SECRET_KEY"],
  CATEGORY_IN_USE: [
    400,
    "keyType can't change while the category has entries, including those in the trash: delete them for good first, or create a new category",
  ],
  LAST_SIGN_IN_METHOD: [400, "This is the only way to sign in to the account: set up another one first"],
  PASSKEY_REFUSED: [
    400,
    "The passkey was not accepted: its response came too late, was used before, or belongs to another account or site. Try again",
  ],
  AUTH_REQUIRED: [401, "Authentication required: send an access key as Authorization: Bearer svc_…, or sign in"],
  AUTH_INVALID_KEY: [401, "The access key is not valid: it was mistyped or revoked"],
  AUTH_KEY_EXPIRED: [401, "The access key has expired: create a new one"],
  TOKEN_REFUSED: [401, "The ID token was not accepted: see the activity of the trust rule it was meant for"],
  AUTH_SESSION_REQUIRED: [401, "Access keys can't be used here: sign in with a browser session"],
  SECOND_FACTOR_REQUIRED: [401, "This account has a second factor: send its code, or a recovery code, as well"],
  SECOND_FACTOR_INVALID: [
    401,
    "The code is wrong or was used before: wait for the authenticator's next one, or use an unused recovery code",
  ],
  NEW_PASSWORD_REQUIRED: [401, "This is a temporary password: send newPassword as well, to choose your own"],
  TEMPORARY_PASSWORD_EXPIRED: [401, "This temporary password has expired: ask the operator for a new one"],
  AUTH_SCOPE_REQUIRED: [403, "The access key, or your role in the team, lacks a scope that this operation requires"],
  OUT_OF_BOUNDS: [
    403,
    "This lies outside the projects and environments that the access key, or your role in the team, is limited to",
  ],
  TEAM_OWNER_REQUIRED: [403, "Only an owner of the team may do this: ask one of them"],
  ADDRESS_NOT_ALLOWED: [403, "The access key can't be used from this address: it is limited to others"],
  SECOND_FACTOR_MISSING: [
    403,
    "This vault requires a second factor: turn one on in the settings, or sign in with a passkey",
  ],
  CROSS_ORIGIN: [
    403,
    "Refused: the request did not come from this site. Scripts should use an access key, or send the site's own Origin header",
  ],
  REGISTRATION_CLOSED: [403, "Registration is closed here: ask the operator for an account"],
  REAUTHENTICATION_REQUIRED: [403, "Confirm your identity first, then try again"],
  CATEGORY_NOT_FOUND: [404, "Category not found"],
  ENTRY_NOT_FOUND: [404, "Entry not found"],
  TWO_FACTOR_NOT_FOUND: [404, "Two-factor token not found"],
  PROJECT_NOT_FOUND: [404, "Project not found: no entry and no env project has this name"],
  ENV_PROJECT_NOT_FOUND: [404, "Env project not found"],
  ENV_FILE_NOT_FOUND: [404, "Env file not found"],
  ACCESS_KEY_NOT_FOUND: [404, "Access key not found"],
  TEAM_NOT_FOUND: [404, "Team not found: it was deleted, or you are not one of its members"],
  MEMBER_NOT_FOUND: [404, "Member not found"],
  INVITATION_NOT_FOUND: [
    404,
    "Invitation not found: it was used, has expired, was withdrawn, or is for another account",
  ],
  VERSION_NOT_FOUND: [404, "Version not found: it never existed, or is no longer kept"],
  TRASH_ITEM_NOT_FOUND: [404, "Not in the trash: it was restored, or deleted for good"],
  CALENDAR_NOT_FOUND: [404, "Calendar not found: its address was replaced, revoked or mistyped"],
  LINK_NOT_FOUND: [404, "Link not found: it has used up its views, has expired, was revoked, or never existed"],
  TRUST_RULE_NOT_FOUND: [404, "Trust rule not found"],
  WEBHOOK_NOT_FOUND: [404, "Webhook not found"],
  DELIVERY_NOT_FOUND: [404, "Delivery not found: it never existed, or is no longer kept"],
  MAIL_OFF: [404, "This vault sends no e-mail: its operator has not set SMTP_URL and MAIL_FROM"],
  PASSWORD_LINK_NOT_FOUND: [
    404,
    "This link does not work: it was used, has expired, or is incomplete. Ask for a new one",
  ],
  EMAIL_LINK_NOT_FOUND: [
    404,
    "This link does not work. It was used, has expired or is incomplete, the password was changed or another session was ended since, or an account already has the address. If none has, ask for a new link in the settings",
  ],
  SESSION_NOT_FOUND: [404, "Session not found"],
  IDENTITY_NOT_FOUND: [404, "Linked identity not found"],
  PASSKEY_NOT_FOUND: [404, "Passkey not found"],
  NOT_FOUND: [404, "There is nothing at this path: GET /api/openapi lists all paths"],
  METHOD_NOT_ALLOWED: [405, "This path does not support that method: the Allow header lists those it does"],
  EMAIL_TAKEN: [409, "An account with this e-mail address already exists: sign in instead"],
  ALREADY_MEMBER: [409, "You are already a member of this team"],
  LAST_OWNER: [409, "A team needs an owner: make another member an owner first, or delete the team"],
  TEAMS_WOULD_END: [
    409,
    "Teams without another owner would be deleted with the account: make somebody else an owner first, or send endTeams as true",
  ],
  ACCESS_KEY_EXPIRED: [409, "The access key has expired, and rotating it would not extend it: create a new key"],
  TRUST_RULES_FULL: [409, "A vault has at most 50 trust rules: delete one first"],
  WEBHOOKS_FULL: [409, "A vault has at most 20 webhooks: delete one first"],
  PROJECT_EXISTS: [
    409,
    "A project with this name already exists: choose another name, or send merge as true to merge the two",
  ],
  ENV_FILE_TAKEN: [
    409,
    "The project already has another file of this type: delete that one first, or restore one of its versions",
  ],
  UNRESOLVED_REFERENCES: [409, "Some references match no entry, or several, so nothing was decrypted"],
  REFERENCES_AMBIGUOUS: [
    409,
    "Two entries would end up with the same names, and references to them would be ambiguous: rename or delete one of them first. Nothing was changed",
  ],
  IDENTITY_TAKEN: [409, "This identity is linked to another account here"],
  SECOND_FACTOR_ON: [409, "The second factor is already on: turn it off first"],
  SECOND_FACTOR_OFF: [409, "The second factor is off: start turning it on first"],
  SECOND_FACTOR_MANDATORY: [
    409,
    "This vault requires a second factor: it can't be turned off, and the last passkey can't be deleted if it is the factor",
  ],
  CHANGED_MEANWHILE: [412, "It was changed in the meantime, so nothing was written: read it again, then decide"],
  BODY_TOO_LARGE: [413, "The body is too large"],
  UNSUPPORTED_MEDIA_TYPE: [415, "Send the body as JSON, uncompressed, with Content-Type: application/json"],
  HOST_UNKNOWN: [
    421,
    "Refused: this vault does not answer to the host name of the request. Open it as localhost. If the name is right, set NEXTAUTH_URL to the vault's public address, or name the proxy in front of it in TRUSTED_PROXIES",
  ],
  TOO_MANY_ATTEMPTS: [429, "Too many attempts: wait as long as Retry-After says, then try again"],
  REVEALS_SPENT: [429, "The access key has used up its reveals for 24 hours: wait as long as Retry-After says"],
  TOO_MANY_REQUESTS: [429, "Too many requests from this account: wait as long as Retry-After says, then continue"],
  AI_EXTRACTION_FAILED: [502, "The AI model did not give a usable answer"],
  UNAVAILABLE: [503, "The vault can't answer right now: try again shortly"],
  INTERNAL_ERROR: [
    500,
    "Something went wrong on the server: its log has the details under this request's X-Request-Id",
  ],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type ErrorCode = keyof typeof errorCatalogue;

/** An error of one field. `path` is dotted (`scopes.0`), or empty for the whole body. */
export type ErrorDetail = { path: string; message: string };

/** A reference that could not be resolved: its line and variable, and why. */
export type UnresolvedReference = { fileType: string; line: number; name: string; reason: UnresolvedReason };

/**
 * `malformed` is not a reference at all, `unreadable` stands in a line that readers of .env text disagree on, `missing` leads to no entry or field, `ambiguous` to several entries;
 * `field-missing` leads to a group without saying which field, `undecryptable` to a value that is damaged, and
 * `unwritable` to one that a .env file can't hold, or that makes the whole too long.
 */
export const unresolvedReasons = [
  "malformed",
  "unreadable",
  "missing",
  "ambiguous",
  "field-missing",
  "undecryptable",
  "unwritable",
] as const;
export type UnresolvedReason = (typeof unresolvedReasons)[number];

/** The current state of the resource that a refused write was meant for; null if it does not exist. */
export type CurrentState = { id: string | null; version: number | null };

/** A team that would end with an account: its id and its name. */
type EndingTeam = { path: string; message: string };

/** What an error tells besides its message, by its code. `lib/http/error-schemas` has the schema of each. */
export type ErrorDetails = {
  VALIDATION_ERROR: ErrorDetail[];
  CATEGORY_SIMPLE_REQUIRES_ENV_VAR: ErrorDetail[];
  TEAMS_WOULD_END: EndingTeam[];
  UNRESOLVED_REFERENCES: UnresolvedReference[];
  CHANGED_MEANWHILE: CurrentState;
};
type DetailedCode = keyof ErrorDetails;

type AppErrorOptions = { message?: string; headers?: Record<string, string>; cause?: unknown };
type Detailed = {
  [C in DetailedCode]: [code: C, options: AppErrorOptions & { details: ErrorDetails[C] }];
}[DetailedCode];

/** The error that services and guards throw on purpose: a code, never a status. The caller sees its message. */
export class AppError extends Error {
  readonly code: ErrorCode;
  /** A request that is not valid has them always, as its contract says. */
  readonly details: ErrorDetails[DetailedCode] | undefined;
  /** Response headers that belong to the error, such as `Retry-After`. */
  readonly headers: Record<string, string>;

  constructor(code: ErrorCode, options?: AppErrorOptions & { details?: never });
  constructor(...detailed: Detailed);
  constructor(code: ErrorCode, options: AppErrorOptions & { details?: ErrorDetails[DetailedCode] } = {}) {
    super(options.message ?? errorCatalogue[code][1], { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.details = options.details ?? (code === "VALIDATION_ERROR" ? [{ path: "", message: this.message }] : undefined);
    this.headers = options.headers ?? {};
  }

  get status(): number {
    return errorCatalogue[this.code][0];
  }
}

/** What an error of this code tells; undefined for others. */
export const detailsOf = <C extends DetailedCode>(
  { code, details }: AppError,
  wanted: C,
): ErrorDetails[C] | undefined => (code === wanted ? (details as ErrorDetails[C] | undefined) : undefined);

/** The database refused an activity record, for whatever reason: nothing may be done, and nothing leave (503). */
export class UnrecordedError extends Error {
  constructor(cause: unknown) {
    super("The activity record can't be written", { cause });
    this.name = "UnrecordedError";
  }
}

/** A 400 that names the field and what it must be. */
export function invalidField(path: string, message: string): AppError {
  return new AppError("VALIDATION_ERROR", {
    message: path ? `${path}: ${message}` : message,
    details: [{ path, message }],
  });
}
