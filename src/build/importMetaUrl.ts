import { pathToFileURL } from 'node:url';

/** Stands for `import.meta.url` in CommonJS bundles, which have none. esbuild injects it where it is used. */
export const importMetaUrl = pathToFileURL(__filename).href;
