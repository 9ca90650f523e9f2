/** Thrown where work ends because its caller cancelled it. */
export class CancelledError extends Error {}
