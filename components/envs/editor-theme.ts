import { EditorView } from "@codemirror/view";

const token = (name: string) => `var(--color-${name})`;

/** Tokens only, so that both themes come for nothing. */
export const editorTheme = EditorView.theme({
  "&": { fontSize: "0.8125rem", color: token("ink"), backgroundColor: "transparent", maxHeight: "min(70dvh, 44rem)" },
  // A focus line at the side: a frame around the whole text would be louder than the text.
  "&.cm-focused": { outline: "none", boxShadow: `inset 2px 0 ${token("accent-ink")}` },
  ".cm-scroller": { fontFamily: "var(--font-geist-mono-latin), var(--font-geist-mono-whole), ui-monospace, monospace", lineHeight: "1.6", minHeight: "20rem", overflow: "auto" },
  ".cm-content": { padding: "0.75rem 0", caretColor: token("accent-ink") },
  ".cm-line": { padding: "0 1rem 0 0.5rem" },
  ".cm-gutters": { backgroundColor: "transparent", color: token("muted"), border: "none", fontVariantNumeric: "tabular-nums" },
  ".cm-lineNumbers .cm-gutterElement": { padding: "0 0.25rem 0 0.75rem", minWidth: "2.5rem" },
  ".cm-gutter-lint": { width: "1rem" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: `color-mix(in srgb, ${token("sunken")} 60%, transparent)` },
  ".cm-cursor": { borderLeftColor: token("accent-ink"), borderLeftWidth: "2px" },
  "& > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground": { backgroundColor: token("accent-soft") },
  ".cm-selectionMatch, .cm-searchMatch": { backgroundColor: token("warning-soft"), outline: "none" },
  ".cm-searchMatch-selected": { backgroundColor: token("accent-soft"), outline: `1px solid ${token("accent")}` },
  ".cm-env-comment": { color: token("muted"), fontStyle: "italic" },
  ".cm-env-keyword, .cm-env-operator": { color: token("muted") },
  ".cm-env-name": { color: token("accent-ink"), fontWeight: "500" },
  ".cm-env-value": { color: token("ink") },
  ".cm-specialChar": { color: token("danger-ink") },
  ".cm-lintRange-error, .cm-lintRange-warning": { backgroundImage: "none", textDecoration: "underline wavy", textDecorationThickness: "1px", textUnderlineOffset: "3px" },
  ".cm-lintRange-error": { textDecorationColor: token("danger") },
  ".cm-lintRange-warning": { textDecorationColor: token("warning-ink") },
  ".cm-lint-marker": { width: "0.55rem", height: "0.55rem", borderRadius: "50%", margin: "0.25rem 0.2rem 0", content: '""' },
  ".cm-lint-marker-error": { backgroundColor: token("danger") },
  ".cm-lint-marker-warning": { backgroundColor: token("warning-ink") },
  ".cm-tooltip": { backgroundColor: token("surface"), color: token("ink"), border: `1px solid ${token("line")}`, borderRadius: "0.375rem", boxShadow: "var(--shadow-float)", fontFamily: "var(--font-sans)", fontSize: "0.75rem" },
  ".cm-diagnostic": { padding: "0.4rem 0.6rem" },
  ".cm-diagnostic-error": { borderLeft: `3px solid ${token("danger")}` },
  ".cm-diagnostic-warning": { borderLeft: `3px solid ${token("warning-ink")}` },
  ".cm-panels": { backgroundColor: token("canvas"), color: token("ink") },
  ".cm-panels-top": { borderBottom: `1px solid ${token("line")}` },
  ".cm-panel.cm-search": { padding: "0.5rem 2rem 0.5rem 0.75rem", fontFamily: "var(--font-sans)", fontSize: "0.8125rem" },
  ".cm-panel.cm-search label": { fontSize: "0.8125rem", display: "inline-flex", alignItems: "center", gap: "0.35rem", minHeight: "var(--control-small)" },
  ".cm-panel.cm-search input[type=text], .cm-panel.cm-search button": { minHeight: "var(--control-small)", verticalAlign: "middle", backgroundImage: "none", border: `1px solid ${token("edge")}`, borderRadius: "0.375rem", background: token("surface"), color: token("ink"), padding: "0.2rem 0.5rem", fontSize: "0.8125rem" },
  ".cm-panel.cm-search [name=close]": { border: "none", background: "transparent", fontSize: "1.1rem", top: "0.4rem", right: "0.5rem" },
});
