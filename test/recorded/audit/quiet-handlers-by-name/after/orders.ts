import { app } from "./app";

function showOrder(request: { id: string }, response: { status(code: number): void; send(body: unknown): void }): void {
  const found = app.store.user(request.id);
  if (!found) {
    response.status(404);
    response.send({ error: "no such order" });
    return;
  }
  response.send({ user: found.name, since: found.since });
}

app.post("/order", showOrder);

export function labelOf(title: string, total: number): string {
  const text = title.trim();
  if (text === "") {
    return "nobody";
  }
  const parts = text.split(" ").map((part) => part[0]!.toUpperCase() + part.slice(1));
  console.log(parts.length);
  return `${parts.join(" ")} (${total})`;
}
