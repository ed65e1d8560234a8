/** The names every shell and .env reader agrees on (POSIX; npm dotenv alone also takes dots, dashes and a leading digit). */
export const isVariableName = (name: string) => /^[A-Za-z_][A-Za-z0-9_]*$/.test(name);
