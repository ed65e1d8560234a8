// node --import this: a vault whose passwords cost a fraction (quick-argon2.mjs).
import { replaceArgon2 } from "./quick-argon2.mjs";

replaceArgon2();
