import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { createEntry, listEntries, updateEntry } from "@/lib/contracts/vault/entries";
import { createEnvProject, listEnvProjects, saveEnvFile } from "@/lib/contracts/vault/envs";
import { listTrash } from "@/lib/contracts/vault/trash";
import { aUser } from "../../support/callers/actors";
import { aCategory } from "../../support/rows/fixtures";
import { send } from "../../support/http/raw";

test("a category or env project is deleted only if nothing else is in it, nor another version of that", async () => {
  const { session } = await aUser();
  const category = await aCategory(session);
  const fields = { categoryId: category.id, value: "not-a-real-key" };
  const [one, two] = [
    await session.call(createEntry, { body: { ...fields, name: "billing" } }),
    await session.call(createEntry, { body: { ...fields, name: "web" } }),
  ];
  await session.call(updateEntry, { params: { id: two.id }, body: { notes: "since" } });
  const remove = (held: string) => send(session, "DELETE", `/api/categories/${category.id}?onlyHolding=${held}`);
  const refused = {
    status: 412,
    json: { code: "CHANGED_MEANWHILE", details: { id: category.id, version: category.version } },
  };
  for (const held of ["", `${one.id}.1`, `${one.id}.1,${two.id}.1`, `${two.id}.2,${randomUUID()}.1`])
    expect(await remove(held)).toMatchObject(refused);
  for (const held of [one.id, `${one.id}.0`, `${one.id}.1,`, Array.from({ length: 151 }, () => `${one.id}.1`).join()])
    expect(await remove(held)).toMatchObject({ status: 400, json: { code: "VALIDATION_ERROR" } });
  expect(await session.call(listEntries)).toHaveLength(2);
  expect((await remove(`${one.id}.1,${two.id}.2,${randomUUID()}.1`)).status).toBe(204);
  expect(await session.call(listTrash)).toMatchObject([{ kind: "category", contents: 2 }]);

  const { data: project } = await session.call(createEnvProject, { body: { name: "billing" } });
  const { data: file } = await session.call(saveEnvFile, {
    params: { id: project.id },
    body: { fileType: "env", content: "A=1\n" },
  });
  const removeProject = (held: string) => send(session, "DELETE", `/api/envs/${project.id}?onlyHolding=${held}`);
  expect((await removeProject("")).status).toBe(412);
  expect((await session.call(listEnvProjects)).data).toHaveLength(1);
  expect((await removeProject(`${file.id}.1`)).status).toBe(204);
});
