import { app } from "./app";

function showUser(request: { id: string }, response: { status(code: number): void; send(body: unknown): void }): void {
  const found = app.store.user(request.id);
  if (!found) {
    response.status(404);
    response.send({ error: "no such user" });
    return;
  }
  response.send({ user: found.name, since: found.since });
}

app.get("/user", showUser);

export function toLabel(name: string, count: number): string {
  const trimmed = name.trim();
  if (trimmed === "") {
    return "nobody";
  }
  const words = trimmed.split(" ").map((word) => word[0]!.toUpperCase() + word.slice(1));
  return `${words.join(" ")} (${count})`;
}
