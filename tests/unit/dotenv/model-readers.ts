type Variables = Record<string, string>;

/**
 * A model of `docker run --env-file` (docker/cli, pkg/kvfile/kvfile.go). If there is a real client, the model is
 * compared with it.
 */
export function readAsDocker(text: string): Variables {
  const variables: Variables = {};
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  for (const [index, whole] of lines.entries()) {
    if (Buffer.byteLength(whole) + 1 > 64 * 1024) throw new Error("docker: token too long");
    const scanned = whole.endsWith("\r") ? whole.slice(0, -1) : whole;
    const line = (index === 0 ? scanned.replace(/^\ufeff/, "") : scanned).replace(
      /^[\t\n\v\f\r \u0085\u00a0\p{Z}]+/u,
      "",
    );
    if (line === "" || line.startsWith("#")) continue;
    const [name = ""] = line.split("=", 1);
    if (name === "" || name === line || /\s/.test(name))
      throw new Error(`docker: no name at ${JSON.stringify(line.slice(0, 40))}`);
    variables[name] = line.slice(name.length + 1);
  }
  return variables;
}

/**
 * A model of the reader of $GITHUB_ENV (actions/runner, src/Runner.Worker/FileCommandManager.cs) on each system: on
 * Windows a CR before LF is part of the line break.
 */
export function readAsGithub(text: string, system: "linux" | "windows"): Variables {
  const variables: Variables = {};
  let at = 0;
  const readLine = () => {
    if (at >= text.length) return null;
    const start = at;
    const feed = text.indexOf("\n", at);
    if (feed === -1) {
      at = text.length;
      return { line: text.slice(start), lineEnd: null };
    }
    const lineEnd = system === "windows" && text[feed - 1] === "\r" && feed > start ? "\r\n" : "\n";
    at = feed + 1;
    return { line: text.slice(start, at - lineEnd.length), lineEnd };
  };
  for (let read = readLine(); read !== null; read = readLine()) {
    const { line } = read;
    if (line === "") continue;
    const equals = line.indexOf("=");
    const heredoc = line.indexOf("<<");
    if (heredoc === -1 || (equals !== -1 && equals < heredoc)) {
      if (equals < 1) throw new Error(`github: invalid format ${JSON.stringify(line.slice(0, 40))}`);
      variables[line.slice(0, equals)] = line.slice(equals + 1);
      continue;
    }
    const [name, delimiter] = [line.slice(0, heredoc), line.slice(heredoc + 2)];
    if (name === "" || delimiter === "") throw new Error("github: invalid format of a delimiter");
    const start = at;
    let end = at;
    for (;;) {
      const next = readLine();
      if (next === null) throw new Error("github: matching delimiter not found");
      if (next.line === delimiter) break;
      if (next.lineEnd === null) throw new Error("github: a value has no line end");
      end = at - next.lineEnd.length;
    }
    variables[name] = text.slice(start, end);
  }
  return variables;
}
