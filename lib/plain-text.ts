/**
 * Characters that control a terminal, end a line, or change the direction of the text after them. No name may contain
 * them.
 */
const disturbing = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu;

export const isPlainLine = (text: string): boolean => text.search(disturbing) === -1;

/** What shows something: no space, no joiner, filler or other character that is drawn as nothing. */
const visible = /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether anybody can see that there is a text. */
export const isVisible = (text: string): boolean => visible.test(text);

/** The text as one line that is safe to display anywhere: `?` replaces each unsafe character. */
export const plainLine = (text: string): string => text.replace(disturbing, "?");

/** The same for text of several lines, which keeps its line breaks and tabs. */
export const plainText = (text: string): string =>
  text.replace(disturbing, (character, at: number) =>
    character === "\n" || character === "\t" || (character === "\r" && text[at + 1] === "\n") ? character : "?",
  );

/** The same JSON with such characters escaped: `JSON.stringify` leaves some of them as they are. */
export const plainJson = (json: string): string =>
  json.replace(disturbing, (character) =>
    character === "\n" ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

/**
 * Characters that a note must not contain either. PostgreSQL can't store U+0000, and the others control the terminal of
 * whoever displays the note.
 */
const controlsInText = /[^\P{Cc}\t\n\r]/gu;

export const isPlainNote = (text: string): boolean => text.search(controlsInText) === -1;

/** The text as a valid note: a space replaces each control character except line breaks and tabs. */
export const plainNote = (text: string): string => text.replace(controlsInText, " ");

/** The text as a valid name: a space replaces each such character. */
export const plainName = (text: string): string => text.replace(disturbing, " ").trim();

/** Whether each database stores the text as it is: none knows half a surrogate pair, and PostgreSQL no U+0000. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes("\0");

/** The text as one that each database stores: U+FFFD replaces what none does. */
export const storable = (text: string): string =>
  isStorable(text) ? text : text.toWellFormed().replaceAll("\0", "\ufffd");
