import { hash } from 'node:crypto';

/**
 * 128-bit hex digest of a token stream: the identity of a body. Tokens are joined by a character that no token holds,
 * so that no two streams share a text.
 */
export function digestTokens(tokens: readonly string[]): string {
  return hash('sha256', tokens.join('\u0000'), 'hex').slice(0, 32);
}
