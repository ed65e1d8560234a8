import { describe, expect, test, vi } from "vitest";
import { Prisma } from "@/lib/db/client";
import { RefusedRecordError } from "@/lib/db/failures";
import { AppError, errorCatalogue, type ErrorCode, invalidField, UnrecordedError } from "@/lib/errors";
import { toWebResponse } from "@/lib/http/types";
import { asAppError, errorResponse } from "@/lib/http/answer/error-response";
import { loggableError, log } from "@/lib/log";

const failureResponse = (error: AppError) => toWebResponse(errorResponse(error));

const context = { requestId: "request-1", contract: "revealEntry" };

/** The response for a thrown error, and everything that is logged. */
async function fate(thrown: unknown): Promise<{ status: number; code: ErrorCode; wire: string; logged: string }> {
  const write = vi.spyOn(log, "error").mockImplementation(() => {});
  try {
    const error = asAppError(thrown, context);
    const response = failureResponse(error);
    const wire = JSON.stringify([[...response.headers], await response.text()]);
    return { status: response.status, code: error.code, wire, logged: JSON.stringify(write.mock.calls) };
  } finally {
    write.mockRestore();
  }
}

class ClientError extends Error {
  constructor(
    message: string,
    readonly meta: object,
  ) {
    super(message, { cause: new Error(message) });
    this.name = "ClientError";
  }
}

const secret = "sk_test_not_real";
// As Prisma writes them: its arguments over several lines, including data.
const prismaText = `\nInvalid \`db.keyEntry.create()\` invocation:\n\n{\n  data: {\n    notes: "${secret}"\n    at ${secret}\n  }\n}\n\nArgument \`name\` is missing.`;

describe("unexpected errors", () => {
  test.each<[string, unknown]>([
    ["an error", new Error(secret)],
    ["a type error with a cause", new TypeError("x", { cause: new Error(secret) })],
    [
      "Prisma's validation error, which prints the data",
      new Prisma.PrismaClientValidationError(prismaText, { clientVersion: "0" }),
    ],
    [
      "Prisma's known error, whose meta holds names",
      new Prisma.PrismaClientKnownRequestError(prismaText, {
        code: "P2002",
        clientVersion: "0",
        meta: { target: secret },
      }),
    ],
    ["an error with the data in a field", new ClientError(prismaText, { secret })],
    ["a message whose lines look like a stack", new Error(`x\n    at ${secret} (file.ts:1:1)\n    at ${secret}`)],
    ["several at once", new AggregateError([new Error(secret)], secret)],
    ["a string", secret],
    ["an object", { message: secret, stack: `    at ${secret}`, code: secret }],
    ["nothing", undefined],
  ])("%s becomes a 500 that reveals nothing, and a log line without its message", async (_, thrown) => {
    const { status, code, wire, logged } = await fate(thrown);
    expect([status, code]).toEqual([500, "INTERNAL_ERROR"]);
    expect(wire).toContain(errorCatalogue.INTERNAL_ERROR[1]);
    expect(wire + logged).not.toContain(secret);
    expect(logged).toContain("request-1");
    expect(logged).toContain("revealEntry");
  });

  test("the log line has class, code, and the lines of the stack", () => {
    const fault = Object.assign(new RangeError(secret), { code: "ERR_EXAMPLE" });
    expect(loggableError(fault)).toMatchObject({ name: "RangeError", code: "ERR_EXAMPLE" });
    expect(loggableError(fault).at?.[0]).toMatch(/^at .*error-response\.test\.ts:\d+:\d+/);
  });

  test("of a record that could not be written, it has the reason", () => {
    const reason = Object.assign(new RangeError(secret), { code: "ERR_EXAMPLE" });
    // What records behind an answer gets the writer's own error.
    for (const error of [new UnrecordedError(reason), new RefusedRecordError(reason)])
      expect(loggableError(error)).toEqual(loggableError(reason));
  });

  test("a message that changed after the stack was written still never shows", () => {
    const fault = new Error(`x\n    at ${secret}`);
    fault.message = "another";
    expect(JSON.stringify(loggableError(fault))).not.toContain(secret);
  });

  test.each(["P1001", "P1008", "P1017", "P2024", "P2028"])(
    "a database that can't respond now (%s) is a 503 that says to come back",
    async (code) => {
      const { status, wire, logged } = await fate(
        new Prisma.PrismaClientKnownRequestError(prismaText, { code, clientVersion: "0" }),
      );
      expect(status).toBe(503);
      expect(wire).toMatch(/"retry-after","1"/);
      expect(logged).toContain("unavailable");
      expect(wire + logged).not.toContain(secret);
    },
  );

  test("a database that could not be opened is a 503 as well", async () => {
    expect(await fate(new Prisma.PrismaClientInitializationError(prismaText, "0"))).toMatchObject({
      status: 503,
      code: "UNAVAILABLE",
    });
  });
});

describe("expected errors", () => {
  test("pass unchanged and are not logged as a fault", async () => {
    const { wire, logged } = await fate(new AppError("ENTRY_NOT_FOUND", { cause: new Error(secret) }));
    expect(logged).toBe("[]");
    expect(wire).toContain(JSON.stringify(JSON.stringify({ error: "Entry not found", code: "ENTRY_NOT_FOUND" })));
    expect(wire).not.toContain(secret);
  });

  test.each(Object.keys(errorCatalogue) as ErrorCode[])(
    "%s has its status, its message, and headers that keep it out of caches",
    async (code) => {
      const response = failureResponse(new AppError(code));
      const [status, error] = errorCatalogue[code];
      const details = code === "VALIDATION_ERROR" ? { details: [{ path: "", message: error }] } : {};
      expect([response.status, await response.json()]).toEqual([status, { error, code, ...details }]);
      expect(Object.fromEntries(response.headers)).toEqual({
        "cache-control": "no-store",
        "content-type": "application/json",
        "content-security-policy": "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "permissions-policy": "camera=(self), microphone=(), geolocation=(), payment=(), usb=()",
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff",
        ...(status === 401 ? { "www-authenticate": 'Bearer realm="vault"' } : {}),
      });
    },
  );

  test("have details if they name a field, and their own headers", async () => {
    expect(await failureResponse(invalidField("name", "is required")).json()).toEqual({
      error: "name: is required",
      code: "VALIDATION_ERROR",
      details: [{ path: "name", message: "is required" }],
    });
    expect(
      failureResponse(new AppError("METHOD_NOT_ALLOWED", { headers: { Allow: "GET" } })).headers.get("Allow"),
    ).toBe("GET");
  });
});
