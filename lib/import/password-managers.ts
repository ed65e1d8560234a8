import { addOtp } from "./csv";
import {
  addFault,
  addGroup,
  type Imported,
  isObject,
  type Json,
  nothing,
  objectsIn,
  textOf,
  variableNameOf,
} from "./item";

/** Reads Bitwarden's JSON export: logins with their codes, notes and SSH keys. An item's folder becomes its project. */
export function readBitwarden(json: Json, project: string): Imported {
  const imported = nothing();
  if (json.encrypted === true)
    return {
      ...imported,
      faults: [{ where: "the file", message: "It is encrypted: export it as .json without a password" }],
    };
  const folders = new Map(objectsIn(json.folders ?? json.collections).map(({ id, name }) => [id, textOf(name)]));
  for (const [index, item] of objectsIn(json.items).entries()) {
    const category = textOf(item.name) || "Login";
    const where = `item ${index + 1} (${category})`;
    const base = { category, project: folders.get(item.folderId) || project, notes: textOf(item.notes) };
    const own = objectsIn(item.fields).map(
      (field) => [variableNameOf(textOf(field.name)), textOf(field.value)] as const,
    );
    if (item.type === 1 && isObject(item.login)) {
      const { username, password, totp, uris } = item.login;
      addGroup(imported, where, {
        ...base,
        fields: [
          ["USERNAME", textOf(username)],
          ["PASSWORD", textOf(password)],
          ["URL", textOf(objectsIn(uris)[0]?.uri)],
          ...own,
        ],
      });
      if (textOf(totp)) addOtp(imported, where, textOf(totp), category, textOf(username));
    } else if (item.type === 2)
      addGroup(imported, where, { ...base, notes: undefined, fields: [["NOTE", base.notes], ...own] });
    else if (item.type === 5 && isObject(item.sshKey)) addSshKey(imported, where, base, textOf(item.sshKey.privateKey));
    else addFault(imported, where, "Cards and identities are not supported");
  }
  return imported;
}

/** Reads 1Password's export.data, which a .1pux file (a zip archive) contains. A vault's name becomes the project. */
export function readOnePassword(json: Json): Imported {
  const imported = nothing();
  const vaults = objectsIn(json.accounts).flatMap((account) => objectsIn(account.vaults));
  for (const vault of vaults) {
    const project = (isObject(vault.attrs) && textOf(vault.attrs.name)) || "1Password";
    for (const [index, item] of objectsIn(vault.items).entries())
      readOnePasswordItem(imported, item, project, index + 1);
  }
  return imported;
}

function readOnePasswordItem(imported: Imported, item: Json, project: string, number: number): void {
  const overview = isObject(item.overview) ? item.overview : {};
  const details = isObject(item.details) ? item.details : {};
  const category = textOf(overview.title) || "Login";
  const where = `${project}, item ${number} (${category})`;
  const login = objectsIn(details.loginFields).filter(
    ({ designation }) => designation === "username" || designation === "password",
  );
  const fields: [string, string][] = [
    ...login.map(({ designation, value }): [string, string] => [textOf(designation).toUpperCase(), textOf(value)]),
    ["PASSWORD", textOf(details.password)],
    ["URL", textOf(overview.url)],
  ];
  const base = { category, project, notes: textOf(details.notesPlain) };
  const codes: string[] = [];
  let hasKey = false;
  for (const field of objectsIn(details.sections).flatMap((section) => objectsIn(section.fields))) {
    const value = isObject(field.value) ? field.value : {};
    if (textOf(value.totp)) codes.push(textOf(value.totp));
    else if (isObject(value.sshKey)) {
      hasKey = true;
      addSshKey(imported, where, base, textOf(value.sshKey.privateKey));
    } else
      fields.push([
        variableNameOf(textOf(field.title) || textOf(field.id)),
        textOf(
          value.concealed ??
            value.string ??
            value.url ??
            value.phone ??
            (isObject(value.email) ? value.email.email_address : value.email),
        ),
      ]);
  }
  const username = textOf(login.find(({ designation }) => designation === "username")?.value);
  if (fields.some(([, value]) => value !== "")) addGroup(imported, where, { ...base, fields });
  else if (base.notes) addGroup(imported, where, { category, project, fields: [["NOTE", base.notes]] });
  else if (codes.length === 0 && !hasKey) addFault(imported, where, "It holds no value");
  for (const code of codes) addOtp(imported, where, code, category, username);
}

function addSshKey(
  imported: Imported,
  where: string,
  { category, project, notes }: { category: string; project: string; notes: string },
  value: string,
): void {
  if (value === "") addFault(imported, where, "It holds no private key");
  else imported.entries.push({ category, keyType: "ssh", name: project, value, ...(notes ? { notes } : {}) });
}
