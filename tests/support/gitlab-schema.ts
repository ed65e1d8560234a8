import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { runInNewContext } from "node:vm";
import ts from "typescript";

const begin = '{$schema:"http://json-schema.org/draft-07/schema#",$id:"https://gitlab.com/.gitlab-ci.yml"';
const charactersMax = 300_000;

/**
 * GitLab's own JSON schema of .gitlab-ci.yml, which gitlab-ci-local holds in its one file of code. The object is cut out
 * as text and nothing else of the file runs: the program wants a newer Node than the vault.
 */
export function gitlabSchema(): object {
  const program = readFileSync(createRequire(import.meta.url).resolve("gitlab-ci-local"), "utf8");
  const at = program.indexOf(begin);
  if (at === -1) throw new Error("gitlab-ci-local holds GitLab's schema in another form: read it anew.");
  const source = ts.createSourceFile("x.js", `(${program.slice(at, at + charactersMax)}`, ts.ScriptTarget.Latest);
  const [first] = source.statements;
  if (!first || !ts.isExpressionStatement(first) || !ts.isParenthesizedExpression(first.expression))
    throw new Error("gitlab-ci-local holds GitLab's schema in another form: read it anew.");
  return runInNewContext(`(${first.expression.expression.getText(source)})`) as object;
}
