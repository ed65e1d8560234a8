/** In the document before the lists are there, so that its reader sees the page's largest text at once. */
export const aboutProject =
  "Its variables in each environment, and its env files. Values are hidden until you show them.";
