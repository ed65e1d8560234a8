import { addOtp } from "../otpauth/add-otp";
import {
  addFault,
  addGroup,
  asText,
  type Imported,
  isObject,
  type Json,
  nothing,
  objectsIn,
  textOf,
  variableNameOf,
} from "../item";

/*
 * What a password manager keeps of an item it keeps encrypted, its notes too: they hold recovery codes. So they become a
 * field of the group, and not the entry's notes, which the vault doesn't encrypt.
 */

type Fields = (readonly [name: string, value: string])[];

/**
 * Reads Bitwarden's JSON export: logins with their codes, notes and SSH keys. An item's folder or collection becomes its
 * project.
 */
export function readBitwarden(json: Json, project: string): Imported {
  const imported = nothing();
  if (json.encrypted === true)
    return {
      ...imported,
      faults: [{ where: "the file", message: "It is encrypted: export it as .json without a password" }],
    };
  const folders = new Map(objectsIn(json.folders ?? json.collections).map(({ id, name }) => [id, textOf(name)]));
  // An organization's item can be in several collections.
  const folderOf = ({ folderId, collectionIds }: Json) =>
    [folderId, ...(Array.isArray(collectionIds) ? collectionIds : [])].map((id) => folders.get(id)).find(Boolean);
  for (const [index, item] of objectsIn(json.items).entries()) {
    const category = textOf(item.name) || "Login";
    const where = `item ${index + 1} (${category})`;
    const base = { category, project: folderOf(item) || project };
    const own: Fields = [
      ...objectsIn(item.fields).map((field) => [variableNameOf(textOf(field.name)), textOf(field.value)] as const),
      ["NOTE", textOf(item.notes)],
    ];
    if (item.type === 1 && isObject(item.login)) {
      const { username, password, totp, uris, fido2Credentials } = item.login;
      addGroup(imported, where, {
        ...base,
        fields: [
          ["USERNAME", textOf(username)],
          ["PASSWORD", textOf(password)],
          ...objectsIn(uris).map(({ uri }) => ["URL", textOf(uri)] as const),
          ...own,
        ],
      });
      if (textOf(totp)) addOtp(imported, where, textOf(totp), category, textOf(username));
      if (objectsIn(fido2Credentials).length > 0) addFault(imported, where, "Its passkey can’t be imported");
    } else if (item.type === 2) addGroup(imported, where, { ...base, fields: own });
    else if (item.type === 5 && isObject(item.sshKey)) {
      addSshKey(imported, where, base, textOf(item.sshKey.privateKey));
      addRest(imported, where, base, own);
    } else addFault(imported, where, "Cards and identities are not supported");
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
    ({ designation, fieldType }) => textOf(designation) !== "" || !notTyped.has(fieldType),
  );
  const fields: Fields = [
    ...login.map(({ designation, name, value }): [string, string] => [
      variableNameOf(textOf(designation) || textOf(name)),
      textOf(designation) || textOf(name) ? textOf(value) : "",
    ]),
    ["PASSWORD", textOf(details.password)],
    ...[...new Set([textOf(overview.url), ...objectsIn(overview.urls).map(({ url }) => textOf(url))])].map(
      (url) => ["URL", url] as const,
    ),
  ];
  const base = { category, project };
  const codes: string[] = [];
  let hasKey = false;
  for (const field of objectsIn(details.sections).flatMap((section) => objectsIn(section.fields))) {
    const value = isObject(field.value) ? field.value : {};
    if (textOf(value.totp)) codes.push(textOf(value.totp));
    else if (isObject(value.sshKey)) {
      hasKey = true;
      addSshKey(imported, where, base, textOf(value.sshKey.privateKey));
    } else fields.push([variableNameOf(textOf(field.title) || textOf(field.id)), contentOf(value)]);
  }
  fields.push(["NOTE", textOf(details.notesPlain)]);
  const username = textOf(login.find(({ designation }) => designation === "username")?.value);
  if (codes.length > 0 || hasKey) addRest(imported, where, base, fields);
  else addGroup(imported, where, { ...base, fields });
  for (const code of codes) addOtp(imported, where, code, category, username);
}

/** A web form's button, checkbox, image and choice: nobody typed a secret there, unless it is said to hold one. */
const notTyped = new Set<unknown>(["B", "C", "I", "R"]);

/** A field's value stands under its kind, such as `concealed` or `creditCardNumber`. */
function contentOf(value: Json): string {
  const [content] = Object.values(value);
  return asText(isObject(content) && "email_address" in content ? content.email_address : content);
}

type Base = { category: string; project: string };

function addSshKey(imported: Imported, where: string, { category, project }: Base, value: string): void {
  if (value === "") addFault(imported, where, "It holds no private key");
  else imported.entries.push({ category, keyType: "ssh", name: project, value });
}

/** What an item holds beside its key or code, if anything. */
function addRest(imported: Imported, where: string, base: Base, fields: Fields): void {
  if (fields.some(([, value]) => value !== "")) addGroup(imported, where, { ...base, fields });
}
