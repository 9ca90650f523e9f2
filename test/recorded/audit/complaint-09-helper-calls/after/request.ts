export async function request(method: string, path: string): Promise<{ body: unknown }> {
  const response = await fetch(path, { method, headers: { accept: "application/json" } });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
  return { body: await response.json() };
}
