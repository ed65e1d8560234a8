import { beforeAll, inject } from "vitest";

// Before each test file of a project whose setup makes something that all of them use: without it none of its tests can run.
const fault = inject("setupFault");
if (fault !== undefined) beforeAll(() => Promise.reject(new Error(fault)));
