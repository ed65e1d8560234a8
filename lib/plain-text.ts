/** What drives a terminal, ends a line, or turns the direction of writing for what comes behind it: no part of any name. */
const disturbing = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu;

export const isPlainLine = (text: string): boolean => text.search(disturbing) === -1;

/** The text as one line that can be shown anywhere: `?` stands for each character that is not for showing. */
export const plainLine = (text: string): string => text.replace(disturbing, "?");

/** The same of a text of several lines, whose line breaks and tabs stay. */
export const plainText = (text: string): string =>
  text.replace(disturbing, (character, at: number) =>
    character === "\n" || character === "\t" || (character === "\r" && text[at + 1] === "\n") ? character : "?",
  );

/** JSON that says the same, with such characters escaped: `JSON.stringify` leaves some of them as they are. */
export const plainJson = (json: string): string =>
  json.replace(disturbing, (character) =>
    character === "\n" ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

/** What a note may not hold either. U+0000 can't be kept by PostgreSQL; the others drive the terminal of whoever looks at them. */
const controlsInText = /[^\P{Cc}\t\n\r]/gu;

export const isPlainNote = (text: string): boolean => text.search(controlsInText) === -1;

/** The text as a valid note: a space for each control character except line breaks and tabs. */
export const plainNote = (text: string): string => text.replace(controlsInText, " ");

/** The text as a valid name: a space for each such character. */
export const plainName = (text: string): string => text.replace(disturbing, " ").trim();
