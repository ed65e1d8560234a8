import type { TestProject } from "vitest/node";

type TearDown = () => Promise<void>;

/**
 * Sets a project up, and returns how to end it. What it lacks costs the tests of this project alone, each of which fails by
 * `needs-setup.ts`: a fault thrown here would end the whole run, the other projects' too.
 */
export async function setUp(project: TestProject, make: () => Promise<TearDown>): Promise<TearDown> {
  try {
    return await make();
  } catch (error) {
    project.provide(
      "setupFault",
      `What the tests of ${project.name} need could not be made: ${error instanceof Error ? error.message : String(error)}`,
    );
    return () => Promise.resolve();
  }
}

declare module "vitest" {
  interface ProvidedContext {
    setupFault: string | undefined;
  }
}
