import { describe, expect, test } from "vitest";
import { postgresqlConfig } from "@/lib/db/postgresql-connection";

const configOf = (place: string) => postgresqlConfig(`postgresql://vault:not-a-real-password@${place}`);

describe("the connection to a database", () => {
  test.each(["db.example.com/vault", "10.0.0.5:5432/vault", "127.example.com/vault", "postgresql/vault", "[2001:db8::1]/vault", "localhost.example.com/vault", "localhost/vault?host=db.example.com"])(
    "on another machine is encrypted and verified if its URL says nothing: %s",
    (place) => {
      // TLS without a wish of its own: Node then checks certificate and name.
      expect(configOf(place).ssl).toEqual({});
    },
  );

  test.each(["localhost/vault", "127.0.0.1:5432/vault", "[::1]/vault", "localhost/vault?host=/run/postgresql", "%2Frun%2Fpostgresql/vault"])("on this machine is what its URL says, and it says nothing: %s", (place) =>
    expect(configOf(place).ssl).toBeUndefined(),
  );

  test("on another machine is in the clear where the URL asks for that, and only there", () => {
    expect(configOf("db.example.com/vault?sslmode=disable").ssl).toBe(false);
    expect(configOf("db.example.com/vault?sslmode=no-verify").ssl).toMatchObject({ rejectUnauthorized: false });
    expect(configOf("db.example.com/vault?sslmode=prefer").ssl).not.toBe(false);
  });
});
