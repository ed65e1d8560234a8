/** What every command gets: the migrations folder. */
export type AdminContext = { migrationsFolder: string };
