/** What waits until the changes that are unsaved are dealt with. */
export type Leaving = {
  proceed: () => void;
  /** It only puts another text in the place of the open one, and still does once that is saved. */ replaces: boolean;
};

/** Runs an action that would lose unsaved changes, after asking about them. */
export type Guard = (proceed: () => void, replaces?: boolean) => void;
