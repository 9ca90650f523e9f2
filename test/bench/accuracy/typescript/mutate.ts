export const mutateTypeScript = (_: unknown): never[] => [];
