import * as vscode from 'vscode';
import { bodyLines } from './bodyText.ts';
import type { PlaceFinder } from './locatePlace.ts';
import type { PlaceRef } from './references.ts';

/** Scheme of read-only documents that hold the body of one function. */
const SCHEME = 'rewheel-body';

/** Bodies of functions as documents. */
export interface BodyDocuments extends vscode.Disposable {
  /** Uri of the body at `ref`; with `like`, its own names are replaced by those of that body. */
  uri(ref: PlaceRef, like: PlaceRef | null): vscode.Uri;
}

export function createBodyDocuments(places: PlaceFinder): BodyDocuments {
  const read = async (ref: PlaceRef): Promise<string | null> => {
    const found = await places.locate(ref);
    return found && `${bodyLines(found.lines, found.first, found.last).join('\n')}\n`;
  };
  const registration = vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
    async provideTextDocumentContent({ query }) {
      const { bodyQuerySchema } = await import('./bodyQuery.ts');
      const { ref, like } = bodyQuerySchema.parse(JSON.parse(query));
      const text = await read(ref);
      if (text === null) return vscode.l10n.t('The code has changed since the audit.');
      const other = like && (await read(like));
      if (other === null) return text;
      const { ownNames, withNames } = await import('./ownNames.ts');
      return withNames(text, ownNames(text, other));
    },
  });
  return {
    uri: (ref, like) =>
      vscode.Uri.from({ scheme: SCHEME, path: `/${pathOf(ref)}`, query: JSON.stringify({ ref, like }) }),
    dispose: () => registration.dispose(),
  };
}

/** The file's path, so that the body has its language; a cell is not opened as the notebook that it stands in. */
function pathOf({ place: { file, cell } }: PlaceRef): string {
  return cell === undefined ? file : `${file} (${cell})`;
}
