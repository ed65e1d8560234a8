import { formsOf, isFiller, kindsOf, knownWords, meaningsOf, nameWordsOf, wordsOf } from "./vocabulary";

/** The part of an entry that the matcher may see: names only. */
export type Names = { category: string; entry: string; envVarNames: readonly string[] };

/** In shorter words, a typo often makes another word. */
const typoLengthMin = 5;

/** Too many words begin with fewer letters. */
const beginningLengthMin = 4;

/** The positions of the entries that a word or a whole name stands for. */
type Table = Map<string, Set<number>>;

export type Named = { kinds: ReadonlySet<number>; projects: ReadonlySet<number> };

/** Finds entries by kind (category and variables) and by project (the entry's own name). */
export class NameIndex {
  private readonly kindWords: Table = new Map();
  private readonly projectWords: Table = new Map();
  private readonly wholeKinds: Table = new Map();
  private readonly wholeProjects: Table = new Map();
  private readonly titles = new Set<string>();
  private allWords: readonly string[] | undefined;

  private constructor(private readonly reach: ReadonlySet<number>) {}

  /**
   * `reach`: the positions that may be returned. The names of other entries are known too. Yields after every hundredth
   * entry.
   */
  static *of(
    entries: Iterable<readonly [index: number, names: Names]>,
    reach: ReadonlySet<number>,
  ): Generator<void, NameIndex> {
    const made = new NameIndex(reach);
    for (const [index, names] of entries) {
      if (index % 100 === 99) yield;
      made.enter(index, names);
    }
    return made;
  }

  private enter(index: number, { category, entry, envVarNames }: Names): void {
    for (const name of [category, ...envVarNames]) {
      enter(this.wholeKinds, runTogether(name), index);
      for (const word of nameWordsOf(name)) enter(this.kindWords, word, index);
    }
    enter(this.wholeProjects, runTogether(entry), index);
    this.titles.add(runTogether(entry));
    if (!envVarNames.includes(category)) this.titles.add(runTogether(category));
    for (const word of nameWordsOf(entry)) enter(this.projectWords, word, index);
  }

  /**
   * Entries whose category, variable or project has this whole name, with or without spaces; null if no entry has it,
   * even outside `reach`.
   */
  whole(words: readonly string[]): Named | null {
    const name = words.join("");
    if (!this.wholeKinds.has(name) && !this.wholeProjects.has(name)) return null;
    return { kinds: this.within(this.wholeKinds, [name]), projects: this.within(this.wholeProjects, [name]) };
  }

  /** Whether a project, or a category that is not only named like its variable, has this whole name, even outside `reach`. */
  hasTitle(words: readonly string[]): boolean {
    return this.titles.has(words.join(""));
  }

  /** Entries of the kind that a word means: by name, or else by meaning, or else by a more general word. */
  kinds(word: string): { entries: ReadonlySet<number>; byName: boolean } {
    const isName = (form: string) => this.kindWords.has(form);
    const forms = formsOf(word);
    const meant = [...forms, ...meaningsOf(word)];
    return {
      entries: this.within(this.kindWords, meant.some(isName) ? meant : kindsOf(word)),
      byName: forms.some(isName),
    };
  }

  projects(word: string): ReadonlySet<number> {
    return this.within(this.projectWords, formsOf(word));
  }

  /** The entries within reach that these words stand for. One pass, since it may cover the whole vault. */
  private within(table: Table, words: readonly string[]): ReadonlySet<number> {
    const found = new Set<number>();
    for (const word of words) for (const index of table.get(word) ?? []) if (this.reach.has(index)) found.add(index);
    return found;
  }

  /** Words that may have been meant: those that begin with this one (“infra”), or else those that are one typo away. */
  corrections(word: string): string[] {
    if (word.length < beginningLengthMin) return [];
    const longer = [...this.kindWords.keys(), ...this.projectWords.keys()].filter((other) => other.startsWith(word));
    if (longer.length > 0 || word.length < typoLengthMin) return longer;
    this.allWords ??= [...new Set([...this.kindWords.keys(), ...this.projectWords.keys(), ...knownWords])].filter(
      (other) => other.length >= typoLengthMin && !isFiller(other),
    );
    return this.allWords.filter((other) => withinOneEdit(word, other));
  }
}

const runTogether = (name: string) => wordsOf(name).join("");

function enter(table: Table, word: string, index: number): void {
  const known = table.get(word);
  if (known) known.add(index);
  else table.set(word, new Set([index]));
}

/** One letter added, missing or different, or two neighbours swapped. */
function withinOneEdit(left: string, right: string): boolean {
  const [short, long] = left.length <= right.length ? [left, right] : [right, left];
  if (long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  const sameLength = short.length === long.length;
  const swapped =
    sameLength &&
    short[at] === long[at + 1] &&
    short[at + 1] === long[at] &&
    short.slice(at + 2) === long.slice(at + 2);
  return swapped || short.slice(sameLength ? at + 1 : at) === long.slice(at + 1);
}
