// Reveals one value by its variable's name. Node 20 or newer; needs a key with entries:read and entries:reveal.
const { SVC_URL, SVC_ACCESS_KEY } = process.env;

async function call(method, path) {
  // A redirect is an error: the key must not follow it to another machine.
  const response = await fetch(`${SVC_URL}/api${path}`, { method, redirect: "error", headers: { Authorization: `Bearer ${SVC_ACCESS_KEY}` } });
  // A proxy's sign-in page is a 200 too.
  if (!response.headers.get("content-type")?.startsWith("application/json")) throw new Error(`${SVC_URL} is not a vault`);
  const body = await response.json();
  if (!response.ok) throw new Error(`${body.code}: ${body.error}`);
  return body;
}

export async function secret(name, environment) {
  const entries = await call("GET", "/entries");
  const entry = entries.find((one) => one.environment === environment && (one.fieldNames ?? [one.category.envVarName]).includes(name));
  if (!entry) throw new Error(`No entry sets ${name} in ${environment}`);
  const { value } = await call("POST", `/entries/${entry.id}/reveal`);
  return typeof value === "string" ? value : value[name];
}

const [name = "STRIPE_SECRET_KEY", environment = "production"] = process.argv.slice(2);
process.stdout.write(await secret(name, environment));
