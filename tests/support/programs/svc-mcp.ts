import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { svcFile } from "./svc";

/** An answer as an agent gets it. */
export type ToolAnswer = { text: string; isError: boolean };

type Options = {
  env: Record<string, string>;
  folder: string;
  /** The protocol of 2025, in which a server asks by a request of its own, or that of 2026. */
  protocol?: "legacy" | "auto";
  /** What the person answers; without it the client can't ask. It gets what the question said. */
  person?: (question: string) => "accept" | "decline";
};

/** `svc mcp` with the protocol's official client, as an agent or editor starts it. */
export async function anAgent({ env, folder, protocol = "auto", person }: Options) {
  const client = new Client(
    { name: "test", version: "1" },
    { capabilities: person ? { elicitation: { form: {} } } : {}, versionNegotiation: { mode: protocol } },
  );
  if (person)
    client.setRequestHandler("elicitation/create", async ({ params }) => {
      const action = person(params.message);
      return action === "accept" ? { action, content: {} } : { action };
    });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [svcFile, "mcp"],
    cwd: folder,
    env: { PATH: process.env.PATH ?? "", NODE_ENV: "test", ...env },
    stderr: "pipe",
  });
  await client.connect(transport);
  return {
    client,
    tools: async () => (await client.listTools()).tools,
    async call(name: string, args: Record<string, unknown> = {}): Promise<ToolAnswer> {
      const { content, isError } = await client.callTool({ name, arguments: args });
      const [part] = content;
      return { text: part?.type === "text" ? part.text : JSON.stringify(content), isError: isError === true };
    },
    close: () => client.close(),
  };
}
