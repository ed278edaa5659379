import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { ForgeMemory } from "./forgeMemory";
import { githubRoutes } from "./githubRoutes";
import { gitlabRoutes } from "./gitlabRoutes";

export const token = "canary-forge-token";
export const repository = "acme/tenants";

/** The parts of GitHub's and GitLab's APIs that the pipelines use, over one memory. */
export class Forge extends ForgeMemory {
  url = "";
  private readonly github = githubRoutes(this);
  private readonly gitlab = gitlabRoutes(this);
  private server = createServer();

  /** Over TLS, clients know the forge by the name in its certificate, and reach it through a proxy. */
  async start(tls?: { host: string; key: string; cert: string }): Promise<this> {
    if (tls) this.server = createTlsServer(tls);
    this.server.on("request", (message, response) => this.handle(message, response));
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve));
    this.url = tls ? `https://${tls.host}` : `http://127.0.0.1:${this.port}`;
    return this;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  close(): Promise<unknown> {
    return new Promise((resolve) => this.server.close(resolve));
  }

  /** The variables that each forge's runner sets for every step. */
  get environments() {
    return {
      GitHub: {
        GITHUB_ACTIONS: "true",
        GITHUB_API_URL: this.url,
        GITHUB_REPOSITORY: repository,
        GITHUB_SERVER_URL: "https://github.example",
        GITHUB_RUN_ID: "42",
      },
      GitLab: {
        GITLAB_CI: "true",
        CI_API_V4_URL: this.url,
        CI_PROJECT_ID: "1",
        CI_JOB_URL: "https://gitlab.example/acme/tenants/-/jobs/42",
      },
    };
  }

  private async handle(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(message.url ?? "", this.url);
    const text = await textOf(message);
    const ownPath = pathname.replace(`/repos/${repository}`, "").replace(/^\/projects\/1/, "");
    const name = `${message.method} ${ownPath}`;
    this.requests.push(name);
    const raw = this.answer?.(`${message.method} ${pathname}`);
    if (raw === "no response") return void response.destroy();
    if (raw) return void response.writeHead(raw.status ?? 200, raw.headers).end(raw.text ?? "");

    const isAuthorized = message.headers.authorization === `Bearer ${token}`;
    if (!isAuthorized) return send(response, 401, { message: "Bad credentials" });
    const refusal = this.refuse?.(name);
    if (refusal) return send(response, refusal, { message: "refused by the test" });

    const routes = pathname.startsWith("/repos/") ? this.github : this.gitlab;
    const respond = routes[name.replace(id, "#")];
    if (!respond) return send(response, 404, { message: "Not Found" });
    const ids = name.match(id) ?? [];
    const found = respond({ ids, query: searchParams, body: text ? JSON.parse(text) : undefined });
    if (Array.isArray(found)) this.sendPage(response, pathname, searchParams, found);
    else send(response, 200, found);
  }

  private sendPage(
    response: ServerResponse,
    path: string,
    query: URLSearchParams,
    list: unknown[],
  ): void {
    const size = Math.min(Number(query.get("per_page") ?? 30), this.pageSize);
    const page = Number(query.get("page") ?? 1);
    const items = list.slice((page - 1) * size, page * size);
    query.set("page", String(page + 1));
    const next = `<${this.url}${path}?${query}>; rel="next", <${this.url}>; rel="last"`;
    response.writeHead(200, page * size < list.length ? { link: next } : {});
    response.end(JSON.stringify(items));
  }
}

/** A number in a path, or a commit. */
const id = /(?<=\/)\d+(?=\/|$)|(?<=\/commits\/)\w+/g;

export const startForge = (): Promise<Forge> => new Forge().start();

const send = (response: ServerResponse, status: number, json: object) =>
  void response.writeHead(status).end(JSON.stringify(json));

async function textOf(message: IncomingMessage): Promise<string> {
  let text = "";
  for await (const part of message.setEncoding("utf8")) text += part;
  return text;
}
