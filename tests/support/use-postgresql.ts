import { inject } from "vitest";
import { useServer } from "./database";

// Before each test file of the project api-postgresql: its vaults keep their data on the run's server.
useServer(inject("databaseServer"));
