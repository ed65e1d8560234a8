/** What every command is given: where the migrations are. */
export type AdminContext = { migrationsFolder: string };
