import { plainJson, plainLine, plainText } from "../plain-text";

/**
 * The only way to write to the operator's terminal. Users chose their names, some before control characters were
 * refused: none may start a new line or control the terminal.
 */
export const printLine = (text: string): void => void process.stdout.write(`${plainLine(text)}\n`);
export const printJson = (value: unknown): void => void process.stdout.write(`${plainJson(JSON.stringify(value))}\n`);
export const printText = (text: string): void => void process.stdout.write(plainText(text));
/** To standard error: questions, notes, errors. */
export const tellLine = (text: string): void => void process.stderr.write(`${plainLine(text)}\n`);
export const tellText = (text: string): void => void process.stderr.write(plainText(text));
