import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { newWebhookSecret, signWebhook } from "@/lib/crypto/macs/webhook-signature";

test("a message is signed as the specification's example is", () => {
  const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  const signed = signWebhook(secret, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1_614_265_330, '{"test": 2432232314}');
  expect(signed).toBe("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
});

test("a new secret is one of 32 random bytes that the reference library reads", () => {
  const [secret, other] = [newWebhookSecret(), newWebhookSecret()];
  expect(Buffer.from(secret.slice("whsec_".length), "base64")).toHaveLength(32);
  expect(other).not.toBe(secret);
  const at = new Date();
  const seconds = Math.floor(at.getTime() / 1000);
  expect(signWebhook(secret, "msg_1", seconds, '{"name":"Ünïcode"}')).toBe(
    new Webhook(secret).sign("msg_1", at, '{"name":"Ünïcode"}'),
  );
});
