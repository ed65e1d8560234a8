/** One layout for all code, so that nobody has to have an opinion. Prose is laid out by hand. */
const config = { printWidth: 120 };

export default config;
