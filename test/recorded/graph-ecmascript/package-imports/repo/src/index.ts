export function index(): void {}
