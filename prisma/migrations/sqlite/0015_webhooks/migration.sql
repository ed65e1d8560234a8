-- Addresses that are told what happens in a vault, and what became of each message.
CREATE TABLE "Webhook" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "userId" TEXT NOT NULL,
    "sealedTarget" BLOB NOT NULL,
    "position" INTEGER NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "failingSince" DATETIME,
    "nextAttemptAt" DATETIME,
    "leaseId" TEXT,
    "leaseUntil" DATETIME,
    "disabledAt" DATETIME,
    "disabledFor" TEXT,
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "Webhook_userId_fkey" FOREIGN KEY ("userId") REFERENCES "Owner" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "Webhook_userId_createdAt_id_idx" ON "Webhook"("userId", "createdAt", "id");

CREATE TABLE "WebhookDelivery" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "userId" TEXT NOT NULL,
    "webhookId" TEXT NOT NULL,
    "number" INTEGER,
    "messageId" TEXT NOT NULL,
    "event" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL,
    "status" INTEGER,
    "fault" TEXT,
    "milliseconds" INTEGER NOT NULL,
    "lastAttemptAt" DATETIME NOT NULL,
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "WebhookDelivery_userId_fkey" FOREIGN KEY ("userId") REFERENCES "Owner" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "WebhookDelivery_webhookId_fkey" FOREIGN KEY ("webhookId") REFERENCES "Webhook" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "WebhookDelivery_webhookId_number_key" ON "WebhookDelivery"("webhookId", "number");
CREATE INDEX "WebhookDelivery_webhookId_createdAt_id_idx" ON "WebhookDelivery"("webhookId", "createdAt", "id");
CREATE INDEX "WebhookDelivery_userId_idx" ON "WebhookDelivery"("userId");
CREATE INDEX "WebhookDelivery_createdAt_idx" ON "WebhookDelivery"("createdAt");
