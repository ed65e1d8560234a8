/**
 * Names that every shell and .env reader accepts (POSIX). npm dotenv alone also accepts dots, dashes and a leading
 * digit.
 */
export const isVariableName = (name: string) => /^[A-Za-z_][A-Za-z0-9_]*$/.test(name);
