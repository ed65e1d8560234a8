// Builds the package: one file as an ES module and one as CommonJS, for Node 20.3 and newer, each with its types. The types come
// from the contracts, written out in full: a program that uses the package needs neither zod nor anything else.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import ts from "typescript";

const folder = path.dirname(fileURLToPath(import.meta.url));
const root = path.resolve(folder, "../..");
const dist = path.join(folder, "dist");
const source = (name) => path.join(folder, "src", `${name}.ts`);
/** What has public types, in the order of the file that is written. */
const parts = ["errors", "client", "values", "load-env", "watch-env"];

function compiler() {
  const { config } = ts.readConfigFile(path.join(root, "tsconfig.json"), (file) => ts.sys.readFile(file));
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: ["x"] }, ts.sys, root);
  return ts.createProgram([source("index")], {
    ...options,
    noEmit: false,
    incremental: false,
    declaration: true,
    emitDeclarationOnly: true,
    plugins: [],
  });
}

/** The types of inputs and outputs, each written out, with the operation's summary. */
async function operationTypes(program) {
  const checker = program.getTypeChecker();
  const file = program.getSourceFile(source("operations"));
  const summaries = await contractsById();
  const typesIn = (name) => {
    const symbol = checker.getExportsOfModule(checker.getSymbolAtLocation(file)).find((one) => one.name === name);
    return checker
      .getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol))
      .map((member) => [
        member.name,
        checker.typeToString(
          checker.getTypeOfSymbol(member),
          file,
          ts.TypeFormatFlags.NoTruncation |
            ts.TypeFormatFlags.InTypeAlias |
            ts.TypeFormatFlags.UseSingleQuotesForStringLiteralType,
        ),
      ]);
  };
  const outputs = Object.fromEntries(typesIn("Outputs"));
  const inputs = Object.fromEntries(typesIn("Inputs"));
  const names = Object.keys(inputs);
  const comment = (name) => {
    const { summary, method, path: address, access } = summaries[name];
    const scopes = typeof access === "object" ? [access.scope, access.and].filter(Boolean) : [];
    return `  /** ${summary}. \`${method} ${address}\`${scopes.length > 0 ? `; needs \`${scopes.join("` and `")}\`` : ""} */`;
  };
  const mayBeLeftOut = (name) => !summaries[name].body && !summaries[name].path.includes("{");
  const listed = (name, types) =>
    `export interface ${name} {\n${names.map((one) => `  ${one}: ${types[one]};`).join("\n")}\n}`;
  const calls = names.map(
    (name) =>
      `${comment(name)}\n  ${name}(input${mayBeLeftOut(name) ? "?" : ""}: Inputs["${name}"], options?: CallOptions): Promise<Outputs["${name}"]>;`,
  );
  return [
    "/** What each operation takes, by its name. */",
    listed("Inputs", inputs),
    "/** What each operation returns, by its name. */",
    listed("Outputs", outputs),
    "/** One method for each operation that an access key may do. */",
    `export interface VaultClient {\n${calls.join("\n")}\n}`,
  ].join("\n");
}

async function contractsById() {
  const { outputFiles } = await build({
    entryPoints: [path.join(root, "lib/contracts/index.ts")],
    bundle: true,
    write: false,
    platform: "node",
    format: "esm",
    logLevel: "warning",
  });
  const { contracts } = await import(
    `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`
  );
  return Object.fromEntries(contracts.map((contract) => [contract.id, contract]));
}

/** The declarations of one source file, without imports and without what the package does not export. */
function declarationsOf(program, name, exported) {
  let text = "";
  program.emit(program.getSourceFile(source(name)), (_, content) => void (text = content), undefined, true);
  const file = ts.createSourceFile("x.d.ts", text, ts.ScriptTarget.Latest, true);
  return file.statements
    .filter((statement) => statement.name && exported.has(statement.name.text) && statement.name.text !== "VaultClient")
    .map((statement) => statement.getFullText(file).trim())
    .join("\n");
}

async function types() {
  const program = compiler();
  const checker = program.getTypeChecker();
  const exported = new Set(
    checker
      .getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(source("index"))))
      .map(({ name }) => name),
  );
  const text = [...parts.map((part) => declarationsOf(program, part, exported)), await operationTypes(program)].join(
    "\n",
  );
  const left = /import\(|\bz\.|zod|\bany\b|NodeJS/.exec(text);
  if (left) throw new Error(`The types still name ${left[0]}: ${text.slice(left.index - 100, left.index + 100)}`);
  return `${text}\nexport {};\n`;
}

const declarations = await types();
rmSync(dist, { recursive: true, force: true });
mkdirSync(dist, { recursive: true });
for (const [format, extension, typesExtension] of [
  ["esm", "js", "d.ts"],
  ["cjs", "cjs", "d.cts"],
]) {
  await build({
    entryPoints: [source("index")],
    outfile: path.join(dist, `index.${extension}`),
    bundle: true,
    platform: "node",
    format,
    target: "node20.3",
    legalComments: "none",
    logLevel: "warning",
  });
  writeFileSync(path.join(dist, `index.${typesExtension}`), declarations);
}
const bytes = readFileSync(path.join(dist, "index.js")).length;
process.stdout.write(`${(bytes / 1e3).toFixed(1)} kB  packages/client/dist/index.js\n`);
