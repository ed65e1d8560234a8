import { plainJson, plainLine, plainText } from "../plain-text";

/**
 * The only way to the operator's terminal. Names were chosen by whoever registered, some before the vault refused control
 * characters: none may write a line of its own there, or drive the terminal.
 */
export const printLine = (text: string): void => void process.stdout.write(`${plainLine(text)}\n`);
export const printJson = (value: unknown): void => void process.stdout.write(`${plainJson(JSON.stringify(value))}\n`);
export const printText = (text: string): void => void process.stdout.write(plainText(text));
/** Beside the result: questions, notes, faults. */
export const tellLine = (text: string): void => void process.stderr.write(`${plainLine(text)}\n`);
export const tellText = (text: string): void => void process.stderr.write(plainText(text));
