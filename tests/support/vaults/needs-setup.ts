import { beforeAll, inject } from "vitest";

// Runs before each test file of a project whose setup creates something that all of them need. Without it, none of its
// tests can run.
const fault = inject("setupFault");
if (fault !== undefined) beforeAll(() => Promise.reject(new Error(fault)));
