import { request } from "./request";

export async function getUser(id: string): Promise<unknown> {
  const answer = await request("GET", `/users/${id}`);
  return answer.body;
}

export async function getOrder(id: string): Promise<unknown> {
  const answer = await request("GET", `/orders/${id}`);
  return answer.body;
}
