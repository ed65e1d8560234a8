/** What people hold for a shortcut: the server knows an Apple device by its browser's name. */
export const modifierKey = (): string => (document.documentElement.dataset["apple"] === undefined ? "Ctrl" : "⌘");
