import { addToList } from '../../model/counts.ts';
import type { LanguageId } from '../../model/facts.ts';
import type { GraphFile } from '../types.ts';

/** The files of one language by the namespace that each says it belongs to; empty for the root. */
export class NamespaceFiles {
  private readonly files = new Map<string, GraphFile[]>();
  private readonly names = new Map<string, string>();

  constructor(files: Iterable<GraphFile>, language: LanguageId) {
    for (const file of files) {
      if (file.summary.language !== language) continue;
      const name = file.detail().namespace ?? '';
      this.names.set(file.path, name);
      addToList(this.files, name, file);
    }
  }

  /** Namespaces that have files. */
  all(): Iterable<string> {
    return this.files.keys();
  }

  has(namespace: string): boolean {
    return this.files.has(namespace);
  }

  in(namespace: string): readonly GraphFile[] {
    return this.files.get(namespace) ?? [];
  }

  pathsIn(namespace: string): string[] {
    return this.in(namespace).map(({ path }) => path);
  }

  /** Namespace of a file; `undefined` for files of other languages. */
  of(path: string): string | undefined {
    return this.names.get(path);
  }
}
