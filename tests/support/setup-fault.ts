import type { TestProject } from "vitest/node";

type TearDown = () => Promise<void>;

/**
 * Sets a project up, and returns how to end it. If something is missing, each test of this project fails through
 * `needs-setup.ts`: an error thrown here would end the whole run, including other projects.
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
