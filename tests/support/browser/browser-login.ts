import { sharedBaseUrl } from "../callers/actors";

/** A browser's cookies: the last values from `Set-Cookie`, with their attributes. */
export class Browser {
  readonly cookies = new Map<string, { value: string; attributes: string[] }>();

  /** `headers` are added to every request, like a proxy would. */
  constructor(
    private readonly headers: Record<string, string> = {},
    readonly baseUrl = sharedBaseUrl(),
  ) {}

  async fetch(path: string, init: RequestInit & { headers?: Record<string, string> } = {}): Promise<Response> {
    const response = await fetch(this.baseUrl + path, {
      redirect: "manual",
      ...init,
      headers: { ...this.headers, ...(this.cookies.size > 0 ? { Cookie: this.cookieHeader() } : {}), ...init.headers },
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = "", ...attributes] = line.split("; ");
      const [name = "", ...value] = pair.split("=");
      this.cookies.set(name, { value: value.join("="), attributes });
    }
    return response;
  }

  cookieHeader(): string {
    return [...this.cookies]
      .filter(([, { value }]) => value !== "")
      .map(([name, { value }]) => `${name}=${value}`)
      .join("; ");
  }

  /** The name, value and attributes of the session cookie, under either of its names. */
  sessionCookie(): { name: string; value: string; attributes: string[] } | undefined {
    const found = [...this.cookies].find(
      ([name, { value }]) => name.endsWith("next-auth.session-token") && value !== "",
    );
    return found && { name: found[0], ...found[1] };
  }

  async signIn(email: string, password: string): Promise<Response> {
    return this.post("/api/auth/callback/credentials", { email, password });
  }

  async signOut(): Promise<Response> {
    return this.post("/api/auth/signout", {});
  }

  async post(path: string, fields: Record<string, string>): Promise<Response> {
    const { csrfToken = "" } = JSON.parse(await (await this.fetch("/api/auth/csrf")).text()) as { csrfToken?: string };
    return this.fetch(path, { method: "POST", body: new URLSearchParams({ ...fields, csrfToken, json: "true" }) });
  }
}
