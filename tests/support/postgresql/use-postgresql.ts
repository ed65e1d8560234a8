import { inject } from "vitest";
import { keepDatabasesOn } from "../vaults/database";

// Before each test file of the project api-postgresql: its vaults store their data on the run's server.
keepDatabasesOn(inject("databaseServer"));
