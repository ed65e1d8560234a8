import { connect, type Socket } from "node:net";

export type Answer = { status: number; bytes: number; body: string };

/**
 * One kept-alive HTTP/1.1 connection with as little work as possible for the measuring process: bodies are counted, and
 * kept only on request.
 */
export class Connection {
  private readonly socket: Socket;
  private waiting: { resolve(answer: Answer): void; reject(error: Error): void; keep: boolean } | undefined;
  private head = "";
  private status = 0;
  private left = -1;
  private bytes = 0;
  private kept: Buffer[] = [];

  private constructor(port: number) {
    this.socket = connect({ port, host: "127.0.0.1", noDelay: true });
    this.socket.on("data", (chunk) => this.read(chunk));
    this.socket.on("error", (error) => this.waiting?.reject(error));
    this.socket.on("close", () => this.waiting?.reject(new Error("the server closed the connection")));
  }

  static open(port: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const connection = new Connection(port);
      connection.socket.once("connect", () => resolve(connection));
      connection.socket.once("error", reject);
    });
  }

  send(request: string, { keep = false } = {}): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.waiting = { resolve, reject, keep };
      this.socket.write(request);
    });
  }

  close(): void {
    this.waiting = undefined;
    this.socket.destroy();
  }

  private read(chunk: Buffer): void {
    let body = chunk;
    if (this.left < 0) {
      this.head += chunk.toString("latin1");
      const end = this.head.indexOf("\r\n\r\n");
      if (end < 0) return;
      const headers = this.head.slice(0, end);
      this.status = Number(headers.slice(9, 12));
      this.left = Number(/\r\ncontent-length: (\d+)/i.exec(headers)?.[1] ?? 0);
      body = Buffer.from(this.head.slice(end + 4), "latin1");
      this.bytes = this.left;
      this.head = "";
      this.kept = [];
    }
    this.left -= body.length;
    if (this.waiting?.keep) this.kept.push(body);
    if (this.left > 0) return;
    const { waiting, status, bytes } = this;
    this.left = -1;
    this.waiting = undefined;
    waiting?.resolve({ status, bytes, body: Buffer.concat(this.kept).toString("utf8") });
  }
}

export type Call = { method: "GET" | "POST" | "PUT"; path: string; key: string; body?: string };

/** The bytes of a request with an access key, like curl or a script sends them. */
export function requestText({ method, path, key, body }: Call): string {
  const content =
    body === undefined ? "" : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`;
  return `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: bench\r\nAccept: */*\r\nAuthorization: Bearer ${key}\r\n${content}\r\n${body ?? ""}`;
}
